package dev.yorozu.server.systems.patreon;

import dev.yorozu.json.Document;
import dev.yorozu.membership.MembershipParser;
import dev.yorozu.membership.PledgeEvent;
import dev.yorozu.server.access.Check;
import dev.yorozu.server.access.Gate;
import dev.yorozu.server.config.Settings;
import dev.yorozu.server.http.Call;
import dev.yorozu.server.http.Problem;
import dev.yorozu.server.http.Reply;
import dev.yorozu.server.http.Routes;
import dev.yorozu.server.systems.patreon.PatronAuthentication.Authenticated;
import dev.yorozu.store.Bytes;
import java.io.IOException;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;

/** Takes Patreon's webhooks, and nobody else's: without a secret to tell them by, none. */
record WebhookRoutes(
        Gate<Authenticated> gate,
        Settings settings,
        MembershipParser parser,
        PledgeEvents pledges,
        InstantSource clock) {
    private static final int MOST_BYTES = 256 * 1024;
    private static final Pattern EVENT = Pattern.compile("[A-Za-z0-9:._-]{1,64}");

    void declare(Routes routes) {
        Check rate = gate.rate(PatreonSettings.rate(settings, PatreonSettings.WEBHOOK_RATE, "webhook"));
        routes.post("/webhook", gate.open(this::happened, rate));
    }

    private Reply happened(Call call) throws IOException {
        String secret = settings.find(PatreonSettings.WEBHOOK_SECRET)
                .orElseThrow(PatreonErrors.notConfigured(PatreonSettings.WEBHOOK_SECRET)::exception);
        byte[] body = call.body(MOST_BYTES);
        String given = one(call, "X-Patreon-Signature").orElseThrow(PatreonErrors.MISSING_SIGNATURE::exception);
        if (!WebhookSignature.matches(secret, given, body)) {
            throw PatreonErrors.INVALID_SIGNATURE.exception();
        }
        String event = one(call, "X-Patreon-Event")
                .filter(name -> EVENT.matcher(name).matches())
                .orElseThrow(PatreonErrors.invalidField("X-Patreon-Event")::exception);
        if (Document.parse(Bytes.wrap(body)).isEmpty()) {
            throw Problem.badRequest("The body is not a JSON object in UTF-8: check how it is made.")
                    .exception();
        }
        Optional<PledgeEvent> pledge = parser.event(event, Bytes.wrap(body), clock.instant());
        boolean changed =
                pledge.map(each -> pledges.happened(each, gate.client(call))).orElse(false);
        return PatreonJson.reply(new PatreonJson.Processed(true, event, true, changed));
    }

    private static Optional<String> one(Call call, String header) {
        List<String> values = call.headers(header);
        return values.size() == 1
                ? Optional.of(values.getFirst().strip()).filter(value -> !value.isEmpty())
                : Optional.empty();
    }
}
