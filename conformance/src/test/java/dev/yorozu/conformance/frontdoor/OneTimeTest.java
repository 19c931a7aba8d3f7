package dev.yorozu.conformance.frontdoor;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.yorozu.OneTimeCodes;
import dev.yorozu.Yorozu;
import dev.yorozu.conformance.OnEveryStore;
import dev.yorozu.conformance.Suite;
import dev.yorozu.keyspace.AppKeys;
import dev.yorozu.secret.Digests;
import dev.yorozu.secret.Storage;
import dev.yorozu.store.Key;
import dev.yorozu.store.testkit.Poll;
import dev.yorozu.store.testkit.Race;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.Parameter;

/** One-time codes: one winner, and nothing in the store that opens one. */
@OnEveryStore(storages = {Storage.DOCUMENTED, Storage.HARDENED})
final class OneTimeTest extends Suite {
    private static final Duration LIFE = Duration.ofMinutes(10);

    @Parameter(1)
    @SuppressWarnings("NullAway.Init") // Set before each test.
    private Storage storage;

    private OneTimeCodes codes(String name) {
        return Yorozu.builder(store()).storage(storage).open().oneTime(name);
    }

    @Test
    void aCodeIsGoodOnce() {
        for (String payload : List.of("hanako@example.com", "", "花子 😀", "a".repeat(100_000))) {
            String code = codes("codes").issue(payload, LIFE);
            assertThat(code).matches("[0-9A-Za-z_-]{22}");
            assertThat(codes("codes").redeem(code)).contains(payload);
            assertThat(codes("codes").redeem(code)).isEmpty();
        }
    }

    @Test
    void ofManyExactlyOneRedeemsACode() throws Exception {
        for (int round = 0; round < 10; round++) {
            String code = codes("codes").issue("round " + round, LIFE);
            var won = Race.run(8, () -> codes("codes").redeem(code));
            assertThat(won.stream().flatMap(Optional::stream)).containsExactly("round " + round);
        }
    }

    @Test
    void aCodeOfAnotherNameOrNoCodeAtAllOpensNothing() {
        String code = codes("codes").issue("secret", LIFE);
        assertThat(codes("other codes").redeem(code)).isEmpty();
        for (String text : List.of("", "a", "花子", "a:b", "{", code + ":", "a".repeat(1 << 20), "\uD800")) {
            assertThat(codes("codes").redeem(text)).isEmpty();
        }
        assertThat(codes("codes").redeem(code)).contains("secret");
    }

    @Test
    void aCodeEndsWithItsLife() {
        String code = codes("codes").issue("late", Duration.ofMillis(20));
        Key key = AppKeys.ONE_TIME.key("codes", storage.keyPart(code));
        Poll.until("the code's life has passed", () -> store().type(key).isEmpty());
        assertThat(codes("codes").redeem(code)).isEmpty();
    }

    @Test
    void hardenedTheStoreOpensNothing() {
        String code = codes("codes").issue("hanako@example.com", LIFE);
        Key key = AppKeys.ONE_TIME.key("codes", storage.keyPart(code));
        String stored = store().get(key).orElseThrow().text();
        boolean hardened = storage == Storage.HARDENED;
        assertThat(key.name().endsWith(code)).isEqualTo(!hardened);
        assertThat(stored.contains("hanako")).isEqualTo(!hardened);
        if (hardened) {
            assertThat(codes("codes").redeem(Digests.base64url(code))).isEmpty();
        }
        assertLife(key, LIFE);
    }

    @Test
    void whatLooksEncryptedIsKeptOrRefused() {
        if (storage == Storage.HARDENED) {
            assertThat(codes("codes").redeem(codes("codes").issue("h1.x", LIFE)))
                    .contains("h1.x");
        } else {
            assertThatIllegalArgumentException()
                    .isThrownBy(() -> codes("codes").issue("h1.x", LIFE))
                    .withMessageContaining("looks encrypted");
        }
    }

    @Test
    void halfACharacterIsRefused() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> codes("codes").issue("\uD800", LIFE))
                .withMessageContaining("half a character");
    }
}
