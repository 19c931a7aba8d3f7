package dev.yorozu.oauth;

import static org.assertj.core.api.Assertions.assertThat;

import dev.yorozu.store.Bytes;
import java.net.URI;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Calls to a provider that answers as Patreon does, and what a relay passes on. */
class PatreonTest {
    private final List<Outgoing.Request> asked = new ArrayList<>();

    private ProviderCalls calls(Outgoing.Answer answer) {
        return new ProviderCalls(Patreon.provider(Patreon.API_URL, "4711", "the-secret"), request -> {
            asked.add(request);
            return answer;
        });
    }

    private static Outgoing.Answer response(int status, String body) {
        return new Outgoing.Answer.Response(status, Bytes.of(body));
    }

    @Test
    void theIdentityIsAskedForAsDocumented() {
        calls(response(200, "{}")).identity("at", Optional::of);
        assertThat(asked.getFirst().uri())
                .hasToString("https://www.patreon.com/api/oauth2/v2/identity"
                        + "?include=memberships.currently_entitled_tiers,memberships.campaign"
                        + "&fields%5Buser%5D=email,full_name"
                        + "&fields%5Bmember%5D=patron_status,currently_entitled_amount_cents,next_charge_date,"
                        + "campaign_lifetime_support_cents"
                        + "&fields%5Btier%5D=title,amount_cents");
        assertThat(asked.getFirst().uri().getQuery()).contains("fields[member]=patron_status,");
        assertThat(asked.getFirst().headers()).containsEntry("Authorization", "Bearer at");
    }

    @Test
    void aStandInTakesThePlaceOfTheBase() {
        for (String base : List.of("http://127.0.0.1:9/patreon", "http://127.0.0.1:9/patreon/")) {
            Provider provider = Patreon.provider(URI.create(base), "id", "");
            assertThat(provider.tokenUrl()).hasToString("http://127.0.0.1:9/patreon/api/oauth2/token");
            assertThat(provider.userUrl().toString())
                    .startsWith("http://127.0.0.1:9/patreon/api/oauth2/v2/identity?include=");
            assertThat(provider.authorizeUrl()).hasToString("http://127.0.0.1:9/patreon/oauth2/authorize");
        }
    }

    @Test
    void aCodeIsExchangedWithoutAVerifierWhereNobodyMadeOne() {
        assertThat(calls(response(200, "{\"access_token\":\"at\"}"))
                        .exchange("the-code", Optional.empty(), "http://localhost:3000/cb"))
                .isInstanceOf(ProviderResult.Success.class);
        assertThat(asked.getFirst().uri()).hasToString("https://www.patreon.com/api/oauth2/token");
        assertThat(asked.getFirst().body().orElseThrow().text())
                .isEqualTo("grant_type=authorization_code&code=the-code&redirect_uri=http%3A%2F%2Flocalhost%3A3000%2Fcb"
                        + "&client_id=4711&client_secret=the-secret");
    }

    @Test
    void theIdentityIsReadAsTheCallerNeedsIt() {
        String mio = "{\"data\":{\"type\":\"user\",\"id\":\"4711\",\"attributes\":{\"full_name\":\"Mio\"}}}";
        assertThat(calls(response(200, mio))
                        .identity("at", answer -> answer.document("data").flatMap(data -> data.text("type"))))
                .isEqualTo(new ProviderResult.Success<>("user"));
        assertThat(calls(response(200, mio)).identity("at", answer -> answer.text("type")))
                .isInstanceOf(ProviderResult.Failed.class);
    }

    @ParameterizedTest
    @CsvSource({
        "400, 400",
        "401, 401",
        "429, 429",
        "500, 500",
        "503, 503",
        "200, 502",
        "204, 502",
        "302, 502",
        "600, 502"
    })
    void aFailureIsPassedOnWithItsStatus(int status, int relayed) {
        ProviderCalls calls = calls(response(status, "{}"));
        assertThat(relayed(calls)).containsOnly(relayed);
    }

    @Test
    void whatBroughtNoAnswerIsPassedOnAsSuch() {
        assertThat(relayed(calls(new Outgoing.Answer.TimedOut()))).containsOnly(504);
        assertThat(relayed(calls(new Outgoing.Answer.Unreachable()))).containsOnly(502);
    }

    @Test
    void aRefusedGrantIsPassedOnWithItsStatusToo() {
        assertThat(relayed(calls(response(401, "{\"error\":\"invalid_grant\"}")).renew("rt")))
                .isEqualTo(401);
    }

    private static List<Integer> relayed(ProviderCalls calls) {
        return List.of(
                relayed(calls.exchange("code", Optional.empty(), "https://site.example/cb")),
                relayed(calls.identity("at", answer -> answer.text("id"))),
                relayed(calls.renew("rt")));
    }

    private static int relayed(ProviderResult<?> result) {
        return ((ProviderResult.Failed<?>) result).relayed();
    }
}
