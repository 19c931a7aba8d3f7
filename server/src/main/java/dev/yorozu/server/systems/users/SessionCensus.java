package dev.yorozu.server.systems.users;

import dev.yorozu.session.Sessions;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/**
 * How many sessions there are, and of what devices.
 *
 * <p>That takes a walk over all of them, so it is counted by one caller at a time and kept for half a minute; others get
 * the last count meanwhile. Safe for use by many threads.
 */
final class SessionCensus {
    private static final Duration KEPT = Duration.ofSeconds(30);

    private final Sessions sessions;
    private final InstantSource clock;
    private final ReentrantLock counting = new ReentrantLock();
    private volatile @Nullable Count last;

    SessionCensus(Sessions sessions, InstantSource clock) {
        this.sessions = sessions;
        this.clock = clock;
    }

    private record Count(Instant at, UsersJson.Statistics statistics) {}

    UsersJson.Statistics statistics() {
        Count known = last;
        if (known != null && (isFresh(known) || counting.isLocked())) {
            return known.statistics();
        }
        counting.lock();
        try {
            known = last;
            if (known == null || !isFresh(known)) {
                known = new Count(clock.instant(), count());
                last = known;
            }
            return known.statistics();
        } finally {
            counting.unlock();
        }
    }

    private boolean isFresh(Count count) {
        return clock.instant().isBefore(count.at().plus(KEPT));
    }

    private UsersJson.Statistics count() {
        Set<String> seen = new HashSet<>();
        Set<String> users = new HashSet<>();
        Map<String, Long> devices = new TreeMap<>();
        sessions.walk(session -> {
            // A walk may show a session twice.
            if (seen.add(session.user() + ' ' + session.keyPart())) {
                users.add(session.user());
                devices.merge(UsersJson.device(session).deviceType(), 1L, Long::sum);
            }
        });
        double mean = users.isEmpty() ? 0 : Math.round(100.0 * seen.size() / users.size()) / 100.0;
        return new UsersJson.Statistics(seen.size(), users.size(), devices, mean);
    }
}
