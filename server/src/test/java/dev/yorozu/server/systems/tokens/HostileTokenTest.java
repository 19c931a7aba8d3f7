package dev.yorozu.server.systems.tokens;

import static org.assertj.core.api.Assertions.assertThat;

import dev.yorozu.account.Account;
import dev.yorozu.json.Document;
import dev.yorozu.jwt.Jwt;
import dev.yorozu.jwt.JwtPolicy;
import dev.yorozu.jwt.Jwts;
import dev.yorozu.jwt.SigningKey;
import dev.yorozu.jwt.SigningKeys;
import dev.yorozu.secret.Digests;
import dev.yorozu.secret.Storage;
import dev.yorozu.server.Answer;
import dev.yorozu.store.testkit.Rounds;
import dev.yorozu.token.Access;
import dev.yorozu.token.Claims;
import dev.yorozu.token.Issued;
import java.net.http.HttpRequest;
import java.nio.charset.StandardCharsets;
import java.security.KeyPairGenerator;
import java.security.interfaces.RSAPrivateCrtKey;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.time.temporal.ChronoUnit;
import java.util.Base64;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Access tokens that somebody made, bent or borrowed: 401 each, and nothing else. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class HostileTokenTest {
    private static final Base64.Encoder BASE64 = Base64.getUrlEncoder().withoutPadding();
    private static final JwtPolicy POLICY =
            new JwtPolicy(TokenSite.ISSUER, TokenSite.AUDIENCE, JwtPolicy.JWT, Duration.ofSeconds(30));

    private final TokenSite site = TokenSite.of(InstantSource.system(), Storage.DOCUMENTED);
    private final Instant now = Instant.now().truncatedTo(ChronoUnit.SECONDS);
    private Account user;
    private App app;
    /** The id of a token that lives: nothing but the forgery itself stands in the way. */
    private String jti = "";

    @BeforeAll
    void enter() throws Exception {
        user = site.user();
        app = site.app(user);
        jti = app.get(App.VERIFY).text("jti");
    }

    @AfterAll
    void stop() {
        site.close();
    }

    private void assertRefused(String token) throws Exception {
        for (String path : List.of(App.PROFILE, App.VERIFY)) {
            Answer answer = app.copy().holding(token, "").get(path).isError(401);
            assertThat(answer.header("WWW-Authenticate")).isEqualTo("Bearer error=\"invalid_token\"");
        }
    }

    private Document claims() {
        return Document.empty()
                .with("jti", jti)
                .with("sub", user.user())
                .with("iat", now.getEpochSecond())
                .with("exp", now.plusSeconds(900).getEpochSecond())
                .with("iss", TokenSite.ISSUER)
                .with("aud", TokenSite.AUDIENCE);
    }

    private static String signed(String header, Document claims) {
        String content = encoded(header) + "." + encoded(claims.bytes().text());
        return content + "." + BASE64.encodeToString(Digests.hmac(TokenSite.SECRET, content));
    }

    private static String encoded(String text) {
        return BASE64.encodeToString(text.getBytes(StandardCharsets.UTF_8));
    }

    private static final String HS256 = "{\"alg\":\"HS256\",\"typ\":\"JWT\"}";

    @Test
    void theForgeriesBelowAreRightButForWhatIsWrongWithThem() throws Exception {
        app.copy().holding(signed(HS256, claims()), "").profile().isOk();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{\"alg\":\"none\",\"typ\":\"JWT\"}",
                "{\"alg\":\"None\",\"typ\":\"JWT\"}",
                "{\"alg\":\"RS256\",\"typ\":\"JWT\"}",
                "{\"alg\":\"HS384\",\"typ\":\"JWT\"}",
                "{\"alg\":\"HS512\",\"typ\":\"JWT\"}",
                "{\"alg\":\"ES256\",\"typ\":\"JWT\"}",
                "{\"typ\":\"JWT\"}",
                "{\"alg\":\"HS256\",\"typ\":\"at+jwt\"}",
                "{\"alg\":\"HS256\",\"typ\":\"JWT\",\"kid\":\"foreign\"}",
                "{\"alg\":\"HS256\",\"typ\":\"JWT\",\"kid\":\"../../etc/passwd\"}",
                "{\"alg\":\"HS256\",\"typ\":\"JWT\",\"kid\":7}",
                "{\"alg\":\"HS256\",\"typ\":\"JWT\",\"jku\":\"https://evil.example/keys\"}",
                "{\"alg\":\"HS256\",\"typ\":\"JWT\",\"x5u\":\"https://evil.example/cert\"}",
                "{\"alg\":\"HS256\",\"typ\":\"JWT\",\"jwk\":{\"kty\":\"oct\",\"k\":\"AAAA\"}}",
                "{\"alg\":\"HS256\",\"typ\":\"JWT\",\"crit\":[\"exp\"]}",
                "{\"alg\":\"HS256\",\"alg\":\"HS256\",\"typ\":\"JWT\"}",
                "[]",
                "{"
            })
    void aHeaderOfAnotherKindIsRefused(String header) throws Exception {
        assertRefused(signed(header, claims()));
    }

    @Test
    void aTokenWithoutASignatureIsRefused() throws Exception {
        String content = encoded("{\"alg\":\"none\",\"typ\":\"JWT\"}") + "."
                + encoded(claims().bytes().text());

        assertRefused(content + ".");
        assertRefused(content);
        assertRefused(signed(HS256, claims()).replaceFirst("\\.[^.]+$", "."));
    }

    @Test
    void claimsThatDoNotHoldAreRefused() throws Exception {
        long later = now.plusSeconds(120).getEpochSecond();
        for (Document claims : List.of(
                claims().with("exp", now.minusSeconds(31).getEpochSecond()),
                claims().with("nbf", later),
                claims().with("iat", later),
                claims().with("iss", "https://evil.example"),
                claims().with("aud", "somebody else"),
                claims().with("sub", "999999"),
                claims().with("sub", "-1"),
                claims().with("sub", "a:b"),
                claims().with("sub", "{" + user.user() + "}"),
                claims().with("jti", "another"),
                claims().with("jti", "*"),
                claims().with("exp", Long.MAX_VALUE),
                claims().with("exp", "never"),
                claims().without("exp"),
                claims().without("jti"),
                claims().without("sub"),
                claims().without("iat"),
                claims().without("iss"),
                claims().without("aud"))) {
            assertRefused(signed(HS256, claims));
        }
    }

    @Test
    void aTokenOfAnotherKeyIsRefused() throws Exception {
        Access access = new Access(jti, now, now.plusSeconds(900));
        SigningKey other =
                SigningKey.hs256("another secret of more than thirty-two bytes".getBytes(StandardCharsets.UTF_8));
        KeyPairGenerator generator = KeyPairGenerator.getInstance("RSA");
        generator.initialize(2048);
        SigningKey rsa =
                SigningKey.rs256((RSAPrivateCrtKey) generator.generateKeyPair().getPrivate());
        for (SigningKey key : List.of(other, rsa)) {
            Jwts jwts = new Jwts(SigningKeys.of(key), POLICY, InstantSource.system());
            assertRefused(
                    jwts.sign(new Jwt(access.id(), user.user(), access.issuedAt(), access.endsAt(), Document.empty())));
        }
    }

    @Test
    void whatIsNoAccessTokenIsRefused() throws Exception {
        String token = app.access();
        for (String each : List.of(
                app.refreshToken(),
                token.substring(0, token.length() - 1),
                token.substring(1),
                token + "A",
                token + ".",
                token + "." + token,
                token.replace('.', '_'),
                token + "=",
                "a.b.c",
                "..",
                ".",
                "*",
                "x".repeat(10_000))) {
            assertRefused(each);
        }
    }

    @Test
    void aPairThatNobodyIssuedToTheUserOpensNothing() throws Exception {
        Issued other = site.tokens()
                .issue(
                        site.user().user(),
                        Document.empty(),
                        new Claims(site.user().user(), Document.empty()));

        assertRefused(signed(
                HS256, claims().with("jti", other.login().access().getLast().id())));
    }

    @Test
    void theTokenComesInOneHeaderOfOneScheme() throws Exception {
        for (String header : List.of(
                "Basic " + app.access(),
                app.access(),
                "Bearer",
                "Bearer ",
                "Bearer  ",
                "Bearer\t" + app.access(),
                "Bearer " + app.access() + ", Bearer " + app.access(),
                "Bearer " + app.access() + " x",
                "BearerX " + app.access(),
                "Bearer:" + app.access())) {
            app.send(HttpRequest.newBuilder(app.uri(App.PROFILE)).header("Authorization", header))
                    .isError(401);
        }
        app.send(HttpRequest.newBuilder(app.uri(App.PROFILE))
                        .header("Authorization", "Bearer " + app.access())
                        .header("Authorization", "Bearer " + app.access()))
                .isError(401);
        Answer none = app.send(HttpRequest.newBuilder(app.uri(App.PROFILE))).isError(401);
        assertThat(none.header("WWW-Authenticate")).isEqualTo("Bearer");
        app.send(HttpRequest.newBuilder(app.uri(App.PROFILE)).header("Authorization", "bEARER " + app.access()))
                .isOk();
    }

    @Test
    void aTokenInTheQueryOrTheBodyOpensNothing() throws Exception {
        app.send(HttpRequest.newBuilder(app.uri(App.PROFILE + "?access_token=" + app.access())))
                .isError(401);
    }

    /** Every mutation of a live token is refused, whatever it breaks. */
    @Test
    void mutatedTokensAreRefusedAndBreakNothing() throws Exception {
        int rounds = Rounds.of(2_000, 100_000);
        Random random = new Random(Rounds.seed());
        Mutations mutations = new Mutations(random);
        for (int i = 0; i < rounds; i++) {
            String mutated = mutations.of(app.access());
            if (mutated.equals(app.access())) {
                continue;
            }
            Answer answer = app.copy().holding(mutated, "").get(App.VERIFY);
            assertThat(answer.status()).as("round " + i + ": " + mutated).isEqualTo(401);
        }
        app.get(App.VERIFY).isOk();
    }
}
