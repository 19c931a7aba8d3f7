package dev.yorozu.server.systems.patreon;

import dev.yorozu.limit.Decision;
import dev.yorozu.limit.FixedWindow;
import dev.yorozu.limit.RecordedWindow;
import dev.yorozu.limit.WindowPolicy;
import dev.yorozu.server.config.Setting;
import dev.yorozu.server.config.Settings;
import dev.yorozu.server.http.Endpoint;
import dev.yorozu.store.RoundTrip;

/** How often one may ask; whoever asks more often is answered with status 429. */
final class Limits {
    private final Settings settings;
    private final FixedWindow windows;
    private final RecordedWindow crashes;
    private final Clients clients;

    Limits(Settings settings, FixedWindow windows, RecordedWindow crashes, Clients clients) {
        this.settings = settings;
        this.windows = windows;
        this.crashes = crashes;
        this.clients = clients;
    }

    /** For everybody, as often as the rate allows one address. */
    Endpoint byAddress(Setting<Integer> rate, String name, Endpoint endpoint) {
        WindowPolicy policy = PatreonSettings.rate(settings, rate, name);
        return call -> {
            require(windows.check(policy, id(name, clients.of(call).subject())));
            return endpoint.answer(call);
        };
    }

    /** Counts one request of a user, and ends it when it is one too many. */
    Decision byUser(Setting<Integer> rate, String name, String user) {
        return require(windows.check(PatreonSettings.rate(settings, rate, name), id(name, user)));
    }

    /** As {@link #byUser(Setting, String, String)}, with a trip: to ask for the answer ends what is one too many. */
    RoundTrip.Answer<Decision> byUser(RoundTrip trip, Setting<Integer> rate, String name, String user) {
        return windows.check(trip, PatreonSettings.rate(settings, rate, name), id(name, user))
                .map(Limits::require);
    }

    /** Counts one crash report of an address, and ends the call when it is one too many. */
    void crash(Client client) {
        require(crashes.check(
                PatreonSettings.rate(settings, PatreonSettings.CRASH_RATE, "crash-report"), client.subject()));
    }

    /** Keys of this system do not name the limit, so that ids do. */
    private static String id(String name, String who) {
        return name + "-" + who;
    }

    private static Decision require(Decision decision) {
        if (!decision.allowed()) {
            throw PatreonErrors.tooMany(decision).exception();
        }
        return decision;
    }
}
