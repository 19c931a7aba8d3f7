package dev.yorozu.oauth;

import dev.yorozu.lock.Lease;
import dev.yorozu.lock.LockPlace;
import dev.yorozu.lock.Locks;
import dev.yorozu.retry.Backoff;
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
 *   <li>A caller that finds the tokens due, or wants new ones, tries to lock the session. The others wait for what the owner of
 *       the lock brings. Its owner may have come for older tokens, and found them renewed: then it brings nothing, and a caller that
 *       wants other tokens than those takes the lock after it.
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
    private final GrantFields grants;
    private final Locks locks;
    private final ProviderCalls provider;
    private final RenewalPolicy policy;
    private final InstantSource clock;

    public Renewals(
            Sessions sessions,
            GrantFields grants,
            Locks locks,
            ProviderCalls provider,
            RenewalPolicy policy,
            InstantSource clock) {
        this.sessions = sessions;
        this.grants = grants;
        this.locks = locks;
        this.provider = provider;
        this.policy = policy;
        this.clock = clock;
    }

    /**
     * The session with tokens that are as fresh as can be had: renewed where they are due.
     *
     * @param seen a session that was found by its id
     */
    public Freshness fresh(Session seen) {
        return due(seen) ? locked(new Attempt(seen, false)) : new Freshness.Current(seen);
    }

    /**
     * The session with other tokens than those seen, whether they are due or not: a caller that comes while they are being
     * renewed, or has seen them before they were, gets what came of it.
     *
     * @param seen a session that was found by its id
     */
    public Freshness renew(Session seen) {
        return grants.refreshToken(seen).isPresent() ? locked(new Attempt(seen, true)) : stale(seen);
    }

    private boolean due(Session session) {
        Optional<Instant> end = grants.accessEnd(session);
        return end.isPresent()
                && !end.get().isAfter(clock.instant().plus(RenewalPolicy.DUE_WITHIN))
                && grants.refreshToken(session).isPresent();
    }

    private Freshness locked(Attempt attempt) {
        LockPlace place = LockPlace.at(policy.lock().key(attempt.seen.keyPart()));
        return renewLocked(attempt, place).orElseGet(() -> attempt.await(place));
    }

    /** Renews if no other caller is about to. */
    private Optional<Freshness> renewLocked(Attempt attempt, LockPlace place) {
        Optional<Lease> lease = locks.tryAcquire(place, RenewalPolicy.LOCK_LIFE);
        if (lease.isEmpty()) {
            return Optional.empty();
        }
        try {
            return Optional.of(attempt.renewLocked());
        } finally {
            release(lease.get());
        }
    }

    private static Freshness stale(Session session) {
        return new Freshness.Stale(session, Optional.empty());
    }

    /** One wish for other tokens than those seen. */
    private final class Attempt {
        private final Session seen;
        private final boolean anyway;

        /** @param anyway whether tokens that are not due are renewed too */
        Attempt(Session seen, boolean anyway) {
            this.seen = seen;
            this.anyway = anyway;
        }

        /** Whether new tokens were written since; other changes of a session do not count. */
        private boolean renewedSince(Session earlier, Session current) {
            return !grants.accessEnd(earlier).equals(grants.accessEnd(current))
                    || !grants.accessToken(earlier).equals(grants.accessToken(current))
                    || !grants.refreshToken(earlier).equals(grants.refreshToken(current))
                    || (!anyway && !due(current));
        }

        private Freshness renewLocked() {
            Optional<Session> current = find(seen);
            if (current.isEmpty()) {
                return new Freshness.Ended();
            }
            return renewedSince(seen, current.get()) ? new Freshness.Renewed(current.get()) : ask(current.get());
        }

        private Freshness ask(Session current) {
            Instant asked = clock.instant();
            String refreshToken = grants.refreshToken(current).orElseThrow();
            return switch (provider.renew(refreshToken)) {
                case ProviderResult.Success<Grant> granted -> write(current, granted.value(), asked);
                case ProviderResult.Failed<Grant> failed
                when failed.reason() == ProviderResult.Reason.INVALID_GRANT -> end(current);
                case ProviderResult.Failed<Grant> failed -> {
                    LOGGER.log(Level.WARNING, () -> "Tokens were not renewed: " + failed);
                    yield new Freshness.Stale(current, Optional.of(failed));
                }
            };
        }

        private Freshness write(Session read, Grant grant, Instant asked) {
            Session current = read;
            for (int round = 0; round < ROUNDS; round++) {
                switch (sessions.change(current, attributes -> grants.write(attributes, grant, asked))) {
                    case Change.Changed changed -> {
                        return new Freshness.Renewed(changed.session());
                    }
                    case Change.Gone gone -> {
                        return new Freshness.Ended();
                    }
                    case Change.Superseded superseded -> current = superseded.current();
                }
                if (renewedSince(read, current)) {
                    return new Freshness.Renewed(current);
                }
            }
            return stale(current);
        }

        /** Ends the session while it holds the refused token: a late caller may have been refused one since replaced. */
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
            return stale(current);
        }

        private Optional<Session> find(Session session) {
            return session.sid().flatMap(sessions::find);
        }

        private Freshness await(LockPlace place) {
            Session latest = seen;
            Backoff backoff = new Backoff(policy.waitTimeout(), PAUSE, PAUSE);
            while (backoff.pause()) {
                Optional<Session> current = find(seen);
                if (current.isEmpty()) {
                    return new Freshness.Ended();
                }
                latest = current.get();
                if (renewedSince(seen, latest)) {
                    return new Freshness.Renewed(latest);
                }
                // Tokens that are due and were not renewed met trouble: a caller that only wants to go on does not ask
                // again.
                Optional<Freshness> renewed = anyway ? Renewals.this.renewLocked(this, place) : Optional.empty();
                if (renewed.isPresent()) {
                    return renewed.get();
                }
            }
            return stale(latest);
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
