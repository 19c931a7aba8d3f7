package dev.yorozu.server.systems.oidc;

import static org.assertj.core.api.Assertions.assertThat;

import com.nimbusds.jose.JOSEObjectType;
import com.nimbusds.jose.JWSAlgorithm;
import com.nimbusds.jose.JWSHeader;
import com.nimbusds.jose.JWSSigner;
import com.nimbusds.jose.crypto.ECDSASigner;
import com.nimbusds.jose.crypto.MACSigner;
import com.nimbusds.jose.crypto.RSASSASigner;
import com.nimbusds.jose.crypto.opts.AllowWeakRSAKey;
import com.nimbusds.jose.jwk.Curve;
import com.nimbusds.jose.jwk.ECKey;
import com.nimbusds.jose.jwk.JWKSet;
import com.nimbusds.jose.jwk.RSAKey;
import com.nimbusds.jose.jwk.gen.ECKeyGenerator;
import com.nimbusds.jose.jwk.gen.RSAKeyGenerator;
import com.nimbusds.jwt.JWTClaimsSet;
import com.nimbusds.jwt.PlainJWT;
import com.nimbusds.jwt.SignedJWT;
import dev.yorozu.oauth.Outgoing;
import dev.yorozu.store.Bytes;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.Date;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

/** Tokens as an attacker would make them, against a provider's true key set. */
class IdTokensTest {
    private static final Instant NOW = Instant.parse("2026-03-01T12:00:00Z");
    private static final String ISSUER = "https://issuer.example";
    private static final URI PLACE = URI.create(ISSUER + "/x");

    private static final RSAKey RSA =
            made(() -> new RSAKeyGenerator(2048).keyID("rsa").generate());
    private static final ECKey EC =
            made(() -> new ECKeyGenerator(Curve.P_256).keyID("ec").generate());

    private final AtomicInteger fetches = new AtomicInteger();
    private final IdTokens tokens;

    private static <T> T made(Callable<T> key) {
        try {
            return key.call();
        } catch (Exception e) {
            throw new IllegalStateException(e);
        }
    }

    IdTokensTest() {
        String set = new JWKSet(List.of(RSA, EC)).toPublicJWKSet().toString();
        Outgoing outgoing = request -> {
            fetches.incrementAndGet();
            return new Outgoing.Answer.Response(200, Bytes.of(set));
        };
        Metadata metadata = new Metadata(
                ISSUER, PLACE, PLACE, PLACE, Optional.empty(), Optional.empty(), Set.of(JWSAlgorithm.RS256), List.of());
        SigningKeys keys = new SigningKeys(new Fetching(outgoing), PLACE, () -> NOW);
        tokens = new IdTokens(new ProviderTokens(metadata, "client", keys, () -> NOW));
    }

    private static JWTClaimsSet.Builder claims() {
        return new JWTClaimsSet.Builder()
                .issuer(ISSUER)
                .audience("client")
                .subject("alice")
                .issueTime(Date.from(NOW))
                .expirationTime(Date.from(NOW.plusSeconds(60)))
                .claim("nonce", "nonce");
    }

    private static JWSHeader.Builder header(JWSAlgorithm algorithm, String kid) {
        return new JWSHeader.Builder(algorithm).keyID(kid).type(JOSEObjectType.JWT);
    }

    private static String signed(JWSHeader.Builder header, JWSSigner signer) throws Exception {
        return signed(header, signer, claims());
    }

    private static String signed(JWSHeader.Builder header, JWSSigner signer, JWTClaimsSet.Builder claims)
            throws Exception {
        SignedJWT jwt = new SignedJWT(header.build(), claims.build());
        jwt.sign(signer);
        return jwt.serialize();
    }

    private void assertRefused(String token, String why) {
        assertThat(tokens.check(token, "nonce")).isEqualTo(new Verdict.Refused<>(why));
    }

    @Test
    void aTrueTokenIsGenuine() throws Exception {
        String token = signed(header(JWSAlgorithm.RS256, "rsa"), new RSASSASigner(RSA));
        assertThat(tokens.check(token, "nonce"))
                .isEqualTo(
                        new Verdict.Genuine<>(new Identity(ISSUER, "alice", Optional.empty(), Optional.empty(), NOW)));
        assertRefused(token.substring(0, token.length() - 4) + "AAAA", "its signature is wrong");
    }

    @Test
    void aTokenForSeveralIsOursOnlyWhenWeAreTheParty() throws Exception {
        List<String> both = List.of("client", "another");
        String why = "its audience is another";
        assertRefused(trulySigned(claims().audience(both)), why);
        assertRefused(trulySigned(claims().audience(both).claim("azp", "another")), why);
        assertRefused(trulySigned(claims().claim("azp", "another")), why);
        assertThat(tokens.check(trulySigned(claims().audience(both).claim("azp", "client")), "nonce"))
                .isInstanceOf(Verdict.Genuine.class);
    }

    @Test
    void clocksMayDifferByHalfAMinute() throws Exception {
        assertRefused(trulySigned(claims().expirationTime(Date.from(NOW.minusSeconds(30)))), "it is over");
        assertRefused(trulySigned(claims().issueTime(Date.from(NOW.plusSeconds(31)))), "it is not valid yet");
        assertThat(tokens.check(
                        trulySigned(claims().expirationTime(Date.from(NOW.minusSeconds(29)))
                                .issueTime(Date.from(NOW.plusSeconds(30)))),
                        "nonce"))
                .isInstanceOf(Verdict.Genuine.class);
    }

    private String trulySigned(JWTClaimsSet.Builder claims) throws Exception {
        return signed(header(JWSAlgorithm.RS256, "rsa"), new RSASSASigner(RSA), claims);
    }

    @Test
    void anUnsignedTokenIsRefused() {
        assertRefused(new PlainJWT(claims().build()).serialize(), "it is not a signed token");
    }

    @Test
    void aTokenSignedWithThePublicKeyAsASharedSecretIsRefused() throws Exception {
        byte[] known = RSA.toPublicJWK().toJSONString().getBytes(StandardCharsets.UTF_8);
        assertRefused(
                signed(header(JWSAlgorithm.HS256, "rsa"), new MACSigner(known)),
                "its algorithm is not one of the provider's");
    }

    @Test
    void anAlgorithmThatTheProviderDidNotNameIsRefusedEvenWithItsKey() throws Exception {
        assertRefused(
                signed(header(JWSAlgorithm.ES256, "ec"), new ECDSASigner(EC)),
                "its algorithm is not one of the provider's");
        assertRefused(
                signed(header(JWSAlgorithm.RS256, "ec"), new RSASSASigner(RSA)),
                "its key is not one of the provider's");
    }

    @Test
    void aKeyThatTheTokenBringsIsNotUsed() throws Exception {
        RSAKey own = new RSAKeyGenerator(2048).keyID("own").generate();
        RSASSASigner signer = new RSASSASigner(own);
        String why = "it brings a key of its own";
        assertRefused(signed(header(JWSAlgorithm.RS256, "own").jwk(own.toPublicJWK()), signer), why);
        assertRefused(signed(header(JWSAlgorithm.RS256, "own").jwkURL(PLACE), signer), why);
        assertRefused(signed(header(JWSAlgorithm.RS256, "own").x509CertURL(PLACE), signer), why);
        assertThat(fetches).hasValue(0);
        assertRefused(signed(header(JWSAlgorithm.RS256, "rsa"), signer), "its signature is wrong");
    }

    @Test
    void aTokenOfAnotherTypeIsRefused() throws Exception {
        assertRefused(
                signed(header(JWSAlgorithm.RS256, "rsa").type(new JOSEObjectType("at+jwt")), new RSASSASigner(RSA)),
                "it is a token of another type");
    }

    @Test
    void madeUpKeyNamesDoNotFloodTheProvider() throws Exception {
        for (int i = 0; i < 20; i++) {
            assertRefused(
                    signed(header(JWSAlgorithm.RS256, "made-up-" + i), new RSASSASigner(RSA)),
                    "its key is not one of the provider's");
        }
        assertThat(fetches).hasValue(1);
    }

    @Test
    void aTooShortKeyIsNotTrusted() throws Exception {
        RSAKey weak = new RSAKeyGenerator(1024, true).keyID("weak").generate();
        String set = new JWKSet(weak).toPublicJWKSet().toString();
        Fetching fetching = new Fetching(request -> new Outgoing.Answer.Response(200, Bytes.of(set)));
        Metadata metadata = new Metadata(
                ISSUER, PLACE, PLACE, PLACE, Optional.empty(), Optional.empty(), Set.of(JWSAlgorithm.RS256), List.of());
        IdTokens trusting = new IdTokens(
                new ProviderTokens(metadata, "client", new SigningKeys(fetching, PLACE, () -> NOW), () -> NOW));
        String token = signed(
                header(JWSAlgorithm.RS256, "weak"),
                new RSASSASigner(weak.toPrivateKey(), Set.of(AllowWeakRSAKey.getInstance())));
        assertThat(trusting.check(token, "nonce")).isEqualTo(new Verdict.Refused<>("its key cannot be used"));
    }

    @Test
    void whatIsNoTokenIsRefused() {
        for (String text : List.of("", ".", "..", "a.b.c", "x".repeat(20_000), "eyJhbGciOiJub25lIn0.e30.")) {
            assertThat(tokens.check(text, "nonce")).isInstanceOf(Verdict.Refused.class);
        }
    }
}
