package dev.yorozu.server.systems.patreon;

import dev.yorozu.membership.Memberships;
import dev.yorozu.secret.RandomTokens;
import dev.yorozu.server.config.Settings;
import dev.yorozu.server.operate.users.LivingSession;
import dev.yorozu.server.operate.users.SystemSessions;
import dev.yorozu.session.Sessions;
import dev.yorozu.store.Store;
import java.time.InstantSource;
import java.util.List;

/**
 * The sessions of patrons, for operators, who know a patron by the id at Patreon. What is kept of a session's user goes with
 * the session, as when the user ends it.
 */
public final class PatreonSessions implements SystemSessions {
    private final Sessions sessions;
    private final Departures departures;

    private PatreonSessions(Sessions sessions, Departures departures) {
        this.sessions = sessions;
        this.departures = departures;
    }

    public static PatreonSessions of(Settings settings, Store store, RandomTokens random, InstantSource clock) {
        Sessions sessions = Capabilities.sessions(settings, store, random, clock);
        return new PatreonSessions(
                sessions,
                new Departures(
                        sessions,
                        Capabilities.endReasons(store),
                        Memberships.forgetting(store, random, clock),
                        Capabilities.kept(store, random, clock)));
    }

    @Override
    public List<LivingSession> list(String user) {
        return sessions.list(user).stream().map(LivingSession::of).toList();
    }

    @Override
    public boolean end(String user, String publicId) {
        return departures.end(user, publicId);
    }

    @Override
    public int endAll(String user) {
        return departures.endAll(user);
    }
}
