package dev.yorozu.server.systems.patreon;

import dev.yorozu.membership.Memberships;
import dev.yorozu.seat.Seats;
import dev.yorozu.secret.RandomTokens;
import dev.yorozu.server.admin.LivingSession;
import dev.yorozu.server.admin.SystemSessions;
import dev.yorozu.server.config.Settings;
import dev.yorozu.store.Store;
import java.time.InstantSource;
import java.util.List;

/**
 * The sessions of patrons, for operators, who know a patron by the id at Patreon. What is kept of a session's user goes with
 * the session, as when the user ends it.
 */
public final class PatreonSessions implements SystemSessions {
    private final Seats seats;
    private final Departures departures;

    private PatreonSessions(Seats seats, Departures departures) {
        this.seats = seats;
        this.departures = departures;
    }

    public static PatreonSessions of(Settings settings, Store store, RandomTokens random, InstantSource clock) {
        Seats seats = Capabilities.seats(settings, store, random, clock);
        return new PatreonSessions(
                seats,
                new Departures(
                        seats,
                        Capabilities.terminations(store),
                        Memberships.forgetting(store, random, clock),
                        Capabilities.kept(store, random, clock)));
    }

    @Override
    public List<LivingSession> list(String user) {
        return seats.sittings(user).stream()
                .map(each -> new LivingSession(each.publicId(), each.since(), each.since(), each.ends()))
                .toList();
    }

    @Override
    public boolean end(String user, String publicId) {
        return seats.sittings(user).stream()
                .filter(each -> each.publicId().equals(publicId))
                .anyMatch(each -> departures.end(user, each.keyPart()));
    }

    @Override
    public int endAll(String user) {
        return departures.endAll(user).count();
    }
}
