package dev.yorozu.jwt;

import static org.assertj.core.api.Assertions.assertThat;

import dev.yorozu.json.Document;
import dev.yorozu.secret.Digests;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
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

    private void remember(int from, int to) {
        IntStream.range(from, to)
                .filter(token -> cache.find(digest(token), keys) == null)
                .forEach(token -> cache.remember(digest(token), keys, said(token)));
    }

    private static JwtClaims.Timed said(int token) {
        Jwt jwt = new Jwt("id" + token, "user", Instant.ofEpochSecond(1), Instant.ofEpochSecond(2), Document.empty());
        return new JwtClaims.Timed(new Verification.Valid(jwt), 1);
    }

    private long known(int from, int to) {
        return IntStream.range(from, to)
                .filter(token -> cache.find(digest(token), keys) != null)
                .count();
    }

    @Test
    void whatIsReadIsNotForgottenForTokensThatComeOnce() {
        int few = 10_000;
        remember(0, few);
        long before = known(0, few);
        remember(few, 4 * few);

        assertThat(before).isGreaterThan(few * 9 / 10);
        assertThat(known(0, few)).isGreaterThan(before * 3 / 4);
    }

    @Test
    void aTokenThatComesAgainAndAgainIsReadOnceInTheEnd() {
        remember(0, 5 * TOKENS);
        int late = 5 * TOKENS;
        for (int times = 0; times < 64; times++) {
            remember(late, late + 1);
        }
        assertThat(known(late, late + 1)).isOne();
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
