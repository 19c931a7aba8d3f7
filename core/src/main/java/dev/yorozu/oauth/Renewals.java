package dev.yorozu.oauth;

import dev.yorozu.lock.Lease;
import dev.yorozu.lock.LockPlace;
import dev.yorozu.lock.Locks;
import dev.yorozu.oauth.GrantHolders.Writing;
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
 *   <li>Whoever finds the tokens due, or wants new ones, tries to lock the session. The others wait for what the owner of
 *       the lock brings. Its owner may have come for older tokens, and found them renewed: then it brings nothing, and who
 *       wants other tokens than those takes the lock after it.
 *   <li>The owner reads the session again: it may have been renewed, or ended, before the lock was free.
 *   <li>It asks the provider. <i>A crash after this</i> loses the new tokens; if the provider took the old ones back, the
 *       next renewal ends the session, and the person signs in anew.
 *   <li>It writes the new tokens over the version that it read. A session that was ended meanwhile stays ended.
 * </ol>
 *
 * <p>The lock saves calls; it is not what keeps the session right. Should it end too early, the version refuses the later
 * of two writers, and a refused refresh token ends the session only while the session still holds it.
 *
 * @param <H> a session of some kind
 */
public final class Renewals<H> {
    private static final Logger LOGGER = Logger.getLogger(Renewals.class.getName());
    private static final Duration PAUSE = Duration.ofMillis(25);
    /** How many other changes of a session may come between reading it and writing its new tokens. */
    private static final int ROUNDS = 8;

    private final GrantHolders<H> holders;
    private final Locks locks;
    private final ProviderCalls provider;
    private final RenewalPolicy policy;
    private final InstantSource clock;

    public Renewals(
            GrantHolders<H> holders, Locks locks, ProviderCalls provider, RenewalPolicy policy, InstantSource clock) {
        this.holders = holders;
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
    public Freshness<H> fresh(H seen) {
        return due(seen) ? locked(new Errand(seen, false)) : new Freshness.Current<>(seen);
    }

    /**
     * The session with other tokens than those seen, whether they are due or not: whoever comes while they are being
     * renewed, or has seen them before they were, gets what came of it.
     *
     * @param seen a session that was found by its id
     */
    public Freshness<H> renew(H seen) {
        return holders.refreshToken(seen).isPresent() ? locked(new Errand(seen, true)) : stale(seen);
    }

    private boolean due(H session) {
        Optional<Instant> end = holders.accessEnd(session);
        return end.isPresent()
                && !end.get().isAfter(clock.instant().plus(policy.dueWithin()))
                && holders.refreshToken(session).isPresent();
    }

    private Freshness<H> locked(Errand errand) {
        LockPlace place = LockPlace.at(policy.lock().key(holders.keyPart(errand.seen)));
        return renewLocked(errand, place).orElseGet(() -> errand.await(place));
    }

    /** Renews if nobody else is about to. */
    private Optional<Freshness<H>> renewLocked(Errand errand, LockPlace place) {
        Optional<Lease> lease = locks.tryAcquire(place, policy.lockLife());
        if (lease.isEmpty()) {
            return Optional.empty();
        }
        try {
            return Optional.of(errand.renewLocked());
        } finally {
            release(lease.get());
        }
    }

    private static <H> Freshness<H> stale(H session) {
        return new Freshness.Stale<>(session, Optional.empty());
    }

    /** One wish for other tokens than those seen. */
    private final class Errand {
        private final H seen;
        private final boolean anyway;

        /** @param anyway whether tokens that are not due are renewed too */
        Errand(H seen, boolean anyway) {
            this.seen = seen;
            this.anyway = anyway;
        }

        /** Whether somebody wrote new tokens since; other changes of a session do not count. */
        private boolean renewedSince(H earlier, H current) {
            return !holders.accessEnd(earlier).equals(holders.accessEnd(current))
                    || !holders.accessToken(earlier).equals(holders.accessToken(current))
                    || !holders.refreshToken(earlier).equals(holders.refreshToken(current))
                    || (!anyway && !due(current));
        }

        private Freshness<H> renewLocked() {
            Optional<H> current = holders.find(seen);
            if (current.isEmpty()) {
                return new Freshness.Ended<>();
            }
            return renewedSince(seen, current.get()) ? new Freshness.Renewed<>(current.get()) : ask(current.get());
        }

        private Freshness<H> ask(H current) {
            Instant asked = clock.instant();
            String refreshToken = holders.refreshToken(current).orElseThrow();
            return switch (provider.renew(refreshToken)) {
                case Renewal.Granted granted -> write(current, granted.grant(), asked);
                case Renewal.InvalidGrant refused -> end(current);
                case Renewal.Trouble trouble -> {
                    LOGGER.log(Level.WARNING, () -> "Tokens were not renewed: " + trouble.detail());
                    yield new Freshness.Stale<>(current, Optional.of(trouble));
                }
            };
        }

        private Freshness<H> write(H read, Grant grant, Instant asked) {
            H current = read;
            for (int round = 0; round < ROUNDS; round++) {
                switch (holders.write(current, grant, asked)) {
                    case Writing.Written<H> written -> {
                        return new Freshness.Renewed<>(written.holder());
                    }
                    case Writing.Over<H> over -> {
                        return new Freshness.Ended<>();
                    }
                    case Writing.Superseded<H> superseded -> current = superseded.current();
                }
                if (renewedSince(read, current)) {
                    return new Freshness.Renewed<>(current);
                }
            }
            return stale(current);
        }

        /** Ends the session while it holds the refused token: who is late may have been refused one since replaced. */
        private Freshness<H> end(H refused) {
            H current = refused;
            for (int round = 0; round < ROUNDS; round++) {
                if (holders.end(current)) {
                    return new Freshness.Ended<>();
                }
                Optional<H> found = holders.find(refused);
                if (found.isEmpty()) {
                    return new Freshness.Ended<>();
                }
                current = found.get();
                if (renewedSince(refused, current)) {
                    return new Freshness.Renewed<>(current);
                }
            }
            return stale(current);
        }

        private Freshness<H> await(LockPlace place) {
            H latest = seen;
            for (long waits = policy.patience().dividedBy(PAUSE); waits > 0; waits--) {
                if (!pause()) {
                    break;
                }
                Optional<H> current = holders.find(seen);
                if (current.isEmpty()) {
                    return new Freshness.Ended<>();
                }
                latest = current.get();
                if (renewedSince(seen, latest)) {
                    return new Freshness.Renewed<>(latest);
                }
                // Tokens that are due and were not renewed met trouble: who only wants to go on does not ask again.
                Optional<Freshness<H>> renewed = anyway ? Renewals.this.renewLocked(this, place) : Optional.empty();
                if (renewed.isPresent()) {
                    return renewed.get();
                }
            }
            return stale(latest);
        }
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
