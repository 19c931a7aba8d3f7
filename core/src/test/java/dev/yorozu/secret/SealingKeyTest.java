package dev.yorozu.secret;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class SealingKeyTest {
    private final RandomTokens random = RandomTokens.secure();
    private final SealingKey key = SealingKey.of(random.bytes(SealingKey.KEY_BYTES));

    @Test
    void whatWasOpenedOnceOpensAgainToTheSame() {
        List<String> seals = new ArrayList<>();
        for (int i = 0; i < 100; i++) {
            seals.add(key.sealText("text " + i, random));
        }
        for (int round = 0; round < 2; round++) {
            for (int i = 0; i < seals.size(); i++) {
                assertThat(key.openText(seals.get(i))).hasValue("text " + i);
                assertThat(key.openText(seals.get(i))).hasValue("text " + i);
            }
        }
    }

    @Test
    void aKeyOpensNothingOfAnotherWhateverWasOpenedBefore() {
        SealingKey other = SealingKey.of(random.bytes(SealingKey.KEY_BYTES));
        String sealed = key.sealText("text", random);
        assertThat(key.openText(sealed)).hasValue("text");
        assertThat(other.openText(sealed)).isEmpty();
        assertThat(key.openText(sealed)).hasValue("text");
    }

    @Test
    void aChangedSealOpensNeitherBeforeNorAfterTheWholeOne() {
        String sealed = key.sealText("text", random);
        String changed = (sealed.charAt(0) == 'A' ? 'B' : 'A') + sealed.substring(1);
        assertThat(key.openText(changed)).isEmpty();
        assertThat(key.openText(sealed)).hasValue("text");
        assertThat(key.openText(changed)).isEmpty();
    }

    @Test
    void theSameTextCanBeSealedTwiceUnderOneIv() {
        byte[] iv = random.bytes(SealingKey.IV_BYTES);
        byte[] sealed = key.seal(iv, new byte[] {1, 2, 3});
        assertThat(key.open(iv, sealed).orElseThrow()).containsExactly(1, 2, 3);
        assertThat(key.seal(iv, new byte[] {1, 2, 3})).isEqualTo(sealed);
    }
}
