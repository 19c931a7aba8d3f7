package dev.yorozu.secret;

import static org.assertj.core.api.Assertions.assertThat;

import dev.yorozu.keyspace.DiscordKeys;
import org.junit.jupiter.api.Test;

class StorageTest {
    private final RandomTokens random = RandomTokens.secure();
    private final String sid = random.base64url(24);

    @Test
    void documentedKeepsEverythingAsItIs() {
        assertThat(Storage.DOCUMENTED.keyPart(sid)).isEqualTo(sid);
        assertThat(Storage.DOCUMENTED.seal(sid, "access_token", "abc", random)).isEqualTo("abc");
        assertThat(Storage.DOCUMENTED.open(sid, "access_token", "abc")).hasValue("abc");
    }

    @Test
    void hardenedKeysHoldOnlyADigest() {
        String part = Storage.HARDENED.keyPart(sid);
        assertThat(part).isEqualTo(Digests.base64url(sid)).doesNotContain(sid).hasSize(43);
        assertThat(DiscordKeys.SESSION.key(part).name()).isEqualTo("sess:" + part);
    }

    @Test
    void aSealedSecretOpensOnlyForItsIdAndField() {
        String sealed = Storage.HARDENED.seal(sid, "access_token", "秘密", random);
        assertThat(sealed).doesNotContain("秘密");
        assertThat(Storage.HARDENED.open(sid, "access_token", sealed)).hasValue("秘密");
        assertThat(Storage.HARDENED.open(sid, "refresh_token", sealed)).isEmpty();
        assertThat(Storage.HARDENED.open(random.base64url(24), "access_token", sealed))
                .isEmpty();
        assertThat(Storage.HARDENED.open(sid, "access_token", "h1.AAAA")).isEmpty();
        assertThat(Storage.HARDENED.open(sid, "access_token", "h1.%%")).isEmpty();
        assertThat(Storage.HARDENED.open(sid, "access_token", "plain")).isEmpty();
    }

    @Test
    void sealingTwiceNeverGivesTheSame() {
        String first = Storage.HARDENED.seal(sid, "f", "x", random);
        String second = Storage.HARDENED.seal(sid, "f", "x", random);
        assertThat(first).isNotEqualTo(second);
    }

    @Test
    void tokensHaveTheLengthThatWasAskedFor() {
        assertThat(random.base64url(16)).hasSize(22);
        assertThat(random.base64url(32)).hasSize(43);
        assertThat(random.characters(10)).matches("[A-Za-z0-9_-]{10}");
        assertThat(random.hex(16)).matches("[0-9a-f]{32}");
    }
}
