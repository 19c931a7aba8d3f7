package dev.yorozu.server.systems.apps;

import static org.assertj.core.api.Assertions.assertThat;

import com.nimbusds.jose.crypto.ECDSAVerifier;
import com.nimbusds.jose.jwk.JWKSet;
import com.nimbusds.jwt.SignedJWT;
import com.nimbusds.oauth2.sdk.as.AuthorizationServerMetadata;
import dev.yorozu.credential.Permission;
import dev.yorozu.server.systems.apps.AppsSite.Answer;
import dev.yorozu.server.systems.apps.AppsSite.Program;
import dev.yorozu.store.backend.Limits;
import dev.yorozu.store.backend.StoreObserver;
import dev.yorozu.store.memory.MemoryStore;
import dev.yorozu.store.testkit.HeldClock;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.EnumSet;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

/** What is made with keys of each app's own: tokens and share links. */
class AppTokensTest {
    private final HeldClock clock = HeldClock.start();
    private final AppsSite site = new AppsSite(new MemoryStore(clock, Limits.DEFAULT, StoreObserver.NONE), clock);
    private final Program shop = site.app("shop", "");

    @AfterEach
    void stop() {
        site.close();
    }

    private Answer issue(String user) throws Exception {
        return shop.post("/tokens", "{\"user\":\"%s\",\"claims\":{\"plan\":\"free\"}}".formatted(user))
                .is(201);
    }

    private JsonNode verify(String token) throws Exception {
        return shop.post("/tokens/verify", "{\"access_token\":\"%s\"}".formatted(token))
                .is(200)
                .json();
    }

    private String keys() throws Exception {
        return shop.get("/.well-known/jwks.json").is(200).response().body();
    }

    @Test
    void accessTokensAreSignedByAKeyThatEverybodyMayHave() throws Exception {
        String token = issue("hanako").text("access_token");

        SignedJWT jwt = SignedJWT.parse(token);
        JWKSet published = JWKSet.parse(keys());
        assertThat(jwt.getHeader().getType().getType()).isEqualTo("at+jwt");
        assertThat(jwt.verify(new ECDSAVerifier(
                        published.getKeyByKeyId(jwt.getHeader().getKeyID()).toECKey())))
                .isTrue();
        assertThat(jwt.getJWTClaimsSet().getClaims())
                .containsKeys("iss", "exp", "aud", "sub", "client_id", "iat", "jti")
                .containsEntry("plan", "free");
        assertThat(verify(token).path("user").asString()).isEqualTo("hanako");
        assertThat(verify(token).path("claims").toString()).isEqualTo("{\"plan\":\"free\"}");
        assertThat(verify("no.token.atall").path("active").asBoolean()).isFalse();
        shop.post("/tokens", "{\"user\":\"a\",\"claims\":{\"exp\":1}}").isProblem(400, "bad_request");
    }

    /** What cannot be a token is no fault of the server, and ends no login to make room. */
    @Test
    void claimsThatMakeATokenTooLongAreRefusedAndChangeNothing() throws Exception {
        String name = "名".repeat(256);
        Program single = site.app("single", "{\"tokens\":{\"max_per_user\":1}}");
        Program named = site.app(
                "named",
                "{\"tokens\":{\"max_per_user\":1,\"issuer\":\"%s\",\"audience\":\"%s\"}}".formatted(name, name));
        for (Program app : List.of(single, named)) {
            String body = "{\"user\":\"" + name + "\",\"claims\":{\"x\":\"%s\"}}";
            String token = app.post("/tokens", body.formatted("y".repeat(3000)))
                    .is(201)
                    .text("access_token");
            for (int length : List.of(4080, 6000, 20_000)) {
                Answer answer = app.post("/tokens", body.formatted("y".repeat(length)));
                if (app == single && length == 4080) {
                    token = answer.is(201).text("access_token");
                } else {
                    answer.isProblem(400, "bad_request");
                }
            }
            assertThat(app.post("/tokens/verify", "{\"access_token\":\"%s\"}".formatted(token))
                            .json()
                            .path("active")
                            .asBoolean())
                    .isTrue();
        }
    }

    @Test
    void aRefreshTokenIsSpentOnceAndItsReuseEndsTheLogin() throws Exception {
        Answer first = issue("taro");
        String spent = "{\"refresh_token\":\"%s\"}".formatted(first.text("refresh_token"));
        Answer second = shop.post("/tokens/refresh", spent).is(200);
        assertThat(second.text("refresh_token")).isNotEqualTo(first.text("refresh_token"));

        clock.advance(Duration.ofSeconds(11));
        shop.post("/tokens/refresh", spent).isProblem(401, "refresh_token_reused");
        assertThat(verify(second.text("access_token")).path("active").asBoolean())
                .isFalse();
        shop.post("/tokens/refresh", "{\"refresh_token\":\"%s\"}".formatted("0".repeat(64)))
                .isProblem(401, "refresh_token_invalid");
    }

    @Test
    void whatIsRevokedDoesNotCountInTheNextCheck() throws Exception {
        Answer one = issue("jiro");
        Answer two = issue("jiro");
        Answer three = issue("jiro");

        shop.post("/tokens/revoke", "{\"access_token\":\"%s\"}".formatted(one.text("access_token")))
                .is(200);
        assertThat(verify(one.text("access_token")).path("active").asBoolean()).isFalse();
        shop.post("/tokens/revoke", "{\"refresh_token\":\"%s\"}".formatted(two.text("refresh_token")))
                .is(200);
        assertThat(verify(two.text("access_token")).path("active").asBoolean()).isFalse();
        assertThat(verify(three.text("access_token")).path("active").asBoolean())
                .isTrue();
        shop.post("/users/jiro/tokens/revoke", "").is(200);
        assertThat(verify(three.text("access_token")).path("active").asBoolean())
                .isFalse();
        shop.post("/tokens/revoke", "{}").isProblem(400, "bad_request");
    }

    @Test
    void aNewKeySignsAndTheOneBeforeStillCounts() throws Exception {
        String before = issue("saburo").text("access_token");
        site.apps().rotateKey("shop");
        clock.advance(Duration.ofSeconds(1));
        String after = issue("saburo").text("access_token");

        assertThat(SignedJWT.parse(before).getHeader().getKeyID()).isEqualTo("shop-1");
        assertThat(SignedJWT.parse(after).getHeader().getKeyID()).isEqualTo("shop-2");
        assertThat(verify(before).path("active").asBoolean()).isTrue();
        assertThat(verify(after).path("active").asBoolean()).isTrue();
        assertThat(JWKSet.parse(keys()).getKeys()).hasSize(2);
        assertThat(keys()).doesNotContain("\"d\"");
    }

    @Test
    void aTokenOfOneAppCountsInNoOther() throws Exception {
        Program blog = site.app("blog", "{\"tokens\":{\"issuer\":\"shop\",\"audience\":\"shop\"}}");
        String token = issue("hanako").text("access_token");

        assertThat(blog.post("/tokens/verify", "{\"access_token\":\"%s\"}".formatted(token))
                        .json()
                        .path("active")
                        .asBoolean())
                .isFalse();
    }

    private JsonNode introspect(Program program, String token) throws Exception {
        return program.form("/oauth/introspect", "token=" + token).is(200).json();
    }

    @Test
    void resourceServersAskAboutTokensByTheStandards() throws Exception {
        Program asking = site.program(
                "shop",
                site.secret(
                        "api",
                        EnumSet.of(Permission.READ, Permission.WRITE),
                        "app/shop:introspect",
                        "app/shop:revoke"));
        Answer pair = issue("hanako");

        JsonNode active = introspect(asking, pair.text("access_token"));
        assertThat(active.path("active").asBoolean()).isTrue();
        assertThat(active.path("sub").asString()).isEqualTo("hanako");
        assertThat(active.path("client_id").asString()).isEqualTo("shop");
        assertThat(introspect(asking, pair.text("refresh_token")).toString()).isEqualTo("{\"active\":false}");

        asking.form("/oauth/revoke", "token=" + pair.text("access_token")).is(200);
        assertThat(introspect(asking, pair.text("access_token")).toString()).isEqualTo("{\"active\":false}");
        site.app("blog", "");
        assertThat(site.program("blog", asking.secret())
                        .form("/oauth/introspect", "token=a")
                        .is(403)
                        .text("error"))
                .isEqualTo("insufficient_scope");
        assertThat(site.program("No%20app", asking.secret())
                        .form("/oauth/introspect", "token=a")
                        .status())
                .isEqualTo(403);
    }

    @Test
    void anAppWhoseIssuerIsItsAddressPublishesThat() throws Exception {
        String issuer = "https://auth.example.org/v1/apps/blog";
        Program blog = site.app("blog", "{\"tokens\":{\"issuer\":\"%s\"}}".formatted(issuer));
        HttpResponse<String> standard = site.server().get("/.well-known/oauth-authorization-server/v1/apps/blog");
        Answer below = blog.get("/.well-known/oauth-authorization-server").is(200);
        assertThat(standard.body()).isEqualTo(below.response().body());
        AuthorizationServerMetadata read = AuthorizationServerMetadata.parse(standard.body());
        assertThat(read.getIssuer().getValue()).isEqualTo(issuer);
        assertThat(read.getJWKSetURI()).hasToString(issuer + "/.well-known/jwks.json");
        assertThat(read.getIntrospectionEndpointURI()).hasToString(issuer + "/oauth/introspect");

        shop.get("/.well-known/oauth-authorization-server").isProblem(404, "no_metadata");
        site.program("none", "").get("/.well-known/oauth-authorization-server").isProblem(404, "no_such_app");
        assertThat(site.server()
                        .get("/.well-known/oauth-authorization-server/v1/apps/shop")
                        .statusCode())
                .isEqualTo(404);
    }

    @Test
    void aLinkLeadsToItsTargetUntilItIsDeleted() throws Exception {
        Answer link = shop.post(
                        "/links", "{\"user\":\"hanako\",\"url\":\"https://files.example.com/a.zip\",\"life\":600}")
                .is(201);
        String token = "{\"token\":\"%s\",\"user\":\"%s\"}";
        String shown = link.text("token");
        assertThat(shop.post("/links/resolve", token.formatted(shown, ""))
                        .json()
                        .path("url")
                        .asString())
                .isEqualTo("https://files.example.com/a.zip");
        assertThat(shop.get("/users/hanako/links").json().path("links").size()).isEqualTo(1);
        assertThat(shop.get("/users/hanako/links").response().body()).doesNotContain(shown, "files.example.com");

        assertThat(shop.post("/links/delete", token.formatted(shown, "taro"))
                        .json()
                        .path("deleted")
                        .asBoolean())
                .isFalse();
        assertThat(shop.post("/links/delete", token.formatted(shown, "hanako"))
                        .json()
                        .path("deleted")
                        .asBoolean())
                .isTrue();
        assertThat(shop.post("/links/resolve", token.formatted(link.text("long_token"), ""))
                        .json()
                        .path("found")
                        .asBoolean())
                .isFalse();
        shop.post("/links", "{\"user\":\"a\",\"url\":\"http://files.example.com/a\"}")
                .isProblem(400, "url_invalid");
    }
}
