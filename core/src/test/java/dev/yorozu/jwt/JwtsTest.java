package dev.yorozu.jwt;

import static dev.yorozu.jwt.SampleTokens.HS;
import static dev.yorozu.jwt.SampleTokens.JWT;
import static dev.yorozu.jwt.SampleTokens.NOW;
import static dev.yorozu.jwt.SampleTokens.POLICY;
import static dev.yorozu.jwt.SampleTokens.RS;
import static dev.yorozu.jwt.SampleTokens.claims;
import static dev.yorozu.jwt.SampleTokens.header;
import static dev.yorozu.jwt.SampleTokens.jwts;
import static dev.yorozu.jwt.SampleTokens.signed;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.yorozu.json.Document;
import dev.yorozu.jwt.Verification.Invalid;
import dev.yorozu.jwt.Verification.Reason;
import dev.yorozu.jwt.Verification.Valid;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class JwtsTest {
    private static Verification at(Instant now, String token) {
        return new Jwts(SigningKeys.of(HS), POLICY, () -> now).verify(token);
    }

    @Test
    void whatWasSignedIsReadAgain() {
        for (SigningKey key : List.of(HS, RS)) {
            assertThat(jwts(key).verify(jwts(key).sign(JWT))).isEqualTo(new Valid(JWT));
        }
    }

    @Test
    void theSameTokenIsSignedWithTheSameLetters() {
        for (SigningKey key : List.of(HS, RS)) {
            assertThat(jwts(key).sign(JWT)).isEqualTo(jwts(key).sign(JWT));
        }
    }

    @Test
    void theClaimsHaveTheDocumentedNames() {
        assertThat(CompactForm.object(jwts(HS).sign(JWT).split("\\.", -1)[1])
                        .orElseThrow()
                        .names())
                .containsExactly("jti", "sub", "iat", "email", "username", "userId", "roles", "iss", "aud", "exp");
    }

    @Test
    void anOlderKeyStillChecksAndTheNewestSigns() {
        SigningKey next = SigningKey.hs256("next", new byte[32]);
        String old = jwts(HS).sign(JWT);
        assertThat(jwts(next, HS).verify(old)).isEqualTo(new Valid(JWT));
        assertThat(jwts(next).verify(old)).isEqualTo(new Invalid(Reason.KEY));
        assertThat(jwts(next).verify(jwts(next, HS).sign(JWT))).isEqualTo(new Valid(JWT));
        assertThat(jwts(RS, HS).verify(old)).isEqualTo(new Valid(JWT));
    }

    @Test
    void keysCanChangeWhileTokensAreChecked() {
        AtomicReference<SigningKeys> keys = new AtomicReference<>(SigningKeys.of(HS));
        Jwts changing = new Jwts(keys::get, POLICY, () -> NOW);
        String old = changing.sign(JWT);
        keys.set(new SigningKeys(RS, List.of(HS)));
        assertThat(changing.verify(old)).isEqualTo(new Valid(JWT));
        assertThat(changing.verify(changing.sign(JWT))).isEqualTo(new Valid(JWT));
        keys.set(SigningKeys.of(RS));
        assertThat(changing.verify(old)).isEqualTo(new Invalid(Reason.KEY));
    }

    @Test
    void aTokenWithoutANameIsTriedWithEachKeyOfTheAlgorithm() {
        String unnamed = signed(HS, "{\"typ\":\"JWT\",\"alg\":\"HS256\"}", claims("exp", "1772367300"));
        SigningKey next = SigningKey.hs256("next", new byte[32]);
        assertThat(jwts(HS).verify(unnamed)).isEqualTo(new Valid(JWT));
        assertThat(jwts(next, HS).verify(unnamed)).isEqualTo(new Valid(JWT));
        assertThat(jwts(next).verify(unnamed)).isEqualTo(new Invalid(Reason.SIGNATURE));
        assertThat(jwts(RS, HS).verify(unnamed)).isEqualTo(new Invalid(Reason.ALGORITHM));
    }

    @Test
    void whatIsNotAcceptedIsRefusedHoweverOftenItComes() {
        for (SigningKey key : List.of(HS, RS)) {
            Jwts any = jwts(key);
            Jwts others = any.accepting(jwt -> !jwt.equals(JWT));
            Jwts neither = others.accepting(jwt -> true);
            String token = others.sign(JWT);
            for (int times = 0; times < 2; times++) {
                assertThat(any.verify(token)).isEqualTo(new Valid(JWT));
                assertThat(others.verify(token)).isEqualTo(new Invalid(Reason.CLAIMS));
                assertThat(neither.verify(token)).isEqualTo(new Invalid(Reason.CLAIMS));
            }
        }
    }

    @Test
    void whatIsAcceptedIsAskedOnceOfATokenThatComesAgain() {
        AtomicInteger asked = new AtomicInteger();
        Jwts counting = jwts(RS).accepting(jwt -> asked.incrementAndGet() > 0);
        String token = counting.sign(JWT);
        for (int times = 0; times < 3; times++) {
            assertThat(counting.verify(token)).isEqualTo(new Valid(JWT));
        }
        assertThat(asked).hasValue(1);
    }

    @Test
    void aTokenThatWasSeenIsStillHeldToTheClockAndTheKeys() {
        AtomicReference<SigningKeys> keys = new AtomicReference<>(SigningKeys.of(RS));
        AtomicReference<Instant> now = new AtomicReference<>(NOW);
        Jwts jwts = new Jwts(keys::get, POLICY, now::get);
        String token = jwts.sign(JWT);
        assertThat(jwts.verify(token)).isEqualTo(new Valid(JWT));
        assertThat(jwts.verify(token)).isEqualTo(new Valid(JWT));
        assertThat(jwts.verify(token + "A")).isInstanceOf(Invalid.class);
        assertThat(jwts.verify(token.substring(0, token.length() - 1))).isInstanceOf(Invalid.class);
        now.set(JWT.endsAt().plus(POLICY.skew()));
        assertThat(jwts.verify(token)).isEqualTo(new Invalid(Reason.EXPIRED));
        now.set(NOW);
        assertThat(jwts.verify(token)).isEqualTo(new Valid(JWT));
        keys.set(SigningKeys.of(HS));
        assertThat(jwts.verify(token)).isEqualTo(new Invalid(Reason.KEY));
        keys.set(new SigningKeys(HS, List.of(RS)));
        assertThat(jwts.verify(token)).isEqualTo(new Valid(JWT));
    }

    @Test
    void aTokenOfAnotherTypeIsRefusedHoweverOften() {
        JwtPolicy other = new JwtPolicy(POLICY.issuer(), POLICY.audience(), "rt+jwt", POLICY.skew());
        SigningKeys keys = SigningKeys.of(RS);
        String token = new Jwts(keys, other, () -> NOW).sign(JWT);
        Jwts jwts = new Jwts(keys, POLICY, () -> NOW);
        for (int i = 0; i < 3; i++) {
            assertThat(jwts.verify(token)).isEqualTo(new Invalid(Reason.TYPE));
        }
    }

    @Test
    void aTokenEndsWithItsSkew() {
        String token = jwts(HS).sign(JWT);
        Instant end = JWT.endsAt().plus(POLICY.skew());
        assertThat(at(end.minusMillis(1), token)).isEqualTo(new Valid(JWT));
        assertThat(at(end, token)).isEqualTo(new Invalid(Reason.EXPIRED));
    }

    @Test
    void aTokenFromTheFutureMustWaitForItsTime() {
        String token = jwts(HS).sign(JWT);
        assertThat(at(NOW.minusSeconds(30), token)).isEqualTo(new Valid(JWT));
        assertThat(at(NOW.minusSeconds(30).minusMillis(1), token)).isEqualTo(new Invalid(Reason.NOT_YET));
        long soon = NOW.getEpochSecond() + 31;
        String later = signed(HS, header(HS), claims("nbf", Long.toString(soon)));
        assertThat(jwts(HS).verify(later)).isEqualTo(new Invalid(Reason.NOT_YET));
        assertThat(at(NOW.plusSeconds(1), later)).isEqualTo(new Valid(JWT));
    }

    @ParameterizedTest
    @ValueSource(strings = {"\"app\"", "[\"app\"]", "[\"other\",\"app\"]"})
    void theAudienceIsATextOrAList(String json) {
        assertThat(jwts(HS).verify(signed(HS, header(HS), claims("aud", json)))).isEqualTo(new Valid(JWT));
    }

    @Test
    void theTypeIsComparedAsAMediaTypeIs() {
        String other = header(HS).replace("JWT", "jwt");
        assertThat(jwts(HS).verify(signed(HS, other, claims("aud", "\"app\"")))).isEqualTo(new Valid(JWT));
    }

    @Test
    void theSkewIsAtMostThirtySeconds() {
        assertThatIllegalArgumentException().isThrownBy(() -> new JwtPolicy("i", "a", "JWT", Duration.ofSeconds(31)));
        assertThatIllegalArgumentException().isThrownBy(() -> new JwtPolicy("i", "a", "JWT", Duration.ofSeconds(-1)));
    }

    @Test
    void whatEveryTokenHasIsNotGivenTwice() {
        for (String name : Jwt.RESERVED) {
            assertThatIllegalArgumentException()
                    .isThrownBy(() -> new Jwt(
                            "a", "b", NOW, NOW.plusSeconds(1), Document.empty().with(name, "x")));
        }
    }

    @Test
    void aTokenThatNobodyWouldAcceptIsNotSigned() {
        Document long0 = Document.empty().with("text", "x".repeat(Jwts.LONGEST));
        Jwt tooLong = new Jwt("a", "b", NOW, NOW.plusSeconds(1), long0);
        assertThatIllegalArgumentException().isThrownBy(() -> jwts(HS).sign(tooLong));
    }
}
