package dev.yorozu.oauth;

import static org.assertj.core.api.Assertions.assertThat;

import dev.yorozu.json.Document;
import dev.yorozu.oauth.ProviderResult.Reason;
import dev.yorozu.store.Bytes;
import java.net.URI;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Calls to a provider that answers as Discord does. */
class ProviderCallsTest {
    private static final Pkce PKCE = new Pkce("the-verifier");

    private final List<Outgoing.Request> asked = new ArrayList<>();

    private static Provider discord() {
        return Discord.provider(Discord.AUTHORIZE_URL, Discord.API_URL, "4711", "the-secret");
    }

    private ProviderCalls calls(Outgoing.Answer answer) {
        return calls(discord(), answer);
    }

    private ProviderCalls calls(Provider provider, Outgoing.Answer answer) {
        return new ProviderCalls(provider, request -> {
            asked.add(request);
            return answer;
        });
    }

    private static Outgoing.Answer response(int status, String body) {
        return new Outgoing.Answer.Response(status, Bytes.of(body));
    }

    private ProviderResult<Grant> exchange(Outgoing.Answer answer) {
        return calls(answer).exchange("the-code", Optional.of(PKCE), "https://site.example/callback");
    }

    private ProviderResult<User> user(Outgoing.Answer answer) {
        return calls(answer).identity("at", Discord::user);
    }

    private static Reason reason(ProviderResult<?> result) {
        return ((ProviderResult.Failed<?>) result).reason();
    }

    @Test
    void aCodeIsExchangedByAFormWithTheVerifier() {
        ProviderResult<Grant> exchange = exchange(response(
                200,
                "{\"access_token\":\"at\",\"token_type\":\"Bearer\",\"expires_in\":604800,\"refresh_token\":\"rt\","
                        + "\"scope\":\"identify guilds\"}"));
        assertThat(exchange)
                .isEqualTo(new ProviderResult.Success<>(new Grant(
                        "at",
                        "Bearer",
                        Optional.of(Duration.ofDays(7)),
                        Optional.of("rt"),
                        Optional.of("identify guilds"),
                        Optional.empty(),
                        Document.empty())));
        Outgoing.Request request = asked.getFirst();
        assertThat(request.uri()).hasToString("https://discord.com/api/oauth2/token");
        assertThat(request.body().orElseThrow().text())
                .isEqualTo("grant_type=authorization_code&code=the-code"
                        + "&redirect_uri=https%3A%2F%2Fsite.example%2Fcallback&code_verifier=the-verifier"
                        + "&client_id=4711&client_secret=the-secret");
        assertThat(request.toString()).doesNotContain("the-");
        assertThat(exchange.toString()).doesNotContain("at,").doesNotContain("rt");
    }

    @Test
    void aClientMayAuthenticateByAHeader() {
        Provider provider = new Provider(
                "other",
                URI.create("https://a.example/a"),
                URI.create("https://a.example/t"),
                URI.create("https://a.example/u"),
                "id:1",
                "a b",
                ClientAuthentication.HEADER,
                List.of(),
                Map.of());
        calls(provider, response(400, "")).renew("rt");
        assertThat(asked.getFirst().headers()).containsEntry("Authorization", "Basic aWQlM0ExOmErYg==");
        assertThat(asked.getFirst().body().orElseThrow().text()).isEqualTo("grant_type=refresh_token&refresh_token=rt");
    }

    @Test
    void aRefusalTellsWhatTheProviderSaidInShortAndWithoutSecrets() {
        assertThat(
                        exchange(
                                response(
                                        400,
                                        "{\"error\":\"invalid_grant\",\"error_description\":\"Invalid \\\"code\\\" the-code\",\"x\":\"y\"}")))
                .isEqualTo(new ProviderResult.Failed<>(Reason.INVALID_GRANT, 400, "invalid_grant: Invalid \"code\" …"));
        assertThat(exchange(response(500, "oh\r\n\u2028no the-secret " + "A1b2".repeat(9))))
                .isEqualTo(new ProviderResult.Failed<>(Reason.DENIED, 500, "oh no … …"));
        assertThat(exchange(response(502, "no ".repeat(1000))))
                .isInstanceOfSatisfying(
                        ProviderResult.Failed.class,
                        denied -> assertThat(denied.detail()).hasSizeLessThan(210));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "[]",
                "{",
                "{\"access_token\":\"\"}",
                "{\"access_token\":\"a\\r\\nb\"}",
                "{\"access_token\":1,\"refresh_token\":\"rt\"}"
            })
    void aGoodStatusWithoutATokenGrantsNothingAndShowsNothing(String body) {
        assertThat(exchange(response(200, body)))
                .isEqualTo(new ProviderResult.Failed<>(Reason.DENIED, 200, "the answer is not as expected"));
    }

    @Test
    void noAnswerIsToldFromARefusal() {
        assertThat(reason(exchange(new Outgoing.Answer.TimedOut()))).isEqualTo(Reason.TIMED_OUT);
        assertThat(reason(exchange(new Outgoing.Answer.Unreachable()))).isEqualTo(Reason.UNREACHABLE);
        assertThat(reason(user(new Outgoing.Answer.TimedOut()))).isEqualTo(Reason.TIMED_OUT);
        assertThat(reason(user(new Outgoing.Answer.Unreachable()))).isEqualTo(Reason.UNREACHABLE);
        assertThat(asked).extracting(Outgoing.Request::timeout).containsOnly(Duration.ofSeconds(5));
    }

    @Test
    void onlyARefusedTokenIsRefusedForGood() {
        String invalid = "{\"error\":\"invalid_grant\"}";
        assertThat(reason(calls(response(400, invalid)).renew("rt"))).isEqualTo(Reason.INVALID_GRANT);
        assertThat(reason(calls(response(401, invalid)).renew("rt"))).isEqualTo(Reason.INVALID_GRANT);
        assertThat(reason(calls(response(503, invalid)).renew("rt"))).isEqualTo(Reason.DENIED);
        assertThat(reason(calls(response(400, "{\"error\":\"invalid_client\"}")).renew("rt")))
                .isEqualTo(Reason.DENIED);
        assertThat(asked).extracting(Outgoing.Request::timeout).containsOnly(Duration.ofSeconds(4));
    }

    @Test
    void aUserGoesByTheirUserNameAndNotByTheNameThatTheyShow() {
        String alice = "{\"id\":\"80351110224678912\",\"username\":\"alice\",\"discriminator\":\"0\",";
        assertThat(user(response(200, alice + "\"global_name\":\"Alice\",\"avatar\":\"a_8342\"}")))
                .isEqualTo(new ProviderResult.Success<>(new User("80351110224678912", "alice", Optional.of("a_8342"))));
        assertThat(user(response(200, alice + "\"global_name\":null,\"avatar\":null}")))
                .isEqualTo(new ProviderResult.Success<>(new User("80351110224678912", "alice", Optional.empty())));
        assertThat(user(response(200, "{\"id\":\"80351110224678912\",\"global_name\":\"Alice\"}")))
                .isInstanceOf(ProviderResult.Failed.class);
        assertThat(asked.getFirst().uri()).hasToString("https://discord.com/api/users/@me");
        assertThat(asked.getFirst().headers()).containsEntry("Authorization", "Bearer at");
    }

    @ParameterizedTest
    @ValueSource(strings = {"a:b", "", "1 2", "{1}", "../1"})
    void anIdThatCannotStandInAKeyIsNobody(String id) {
        assertThat(user(response(200, "{\"id\":\"" + id + "\",\"username\":\"a\"}")))
                .isInstanceOf(ProviderResult.Failed.class);
    }
}
