package dev.yorozu.server.systems.oidc;

import static org.assertj.core.api.Assertions.assertThat;

import com.nimbusds.jose.JOSEObjectType;
import com.nimbusds.jose.JWSAlgorithm;
import com.nimbusds.jose.JWSHeader;
import com.nimbusds.jose.crypto.RSASSASigner;
import com.nimbusds.jose.jwk.RSAKey;
import com.nimbusds.jose.jwk.gen.RSAKeyGenerator;
import com.nimbusds.jwt.JWTClaimsSet;
import com.nimbusds.jwt.PlainJWT;
import com.nimbusds.jwt.SignedJWT;
import java.net.URLEncoder;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.Date;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What the provider says of logouts, and what others say in its name. */
class BackChannelLogoutTest {
    private static final String EVENT = "http://schemas.openid.net/event/backchannel-logout";

    private IndependentProvider provider;
    private OidcSiteUnderTest site;

    @BeforeEach
    void start() throws Exception {
        provider = new IndependentProvider().warmedUp();
        site = new OidcSiteUnderTest(provider.issuer(), Map.of());
    }

    @AfterEach
    void close() {
        site.close();
        provider.close();
    }

    private Visitor signedIn(String subject, String session) throws Exception {
        provider.nextToken(Map.of("sub", subject, "sid", session));
        Visitor visitor = site.visitor();
        assertThat(visitor.signIn().statusCode()).isEqualTo(302);
        assertThat(isIn(visitor)).isTrue();
        return visitor;
    }

    private static boolean isIn(Visitor visitor) throws Exception {
        return visitor.get("/oidc/me").statusCode() == 200;
    }

    private JWTClaimsSet.Builder claims() {
        Instant now = Instant.now();
        return new JWTClaimsSet.Builder()
                .issuer(provider.issuer())
                .audience(IndependentProvider.CLIENT)
                .issueTime(Date.from(now))
                .expirationTime(Date.from(now.plusSeconds(120)))
                .jwtID(UUID.randomUUID().toString())
                .claim("events", Map.of(EVENT, Map.of()));
    }

    private String signed(JWTClaimsSet.Builder claims) throws Exception {
        return signed(provider.key(), "logout+jwt", claims);
    }

    private static String signed(RSAKey key, String type, JWTClaimsSet.Builder claims) throws Exception {
        SignedJWT jwt = new SignedJWT(
                new JWSHeader.Builder(JWSAlgorithm.RS256)
                        .keyID(key.getKeyID())
                        .type(new JOSEObjectType(type))
                        .build(),
                claims.build());
        jwt.sign(new RSASSASigner(key));
        return jwt.serialize();
    }

    private HttpResponse<String> post(String body) throws Exception {
        return site.server()
                .send(HttpRequest.newBuilder(site.server().uri("/oidc/backchannel-logout"))
                        .header("Content-Type", "application/x-www-form-urlencoded")
                        .POST(BodyPublishers.ofString(body))
                        .build());
    }

    private HttpResponse<String> logout(String token) throws Exception {
        return post("logout_token=" + URLEncoder.encode(token, StandardCharsets.UTF_8));
    }

    private static void isDone(HttpResponse<String> answer) {
        assertThat(answer.statusCode()).as(answer.body()).isEqualTo(200);
        assertThat(answer.headers().firstValue("Cache-Control")).contains("no-store");
    }

    private static void isRefused(HttpResponse<String> answer) {
        assertThat(answer.statusCode()).as(answer.body()).isEqualTo(400);
        assertThat(answer.body()).startsWith("{\"error\":\"invalid_request\",");
        assertThat(answer.headers().firstValue("Cache-Control")).contains("no-store");
    }

    @Test
    void aLogoutOfOneSessionEndsItAndNoOther() throws Exception {
        Visitor first = signedIn("alice", "s-1");
        Visitor second = signedIn("alice", "s-2");
        Visitor other = signedIn("bob", "s-3");
        isDone(logout(signed(claims().claim("sid", "s-1"))));
        assertThat(isIn(first)).isFalse();
        assertThat(isIn(second)).isTrue();
        isDone(logout(signed(claims().subject("alice").claim("sid", "s-2"))));
        assertThat(isIn(second)).isFalse();
        assertThat(isIn(other)).isTrue();
        isDone(logout(signed(claims().claim("sid", "nobody's"))));
        assertThat(isIn(other)).isTrue();
    }

    @Test
    void aLogoutOfAPersonEndsAllOfTheirSessions() throws Exception {
        List<Visitor> all = List.of(signedIn("alice", "s-1"), signedIn("alice", "s-2"));
        Visitor other = signedIn("bob", "s-3");
        isDone(logout(signed(provider.key(), "JWT", claims().subject("alice"))));
        for (Visitor each : all) {
            assertThat(isIn(each)).isFalse();
        }
        assertThat(isIn(other)).isTrue();
    }

    @Test
    void aLogoutTokenIsGoodOnce() throws Exception {
        signedIn("alice", "s-1");
        String token = signed(
                claims().subject("alice").issueTime(Date.from(Instant.now().minusSeconds(20))));
        isDone(logout(token));
        Visitor later = signedIn("alice", "s-2");
        isRefused(logout(token));
        assertThat(isIn(later)).isTrue();
    }

    @Test
    void nothingButALogoutTokenOfTheProviderForUsEndsAnything() throws Exception {
        Visitor alice = signedIn("alice", "s-1");
        RSAKey foreign =
                new RSAKeyGenerator(2048).keyID(provider.key().getKeyID()).generate();
        Date past = Date.from(Instant.now().minusSeconds(31));
        isRefused(logout(signed(foreign, "logout+jwt", claims().claim("sid", "s-1"))));
        isRefused(logout(new PlainJWT(claims().claim("sid", "s-1").build()).serialize()));
        isRefused(logout(signed(provider.key(), "at+jwt", claims().claim("sid", "s-1"))));
        List<UnaryOperator<JWTClaimsSet.Builder>> wrong = List.of(
                each -> each.issuer("https://other.example"),
                each -> each.audience("another"),
                each -> each.audience(List.of(IndependentProvider.CLIENT, "another")),
                each -> each.expirationTime(past),
                each -> each.expirationTime(null),
                each -> each.issueTime(null),
                each -> each.issueTime(Date.from(Instant.now().plusSeconds(60))),
                each -> each.jwtID(null),
                each -> each.jwtID(""),
                each -> each.claim("nonce", "x"),
                each -> each.claim("events", null),
                each -> each.claim("events", List.of(EVENT)),
                each -> each.claim("events", Map.of(EVENT, "x")),
                each -> each.claim("events", Map.of("http://other.example/event", Map.of())),
                each -> each.claim("sid", 7),
                each -> each.claim("sid", "s".repeat(256)),
                each -> each.claim("sid", null));
        for (UnaryOperator<JWTClaimsSet.Builder> each : wrong) {
            isRefused(logout(signed(each.apply(claims().claim("sid", "s-1")))));
        }
        String right = signed(claims().claim("sid", "s-1"));
        isRefused(logout(right + "x"));
        isRefused(post("logout_token=" + right + "&logout_token=" + right));
        isRefused(post("token=" + right));
        isRefused(post(""));
        assertThat(isIn(alice)).isTrue();
        isDone(logout(right));
        assertThat(isIn(alice)).isFalse();
    }

    /** The provider said who it is, and then that they are out, before this server was done. */
    @Test
    void aSignInThatALogoutOvertookSignsNobodyIn() throws Exception {
        long said = Instant.now().getEpochSecond() - 5;
        for (boolean all : List.of(true, false)) {
            Visitor visitor = site.visitor();
            String back = visitor.goToProvider("");
            isDone(logout(signed(all ? claims().subject("carol") : claims().claim("sid", "s-9"))));
            provider.nextToken(Map.of("sub", all ? "carol" : "dave", "sid", "s-9", "iat", said));
            HttpResponse<String> overtaken = visitor.get(back);
            assertThat(overtaken.statusCode()).as(overtaken.body()).isEqualTo(409);
            assertThat(isIn(visitor)).isFalse();
        }
        assertThat(site.sessions()).isZero();
    }

    @Test
    void aFaultOfTheProviderIsSaidAsAFailure() throws Exception {
        String token = signed(claims().claim("sid", "s-1"));
        provider.close();
        HttpResponse<String> answer = logout(token);
        assertThat(answer.statusCode()).isEqualTo(400);
        assertThat(answer.body()).contains("temporarily_unavailable");
    }
}
