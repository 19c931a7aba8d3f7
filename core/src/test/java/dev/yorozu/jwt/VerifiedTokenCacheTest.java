package dev.yorozu.jwt;

import static org.assertj.core.api.Assertions.assertThat;

import dev.yorozu.secret.Digests;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class VerifiedTokenCacheTest {
    private static final int TOKENS = 20_000;

    private final SigningKeys keys = keys("one");
    private final VerifiedTokenCache cache = new VerifiedTokenCache();

    private static SigningKeys keys(String name) {
        return new SigningKeys(
                SigningKey.hs256(name, "a secret of thirty-two bytes and more".getBytes(StandardCharsets.UTF_8)),
                List.of());
    }

    private static byte[] digest(int token) {
        return Digests.sha256("token " + token);
    }

    @Test
    void farMoreSignaturesAreRememberedThanTokensAreRead() {
        for (int round = 0; round < 10; round++) {
            IntStream.range(0, TOKENS)
                    .filter(token -> !cache.isSigned(digest(token), keys))
                    .forEach(token -> cache.signed(digest(token), keys));
        }

        assertThat(IntStream.range(0, TOKENS).filter(token -> cache.isSigned(digest(token), keys)))
                .as("of those that share their places, the last")
                .hasSizeGreaterThan(TOKENS * 9 / 10);
        assertThat(IntStream.range(TOKENS, 2 * TOKENS).filter(token -> cache.isSigned(digest(token), keys)))
                .isEmpty();
    }

    @Test
    void nearlyNoneOfAHundredThousandSignaturesIsForgotten() {
        int many = 5 * TOKENS;
        IntStream.range(0, many).forEach(token -> cache.signed(digest(token), keys));

        assertThat(IntStream.range(0, many).filter(token -> !cache.isSigned(digest(token), keys)))
                .hasSizeLessThan(many / 100);
    }

    @Test
    void nothingIsKnownUnderOtherKeys() {
        cache.signed(digest(1), keys);
        SigningKeys others = keys("two");

        assertThat(cache.isSigned(digest(1), others)).isFalse();
        cache.signed(digest(2), others);
        assertThat(cache.isSigned(digest(1), keys)).isFalse();
    }
}
