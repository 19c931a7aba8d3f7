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
    private static final Instant NOW = Instant.parse("2026-01-01T00:00:00Z");

    private final SigningKeys keys = keys("one");
    private final VerifiedTokenCache cache = new VerifiedTokenCache(1 << 18);

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
                .forEach(token -> remember(token, said(token)));
    }

    private void remember(int token, JwtClaims.Timed said) {
        if (!cache.isSigned(digest(token), keys)) {
            cache.signed(digest(token), keys);
        }
        cache.remember(digest(token), keys, said, NOW);
    }

    private static JwtClaims.Timed said(int token) {
        return said("id" + token, NOW.plusSeconds(900), Document.empty());
    }

    private static JwtClaims.Timed said(String id, Instant end, Document claims) {
        Jwt jwt = new Jwt(id, "利用者-1", Instant.ofEpochSecond(1), end, claims);
        return new JwtClaims.Timed(new Verification.Valid(jwt), 3);
    }

    private long known(int from, int to) {
        return IntStream.range(from, to)
                .filter(token -> cache.find(digest(token), keys) != null)
                .count();
    }

    @Test
    void whatATokenSaysIsFoundAsItWas() {
        Document claims = Document.empty()
                .with("sid", "sess-0123")
                .with("roles", List.of("user", "管理者"))
                .with("act", Document.empty().with("depth", -1))
                .with("admin", true)
                .withNull("none");
        JwtClaims.Timed said = said("name.\"1\"", NOW.plusSeconds(900), claims);

        remember(7, said);

        assertThat(cache.find(digest(7), keys)).isEqualTo(said);
        assertThat(cache.find(digest(8), keys)).isNull();
    }

    @Test
    void whatIsSaidAtLengthIsReadEachTime() {
        remember(7, said("id", NOW.plusSeconds(900), Document.empty().with("about", "x".repeat(PackedToken.LARGEST))));

        assertThat(cache.isSigned(digest(7), keys)).isTrue();
        assertThat(cache.find(digest(7), keys)).isNull();
    }

    @Test
    void mostOfAHundredThousandTokensAreKept() {
        int many = 5 * TOKENS;
        remember(0, many);

        assertThat(known(0, many)).isGreaterThan(many * 3 / 4);
    }

    @Test
    void tokensThatAreOverMakeRoomAtOnce() {
        IntStream.range(0, 5 * TOKENS)
                .forEach(token -> remember(token, said("id" + token, NOW.minusSeconds(1), Document.empty())));

        remember(5 * TOKENS, 6 * TOKENS);

        assertThat(known(5 * TOKENS, 6 * TOKENS)).isGreaterThan(TOKENS * 9 / 10);
    }

    @Test
    void whatIsReadIsNotForgottenForTokensThatComeOnce() {
        int few = 5 * TOKENS;
        remember(0, few);
        long before = known(0, few);
        remember(few, 2 * few);

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
