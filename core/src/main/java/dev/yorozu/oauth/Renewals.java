package dev.yorozu.oauth;

import dev.yorozu.lock.Lease;
import dev.yorozu.lock.LockPlace;
import dev.yorozu.lock.Locks;
import dev.yorozu.session.Change;
import dev.yorozu.session.Session;
import dev.yorozu.session.Sessions;
import dev.yorozu.store.StoreException;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Optional;
import java.util.logging.Level;
import java.util.logging.Logger;

/**
 * Keeps the provider's tokens in sessions fresh, with one call to the provider however many ask at once. Safe for use by
 * any number of threads and servers.
 *
 * <ol>
 *   <li>Whoever finds the tokens due tries to lock the session. The others wait for what the owner of the lock brings.
 *   <li>The owner reads the session again: it may have been renewed, or ended, before the lock was free.
 *   <li>It asks the provider. <i>A crash after this</i> loses the new tokens; if the provider took the old ones back, the
 *       next renewal ends the session, and the person signs in anew.
 *   <li>It writes the new tokens over the version that it read. A session that was ended meanwhile stays ended.
 * </ol>
 *
 * <p>The lock saves calls; it is not what keeps the session right. Should it end too early, the version refuses the later
 * of two writers, and a refused refresh token ends the session only while the session still holds it.
 */
public final class Renewals {
    private static final Logger LOGGER = Logger.getLogger(Renewals.class.getName());
    private static final Duration PAUSE = Duration.ofMillis(25);
    /** How many other changes of a session may come between reading it and writing its new tokens. */
    private static final int ROUNDS = 8;

    private final Sessions sessions;
    private final Locks locks;
    private final ProviderCalls provider;
    private final RenewalPolicy policy;
    private final InstantSource clock;

    public Renewals(Sessions sessions, Locks locks, ProviderCalls provider, RenewalPolicy policy, InstantSource clock) {
        this.sessions = sessions;
        this.locks = locks;
        this.provider = provider;
        this.policy = policy;
        this.clock = clock;
    }

    /**
     * The session with tokens that are as fresh as can be had.
     *
     * @param seen a session that was found by its sid
     */
    public Freshness fresh(Session seen) {
        if (!due(seen)) {
            return new Freshness.Current(seen);
        }
        LockPlace place = LockPlace.at(policy.lock().key(seen.keyPart()));
        Optional<Lease> lease = locks.tryAcquire(place, policy.lockLife());
        if (lease.isEmpty()) {
            return await(seen);
        }
        try {
            return renewLocked(seen);
        } finally {
            release(lease.get());
        }
    }

    private boolean due(Session session) {
        Instant soon = clock.instant().plus(policy.dueWithin());
        return session.number(policy.fields().accessExpiresAt()).orElse(Long.MAX_VALUE) <= soon.toEpochMilli()
                && session.secret(policy.fields().refreshToken()).isPresent();
    }

    /** Whether somebody wrote new tokens since; other changes of a session do not count. */
    private boolean renewedSince(Session seen, Session current) {
        String end = policy.fields().accessExpiresAt();
        return !seen.number(end).equals(current.number(end)) || !due(current);
    }

    private Freshness renewLocked(Session seen) {
        Optional<Session> current = find(seen);
        if (current.isEmpty()) {
            return new Freshness.Ended();
        }
        return renewedSince(seen, current.get()) ? new Freshness.Renewed(current.get()) : renew(current.get());
    }

    private Freshness renew(Session current) {
        Instant asked = clock.instant();
        String refreshToken = current.secret(policy.fields().refreshToken()).orElseThrow();
        return switch (provider.renew(refreshToken)) {
            case Renewal.Granted granted -> write(current, granted.grant(), asked);
            case Renewal.InvalidGrant refused -> end(current);
            case Renewal.Trouble trouble -> {
                LOGGER.log(Level.WARNING, () -> "Tokens were not renewed: " + trouble.detail());
                yield new Freshness.Stale(current);
            }
        };
    }

    private Freshness write(Session read, Grant grant, Instant asked) {
        Session current = read;
        for (int round = 0; round < ROUNDS; round++) {
            switch (sessions.change(current, attributes -> policy.fields().write(attributes, grant, asked))) {
                case Change.Changed changed -> {
                    return new Freshness.Renewed(changed.session());
                }
                case Change.Ended ended -> {
                    return new Freshness.Ended();
                }
                case Change.Superseded superseded -> current = superseded.current();
            }
            if (renewedSince(read, current)) {
                return new Freshness.Renewed(current);
            }
        }
        return new Freshness.Stale(current);
    }

    /** Ends the session while it holds the refused token. Who is late may have been refused one that was replaced since. */
    private Freshness end(Session refused) {
        Session current = refused;
        for (int round = 0; round < ROUNDS; round++) {
            if (sessions.end(current)) {
                return new Freshness.Ended();
            }
            Optional<Session> found = find(refused);
            if (found.isEmpty()) {
                return new Freshness.Ended();
            }
            current = found.get();
            if (renewedSince(refused, current)) {
                return new Freshness.Renewed(current);
            }
        }
        return new Freshness.Stale(current);
    }

    private Freshness await(Session seen) {
        Session latest = seen;
        for (long waits = policy.patience().dividedBy(PAUSE); waits > 0; waits--) {
            if (!pause()) {
                break;
            }
            Optional<Session> current = find(seen);
            if (current.isEmpty()) {
                return new Freshness.Ended();
            }
            latest = current.get();
            if (renewedSince(seen, latest)) {
                return new Freshness.Renewed(latest);
            }
        }
        return new Freshness.Stale(latest);
    }

    private Optional<Session> find(Session session) {
        return session.sid().flatMap(sessions::find);
    }

    private static boolean pause() {
        try {
            Thread.sleep(PAUSE);
            return true;
        } catch (InterruptedException stopping) {
            Thread.currentThread().interrupt();
            return false;
        }
    }

    /** What was done under the lock is done; a lock that cannot be released ends by itself. */
    private void release(Lease lease) {
        try {
            locks.release(lease);
        } catch (StoreException unreachable) {
            LOGGER.log(Level.FINE, () -> "A lock was not released: " + unreachable.getMessage());
        }
    }
}
