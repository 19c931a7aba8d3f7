package dev.yorozu.server.console.session;

import dev.yorozu.secret.RandomTokens;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/**
 * Who is at the console.
 *
 * <p>Kept in memory alone: a restart signs everybody out, and no copy of the store grants access. There are few
 * operators; when there are too many sessions, the one that was used the longest ago gives way. Safe for use by many
 * threads.
 */
public final class OperatorSessions {
    public static final Duration LIFE = Duration.ofHours(8);
    public static final Duration IDLE = Duration.ofMinutes(30);
    public static final int MOST = 64;
    private static final int RANDOM_BYTES = 32;

    private final RandomTokens random;
    private final InstantSource clock;
    private final Map<String, OperatorSession> sessions = new LinkedHashMap<>(16, 0.75f, true) {
        @Override
        protected boolean removeEldestEntry(Map.Entry<String, OperatorSession> eldest) {
            return size() > MOST;
        }
    };

    public OperatorSessions(RandomTokens random, InstantSource clock) {
        this.random = random;
        this.clock = clock;
    }

    public synchronized OperatorSession begin() {
        Instant now = clock.instant();
        OperatorSession begun =
                new OperatorSession(random.base64url(RANDOM_BYTES), random.base64url(RANDOM_BYTES), now, now);
        sessions.put(begun.id(), begun);
        return begun;
    }

    /** The session of this id, from now on seen now; empty when there is none, or it is past a limit. */
    public synchronized Optional<OperatorSession> find(String id) {
        OperatorSession found = sessions.get(id);
        if (found == null) {
            return Optional.empty();
        }
        Instant now = clock.instant();
        if (!now.isBefore(found.began().plus(LIFE))
                || !now.isBefore(found.seen().plus(IDLE))) {
            sessions.remove(id);
            return Optional.empty();
        }
        OperatorSession seen = found.seenAt(now);
        sessions.put(id, seen);
        return Optional.of(seen);
    }

    public synchronized void end(String id) {
        sessions.remove(id);
    }
}
