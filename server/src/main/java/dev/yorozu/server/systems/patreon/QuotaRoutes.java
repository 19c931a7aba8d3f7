package dev.yorozu.server.systems.patreon;

import dev.yorozu.jwt.Jwt;
import dev.yorozu.limit.Decision;
import dev.yorozu.limit.WindowPolicy;
import dev.yorozu.membership.Quota;
import dev.yorozu.membership.Quotas;
import dev.yorozu.membership.Usage;
import dev.yorozu.server.access.Gate;
import dev.yorozu.server.config.Settings;
import dev.yorozu.server.http.Call;
import dev.yorozu.server.http.Reply;
import dev.yorozu.server.http.Routes;
import dev.yorozu.server.systems.patreon.PatronAuthentication.Authenticated;
import dev.yorozu.server.systems.patreon.PatronAuthentication.Credential;
import dev.yorozu.store.RoundTrip;
import java.time.YearMonth;
import java.util.Optional;

/**
 * What somebody may use this month. Goes by the profile alone: the id at Patreon may be the text of another's profile.
 *
 * <p>A signed token says whose it is, so that the count, the session, its user and the usage are one trip to the store. It
 * is believed only in so far as the session bears it out. The token of a session says nothing by itself, and takes two.
 */
record QuotaRoutes(Gate<Authenticated> gate, Settings settings, PatronAuthentication authentication, Quotas quotas) {
    void declare(Routes routes) {
        WindowPolicy rate = PatreonSettings.rate(settings, PatreonSettings.QUOTA_RATE, "quota");
        routes.withErrors(PatreonErrors.QUOTA_FORM).get("/api/quota/status", gate.open(call -> status(call, rate)));
    }

    private Reply status(Call call, WindowPolicy rate) {
        Credential credential = authentication.credential(PatreonErrors.bearer(call));
        YearMonth month = quotas.month();
        return credential
                .jwt()
                .map(jwt -> together(credential, jwt, rate, month))
                .orElseGet(() -> apart(authentication.authenticate(credential).patron(), rate, month));
    }

    private Reply together(Credential credential, Jwt jwt, WindowPolicy rate, YearMonth month) {
        RoundTrip trip = gate.trip();
        RoundTrip.Answer<Authenticated> authenticated = authentication.authenticate(trip, credential);
        RoundTrip.Answer<Usage> usage = quotas.find(trip, jwt.subject(), month);
        RoundTrip.Answer<Decision> counted = gate.count(
                trip, rate, jwt.claims().text(PatreonSettings.USER_CLAIM).orElse(""));
        trip.send();
        Patron patron = authenticated.get().patron();
        Decision decision = counted.get();
        Usage used = patron.profile()
                .map(profile -> profile.equals(jwt.subject()) ? usage.get() : quotas.of(profile, month))
                .orElse(Usage.NONE);
        return reply(patron, used, decision, month);
    }

    private Reply apart(Patron patron, WindowPolicy rate, YearMonth month) {
        RoundTrip trip = gate.trip();
        Optional<RoundTrip.Answer<Usage>> usage = patron.profile().map(profile -> quotas.find(trip, profile, month));
        RoundTrip.Answer<Decision> counted = gate.count(trip, rate, patron.user());
        trip.send();
        Decision decision = counted.get();
        return reply(patron, usage.map(RoundTrip.Answer::get).orElse(Usage.NONE), decision, month);
    }

    private static Reply reply(Patron patron, Usage usage, Decision decision, YearMonth month) {
        return Reply.json(200, PatreonJson.quota(new Quota(month, patron.plan(), usage)))
                .with("X-RateLimit-Limit", Long.toString(decision.limit()))
                .with("X-RateLimit-Remaining", Long.toString(decision.remaining()))
                .with("X-RateLimit-Reset", Long.toString(PatreonErrors.resetSecond(decision)))
                .unkept();
    }
}
