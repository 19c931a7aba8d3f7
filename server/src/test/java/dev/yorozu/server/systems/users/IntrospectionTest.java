package dev.yorozu.server.systems.users;

import static org.assertj.core.api.Assertions.assertThat;

import dev.yorozu.account.Account;
import dev.yorozu.account.Role;
import dev.yorozu.audit.AuditLog;
import dev.yorozu.audit.AuditPolicy;
import dev.yorozu.audit.Event;
import dev.yorozu.audit.Kind;
import dev.yorozu.audit.Query;
import dev.yorozu.credential.Permission;
import dev.yorozu.json.Document;
import dev.yorozu.secret.RandomTokens;
import dev.yorozu.secret.Storage;
import dev.yorozu.server.Answer;
import dev.yorozu.server.oauth.Program;
import dev.yorozu.store.testkit.HeldClock;
import java.net.http.HttpRequest.BodyPublishers;
import java.time.Duration;
import java.util.EnumSet;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;

/** What programs are told of the tokens of this system, and how they revoke them. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class IntrospectionTest {
    private static final String INTROSPECT = "/oauth/introspect";
    private static final String REVOKE = "/oauth/revoke";

    private final HeldClock clock = HeldClock.start();
    private final UsersSite site = UsersSite.of(clock, Storage.HARDENED);
    private final Program resource = program("users:introspect");
    private final Program revoker = program("users:introspect", "users:introspect-refresh", "users:revoke");

    private Program program(String... scopes) {
        return Program.at(site.server(), site.store(), "/users", scopes);
    }

    @AfterAll
    void close() {
        site.close();
    }

    @Test
    void anAccessTokenIsDescribed() throws Exception {
        Account user = site.user();
        UserApp app = site.app(user);
        Document claims = UserApp.claims(app.access());
        JsonNode active = resource.active(app.access());

        assertThat(active.get("sub").asString()).isEqualTo(user.uuid().toString());
        assertThat(active.get("username").asString()).isEqualTo(user.username());
        assertThat(active.get("scope").asString()).isEqualTo(Role.USER);
        assertThat(active.get("token_type").asString()).isEqualTo("Bearer");
        assertThat(active.get("iss").asString()).isEqualTo("https://auth.example.com");
        assertThat(active.get("aud").asString()).isEqualTo("fastapi-api");
        assertThat(active.get("jti").asString()).isEqualTo(claims.text("jti").orElseThrow());
        assertThat(active.get("sid").asString()).isEqualTo(app.session());
        assertThat(active.get("exp").asLong()).isEqualTo(claims.number("exp").orElseThrow());
        assertThat(active.get("iat").asLong()).isEqualTo(claims.number("iat").orElseThrow());
        assertThat(active.toString()).doesNotContain(app.access(), user.email());
    }

    @Test
    void oneQuestionToTheStoreIsEnough() throws Exception {
        UserApp app = site.app(site.user());
        resource.active(app.access());
        int calls = site.directory().calls();
        long trips = site.store().trips();
        resource.active(app.access());

        assertThat(site.store().trips() - trips).isEqualTo(1);
        assertThat(site.directory().calls()).isEqualTo(calls);
    }

    @Test
    void whateverEndsATokenIsSeenByTheNextQuestion() throws Exception {
        Account user = site.user();
        UserApp app = site.app(user);
        resource.active(app.access());
        app.logout().isOk();
        resource.findsInactive(app.access());

        UserApp disabled = site.app(user);
        resource.active(disabled.access());
        site.directory().enable(user.id(), false);
        resource.findsInactive(disabled.access());
        site.directory().enable(user.id(), true);
        resource.active(disabled.access());
        site.directory().grant(user.id(), "editor");
        assertThat(resource.active(disabled.access()).get("scope").asString()).contains("editor");
        clock.advance(Duration.ofMinutes(16));
        resource.findsInactive(disabled.access());
    }

    @ParameterizedTest
    @ValueSource(strings = {"x", "a.b.c", "eyJhbGciOiJub25lIn0.eyJzdWIiOiJ4In0.", "\u3042", " "})
    void whatIsNoTokenIsInactive(String text) throws Exception {
        revoker.findsInactive(text);
        assertThat(revoker.revoke(text).isOk().body()).isEmpty();
    }

    /** A resource server asks about whatever its clients bring. */
    @Test
    void aRefreshTokenIsShownOnlyToThoseWhoMayAskAboutThem() throws Exception {
        Account user = site.user();
        UserApp app = site.app(user);
        String first = app.refreshToken();
        resource.findsInactive(first);
        JsonNode active = revoker.active(first);
        assertThat(active.get("sub").asString()).isEqualTo(user.uuid().toString());
        assertThat(active.get("aud").asString()).isEqualTo("https://auth.example.com");
        assertThat(active.has("token_type")).isFalse();
        app.refresh().isOk();
        revoker.findsInactive(first);
        revoker.active(app.refreshToken());
        assertThat(app.isIn()).isTrue();
    }

    @Test
    void aRevokedAccessTokenIsRefusedAloneAndARefreshTokenEndsItsLogin() throws Exception {
        Account user = site.user();
        UserApp app = site.app(user);
        UserApp other = site.app(user);
        Answer revoked = revoker.revoke(app.access()).isOk();
        assertThat(revoked.body()).isEmpty();
        assertThat(revoked.header("Cache-Control")).isEqualTo("no-store");
        resource.findsInactive(app.access());
        app.get(UserApp.ME).isError(401);
        app.refresh().isOk();
        resource.active(app.access());

        revoker.revoke(app.refreshToken()).isOk();
        resource.findsInactive(app.access());
        app.refresh().isError(401);
        assertThat(other.isIn()).isTrue();
        revoker.revoke(app.refreshToken()).isOk();
    }

    @Test
    void revocationsAreWrittenDownWithTheProgram() throws Exception {
        Account user = site.user();
        UserApp app = site.app(user);
        clock.advance(Duration.ofSeconds(1));
        revoker.revoke(app.refreshToken()).isOk();
        clock.advance(Duration.ofSeconds(1));
        List<Event> events = new AuditLog(site.store(), AuditPolicy.STANDARD, RandomTokens.secure(), clock)
                .page(Query.ALL.of(Kind.TOKEN), "", 1)
                .events();

        assertThat(events).hasSize(1);
        Event event = events.getFirst();
        assertThat(event.action()).isEqualTo("revoke");
        assertThat(event.user()).contains("credential " + revoker.name());
        assertThat(event.subject()).isEqualTo("user " + user.uuid());
        assertThat(event.reference()).isEqualTo(app.session());
    }

    @Test
    void aSecretCountsAsBasicAndAsBearerAndBelowBothPaths() throws Exception {
        String body =
                "token_type_hint=refresh_token&token=" + site.app(site.user()).access();
        for (String authorization : List.of(resource.basic(), "Bearer " + resource.secret())) {
            for (String path : List.of(INTROSPECT, "/api/v1" + INTROSPECT)) {
                assertThat(resource.post(path, authorization, body).isOk().body())
                        .startsWith("{\"active\":true,");
            }
        }
    }

    @Test
    void withoutACredentialNothingIsSaid() throws Exception {
        String body = "token=" + site.app(site.user()).access();
        String wrong = resource.secret().substring(0, resource.secret().length() - 1) + "!";
        for (String path : List.of(INTROSPECT, REVOKE)) {
            for (String authorization : List.of("", "Bearer " + wrong, "Basic eDp5", "Digest x")) {
                Answer refused = resource.post(path, authorization, body).isError(401);
                assertThat(refused.text("error")).isEqualTo("invalid_client");
                assertThat(refused.header("WWW-Authenticate")).contains("Basic realm=", "Bearer realm=");
                assertThat(refused.header("Cache-Control")).isEqualTo("no-store");
            }
            clock.advance(Duration.ofMinutes(2));
        }
    }

    @Test
    void theScopeAndThePermissionMustBeThere() throws Exception {
        UserApp app = site.app(site.user());
        Program reader = Program.at(
                site.server(), site.store(), "/users", EnumSet.of(Permission.READ), "users:revoke", "users:introspect");
        for (Program lacking : List.of(resource, reader, program("tokens:*"))) {
            Answer refused = lacking.revoke(app.access()).isError(403);
            assertThat(refused.text("error")).isEqualTo("insufficient_scope");
        }
        program("tokens:introspect", "users:revoke").introspect(app.access()).isError(403);
        reader.active(app.access());
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"", "token=", "token_type_hint=access_token", "token=a&token=b", "token=%ff", "token=a&x=1&x=2"})
    void aRequestThatIsNoneSaysSo(String body) throws Exception {
        for (String path : List.of(INTROSPECT, REVOKE)) {
            assertThat(revoker.post(path, revoker.basic(), body).isError(400).text("error"))
                    .isEqualTo("invalid_request");
        }
    }

    @Test
    void nothingButAFormIsTakenAndNoOtherMethod() throws Exception {
        for (String path : List.of(INTROSPECT, REVOKE)) {
            Answer json = revoker.send(revoker.request(path)
                    .header("Authorization", revoker.basic())
                    .header("Content-Type", "application/json")
                    .POST(BodyPublishers.ofString("{\"token\":\"x\"}")));
            assertThat(json.isError(400).text("error")).isEqualTo("invalid_request");
            revoker.send(revoker.request(path + "?token=x")).isError(405);
        }
    }

    @Test
    void pagesOfOtherOriginsAreToldNothing() throws Exception {
        for (String path : List.of(INTROSPECT, REVOKE)) {
            Answer preflight = revoker.send(revoker.request(path)
                    .header("Origin", "https://app.example.com")
                    .header("Access-Control-Request-Method", "POST")
                    .method("OPTIONS", BodyPublishers.noBody()));
            Answer asked = revoker.send(revoker.request(path)
                    .header("Origin", "https://app.example.com")
                    .POST(BodyPublishers.noBody()));
            assertThat(preflight.response().headers().map().keySet())
                    .noneMatch(name -> name.startsWith("access-control-"));
            assertThat(asked.response().headers().map().keySet()).noneMatch(name -> name.startsWith("access-control-"));
        }
    }
}
