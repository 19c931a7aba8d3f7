package dev.yorozu.oauth;

import static org.assertj.core.api.Assertions.assertThat;

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

    private Exchange exchange(Outgoing.Answer answer) {
        return calls(answer).exchange("the-code", Optional.of(PKCE), "https://site.example/callback");
    }

    @Test
    void aCodeIsExchangedByAFormWithTheVerifier() {
        Exchange exchange = exchange(response(
                200,
                "{\"access_token\":\"at\",\"token_type\":\"Bearer\",\"expires_in\":604800,\"refresh_token\":\"rt\","
                        + "\"scope\":\"identify guilds\"}"));
        assertThat(exchange)
                .isEqualTo(new Exchange.Granted(new Grant(
                        "at",
                        "Bearer",
                        Optional.of(Duration.ofDays(7)),
                        Optional.of("rt"),
                        Optional.of("identify guilds"),
                        Optional.empty())));
        Outgoing.Request request = asked.getFirst();
        assertThat(request.uri()).hasToString("https://discord.com/api/oauth2/token");
        assertThat(request.form())
                .hasValue("grant_type=authorization_code&code=the-code"
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
                Map.of(),
                answer -> Optional.empty());
        calls(provider, response(400, "")).renew("rt");
        assertThat(asked.getFirst().headers()).containsEntry("Authorization", "Basic aWQlM0ExOmErYg==");
        assertThat(asked.getFirst().form()).hasValue("grant_type=refresh_token&refresh_token=rt");
    }

    @Test
    void aRefusalTellsWhatTheProviderSaidInShortAndWithoutSecrets() {
        assertThat(
                        exchange(
                                response(
                                        400,
                                        "{\"error\":\"invalid_grant\",\"error_description\":\"Invalid \\\"code\\\" the-code\",\"x\":\"y\"}")))
                .isEqualTo(new Exchange.Denied(400, "invalid_grant: Invalid \"code\" …"));
        assertThat(exchange(response(500, "oh\r\n\u2028no the-secret " + "A1b2".repeat(9))))
                .isEqualTo(new Exchange.Denied(500, "oh no … …"));
        assertThat(exchange(response(502, "no ".repeat(1000))))
                .isInstanceOfSatisfying(
                        Exchange.Denied.class,
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
        assertThat(exchange(response(200, body))).isEqualTo(new Exchange.Denied(200, "the answer is not as expected"));
    }

    @Test
    void noAnswerIsToldFromARefusal() {
        assertThat(exchange(new Outgoing.Answer.TimedOut())).isEqualTo(new Exchange.TimedOut());
        assertThat(exchange(new Outgoing.Answer.Unreachable())).isEqualTo(new Exchange.Unreachable());
        assertThat(calls(new Outgoing.Answer.TimedOut()).user("at")).isEqualTo(new Lookup.TimedOut<>());
        assertThat(calls(new Outgoing.Answer.Unreachable()).user("at")).isEqualTo(new Lookup.Unreachable<>());
        assertThat(asked).extracting(Outgoing.Request::timeout).containsOnly(Duration.ofSeconds(5));
    }

    @Test
    void onlyARefusedTokenIsRefusedForGood() {
        String invalid = "{\"error\":\"invalid_grant\"}";
        assertThat(calls(response(400, invalid)).renew("rt")).isEqualTo(new Renewal.InvalidGrant(400));
        assertThat(calls(response(401, invalid)).renew("rt")).isEqualTo(new Renewal.InvalidGrant(401));
        assertThat(calls(response(503, invalid)).renew("rt")).isInstanceOf(Renewal.Trouble.class);
        assertThat(calls(response(400, "{\"error\":\"invalid_client\"}")).renew("rt"))
                .isInstanceOf(Renewal.Trouble.class);
        assertThat(asked).extracting(Outgoing.Request::timeout).containsOnly(Duration.ofSeconds(4));
    }

    @Test
    void aUserGoesByTheirUserNameAndNotByTheNameThatTheyShow() {
        String alice = "{\"id\":\"80351110224678912\",\"username\":\"alice\",\"discriminator\":\"0\",";
        assertThat(calls(response(200, alice + "\"global_name\":\"Alice\",\"avatar\":\"a_8342\"}"))
                        .user("at"))
                .isEqualTo(new Lookup.Found<>(new User("80351110224678912", "alice", Optional.of("a_8342"))));
        assertThat(calls(response(200, alice + "\"global_name\":null,\"avatar\":null}"))
                        .user("at"))
                .isEqualTo(new Lookup.Found<>(new User("80351110224678912", "alice", Optional.empty())));
        assertThat(calls(response(200, "{\"id\":\"80351110224678912\",\"global_name\":\"Alice\"}"))
                        .user("at"))
                .isInstanceOf(Lookup.Denied.class);
        assertThat(asked.getFirst().uri()).hasToString("https://discord.com/api/users/@me");
        assertThat(asked.getFirst().headers()).containsEntry("Authorization", "Bearer at");
    }

    @ParameterizedTest
    @ValueSource(strings = {"a:b", "", "1 2", "{1}", "../1"})
    void anIdThatCannotStandInAKeyIsNobody(String id) {
        assertThat(calls(response(200, "{\"id\":\"" + id + "\",\"username\":\"a\"}"))
                        .user("at"))
                .isInstanceOf(Lookup.Denied.class);
    }
}
