package dev.yorozu.server;

import static dev.yorozu.server.PracticeTalk.code;
import static dev.yorozu.server.PracticeTalk.json;
import static dev.yorozu.server.PracticeTalk.location;
import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpServer;
import dev.yorozu.json.Document;
import dev.yorozu.membership.Membership;
import dev.yorozu.membership.MembershipParser;
import dev.yorozu.membership.Plan;
import dev.yorozu.membership.PledgeEvent;
import dev.yorozu.secret.RandomTokens;
import dev.yorozu.server.demo.patreon.PracticePatreon;
import dev.yorozu.server.demo.provider.PracticeApp;
import dev.yorozu.store.Bytes;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.time.InstantSource;
import java.util.HexFormat;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;

/** The practice Patreon as browsers and apps see it; what it says is read by the product's own rule. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class PracticePatreonTest {
    private static final String SECRET = "a-secret-of-webhooks";
    private static final String IDENTITY =
            "/api/oauth2/v2/identity?include=memberships.currently_entitled_tiers,memberships.campaign"
                    + "&fields%5Buser%5D=email,full_name&fields%5Bmember%5D=patron_status,"
                    + "currently_entitled_amount_cents,next_charge_date,campaign_lifetime_support_cents"
                    + "&fields%5Btier%5D=title,amount_cents";

    private final MembershipParser rule = new MembershipParser(Optional.of(PracticePatreon.CAMPAIGN));
    private final LinkedBlockingQueue<Delivery> deliveries = new LinkedBlockingQueue<>();
    private final Map<String, Long> spent = new ConcurrentHashMap<>();
    private final HttpServer receiver = receiver();
    private final PracticeApp app = PracticeApp.patreon("http://127.0.0.1:1", "/patreon/", RandomTokens.secure());
    private final RunningServer server = new RunningServer(new PracticePatreon(
            app,
            URI.create("http://127.0.0.1:" + receiver.getAddress().getPort() + "/webhook"),
            SECRET,
            (user, tokens) -> spent.merge(user, tokens, Long::sum) > 0,
            RandomTokens.secure(),
            InstantSource.system()));
    private final PracticeTalk talk =
            new PracticeTalk(server, app, PracticePatreon.MOUNT, Map.of("scope", "identity identity[email]"), Map.of());

    private record Delivery(String event, String signature, Bytes body) {}

    private HttpServer receiver() {
        try {
            HttpServer http = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
            http.createContext("/webhook", call -> {
                deliveries.add(new Delivery(
                        call.getRequestHeaders().getFirst("X-Patreon-Event"),
                        call.getRequestHeaders().getFirst("X-Patreon-Signature"),
                        Bytes.of(call.getRequestBody().readAllBytes())));
                call.sendResponseHeaders(200, -1);
                call.close();
            });
            http.start();
            return http;
        } catch (IOException fault) {
            throw new IllegalStateException(fault);
        }
    }

    @AfterAll
    void stop() {
        server.close();
        receiver.stop(0);
    }

    private JsonNode signIn(Map<String, String> answer) throws Exception {
        HttpResponse<String> granted = talk.exchange(code(talk.decide(answer)), app.clientSecret());
        assertThat(granted.statusCode()).isEqualTo(200);
        return json(granted);
    }

    private Membership membership(JsonNode tokens) throws Exception {
        HttpResponse<String> answer =
                talk.bearing(IDENTITY, tokens.path("access_token").stringValue());
        assertThat(answer.statusCode()).isEqualTo(200);
        return rule.identity(Document.parse(answer.body()).orElseThrow(), user -> false)
                .orElseThrow();
    }

    private HttpResponse<String> control(String path, String json, String type) throws Exception {
        return server.send(HttpRequest.newBuilder(server.uri(PracticePatreon.MOUNT + path))
                .header("Content-Type", type)
                .POST(BodyPublishers.ofString(json))
                .build());
    }

    private HttpResponse<String> happen(String user, String happening) throws Exception {
        return control(
                "/pledge", "{\"user\":\"%s\",\"happening\":\"%s\"}".formatted(user, happening), "application/json");
    }

    private PledgeEvent told() throws Exception {
        Delivery delivery = deliveries.poll(10, TimeUnit.SECONDS);
        assertThat(delivery).isNotNull();
        Mac mac = Mac.getInstance("HmacMD5");
        mac.init(new SecretKeySpec(SECRET.getBytes(StandardCharsets.UTF_8), "HmacMD5"));
        assertThat(delivery.signature())
                .isEqualTo(HexFormat.of().formatHex(mac.doFinal(delivery.body().toArray())));
        return rule.event(delivery.event(), delivery.body(), Instant.now()).orElseThrow();
    }

    @ParameterizedTest
    @CsvSource({
        "180000000000000001, PRO, 300",
        "180000000000000002, PREMIUM, 500",
        "180000000000000003, ULTIMATE, 900",
        "180000000000000004, FREE, 0"
    })
    void eachOfTheFourHasAPlan(String id, Plan plan, long cents) throws Exception {
        JsonNode tokens = signIn(Map.of("person", id));
        Membership membership = membership(tokens);

        assertThat(tokens.path("expires_in").asLong()).isEqualTo(2_678_400);
        assertThat(membership.userId()).isEqualTo(id);
        assertThat(membership.plan()).isEqualTo(plan);
        assertThat(membership.pledgeAmountCents()).isEqualTo(cents);
        assertThat(membership.email()).endsWith("@example.com");
        assertThat(membership.isActive()).isEqualTo(plan != Plan.FREE);
        assertThat(membership.nextChargeDate().isPresent()).isEqualTo(plan != Plan.FREE);
    }

    @Test
    void whatIsNotAskedForIsNotAnswered() throws Exception {
        String access = signIn(Map.of("person", "180000000000000001"))
                .path("access_token")
                .stringValue();
        JsonNode bare = json(talk.bearing("/api/oauth2/v2/identity", access));

        assertThat(bare.at("/data/id").stringValue()).isEqualTo("180000000000000001");
        assertThat(bare.at("/data/attributes").isEmpty()).isTrue();
        assertThat(bare.path("included").isEmpty()).isTrue();
        HttpResponse<String> stranger = talk.bearing(IDENTITY, "unknown");
        assertThat(stranger.statusCode()).isEqualTo(401);
        assertThat(json(stranger).at("/errors/0/code_name").stringValue()).isEqualTo("Unauthorized");
    }

    @Test
    void everyChangeIsToldWithASignatureAndHoldsForTheNextLook() throws Exception {
        JsonNode tokens = signIn(Map.of("name", "Yuki"));
        String user = membership(tokens).userId();
        assertThat(happen(user, "decline").statusCode()).isEqualTo(409);

        assertThat(json(happen(user, "premium")).at("/webhook/status").asInt()).isEqualTo(200);
        PledgeEvent created = told();
        assertThat(created.event()).isEqualTo("members:pledge:create");
        assertThat(created.plan()).isEqualTo(Plan.PREMIUM);
        assertThat(created.user()).isEqualTo(user);
        assertThat(membership(tokens).plan()).isEqualTo(Plan.PREMIUM);

        happen(user, "decline");
        PledgeEvent declined = told();
        assertThat(declined.event()).isEqualTo("members:pledge:update");
        assertThat(declined.endsSessions()).isTrue();
        assertThat(membership(tokens).patronStatus()).isEqualTo(Membership.DECLINED);
        assertThat(membership(tokens).plan()).isEqualTo(Plan.FREE);

        happen(user, "leave");
        PledgeEvent left = told();
        assertThat(left.event()).isEqualTo("members:pledge:delete");
        assertThat(happen(user, "leave").statusCode()).isEqualTo(409);

        happen(user, "ultimate");
        PledgeEvent back = told();
        assertThat(back.event()).isEqualTo("members:pledge:create");
        assertThat(back.lastCharge().orElseThrow()).isAfter(left.lastCharge().orElseThrow());
        assertThat(back.lifetimeCents()).isEqualTo(1400);
        assertThat(membership(tokens).plan()).isEqualTo(Plan.ULTIMATE);
    }

    @Test
    void aPageOfAnotherSiteLetsNothingHappen() throws Exception {
        String json = "{\"user\":\"180000000000000002\",\"happening\":\"decline\"}";
        HttpResponse<String> plain = control("/pledge", json, "text/plain");
        HttpResponse<String> spend = control("/spend", json, "application/x-www-form-urlencoded");

        assertThat(plain.statusCode()).isEqualTo(415);
        assertThat(spend.statusCode()).isEqualTo(415);
        assertThat(plain.headers().firstValue("Access-Control-Allow-Origin")).isEmpty();
        assertThat(deliveries).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(strings = {"{}", "{\"user\":\"nobody\"}", "{\"user\":7}", "[]", "{"})
    void whatMakesNoSenseIsRefused(String json) throws Exception {
        for (String path : new String[] {"/pledge", "/spend"}) {
            assertThat(control(path, json, "application/json").statusCode()).isBetween(400, 404);
        }
        assertThat(deliveries).isEmpty();
    }

    @Test
    void tokensAreSpentForOnePersonWithinReason() throws Exception {
        String user = "180000000000000004";
        assertThat(control("/spend", "{\"user\":\"" + user + "\",\"tokens\":5}", "application/json")
                        .statusCode())
                .isEqualTo(200);
        assertThat(control("/spend", "{\"user\":\"" + user + "\",\"tokens\":0}", "application/json")
                        .statusCode())
                .isEqualTo(400);
        assertThat(spent).containsEntry(user, 5L);
    }

    @Test
    void whomTheAppNamesIsNotAskedAndWhoChoseBriefTokensHasThem() throws Exception {
        Map<String, String> request = talk.request();
        request.put("login_hint", "180000000000000003");
        HttpResponse<String> sentOn = talk.ask(request);

        assertThat(location(sentOn)).startsWith(app.redirectUri() + "?code=").endsWith("&state=a-state%22%3C%3E%26");
        assertThat(membership(json(talk.exchange(code(sentOn), app.clientSecret())))
                        .plan())
                .isEqualTo(Plan.ULTIMATE);
        JsonNode brief = signIn(Map.of("name", "Kai", "temper", "withdrawn"));
        assertThat(brief.path("expires_in").asLong()).isEqualTo(120);
        HttpResponse<String> refused = talk.renew(brief.path("refresh_token").stringValue());
        assertThat(json(refused).path("error").stringValue()).isEqualTo("invalid_grant");
    }
}
