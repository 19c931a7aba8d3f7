package dev.yorozu.membership;

import dev.yorozu.account.DirectoryException;
import dev.yorozu.cache.Cache;
import dev.yorozu.cache.CacheLayout;
import dev.yorozu.cache.CachePolicy;
import dev.yorozu.cache.CacheStats;
import dev.yorozu.oauth.ProviderCalls;
import dev.yorozu.oauth.ProviderResult;
import dev.yorozu.oauth.ProviderResult.Reason;
import dev.yorozu.secret.RandomTokens;
import dev.yorozu.store.Store;
import dev.yorozu.store.StoreException;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.logging.Level;
import java.util.logging.Logger;

/**
 * What patrons are, asked of the provider and kept for an hour. Safe for use by any number of threads and servers.
 *
 * <p>Nothing that was asked before a completed {@link #drop} or {@link #sync} is kept after it, however slow; see
 * {@link Cache}. A sign-in learns whose membership it fetched only by fetching it, and so cannot announce its load. That is
 * why a drop blocks the cache for half a minute, and why {@link #remember} keeps nothing that was asked for longer ago than
 * half of that.
 */
public final class Memberships {
    private static final Logger LOGGER = Logger.getLogger(Memberships.class.getName());
    private static final CachePolicy POLICY = CachePolicy.of(Duration.ofHours(1));
    /** The other half is for what is under way to the store. */
    private static final Duration FRESH = POLICY.writing().dividedBy(2);
    /** How often a caller may wait for what others ask with another access token. */
    private static final int ROUNDS = 3;

    private final Cache<Membership> cache;
    private final ProviderCalls provider;
    private final MembershipParser rule;
    private final Patrons patrons;
    private final InstantSource clock;

    public Memberships(
            Store store,
            ProviderCalls provider,
            MembershipParser rule,
            Patrons patrons,
            RandomTokens random,
            InstantSource clock) {
        this.cache = cache(store, random, clock);
        this.provider = provider;
        this.rule = rule;
        this.patrons = patrons;
        this.clock = clock;
    }

    private static Cache<Membership> cache(Store store, RandomTokens random, InstantSource clock) {
        return new Cache<>(store, CacheLayout.MEMBERSHIPS, POLICY, new MembershipFormat(), random, clock);
    }

    /** {@link #forget} for code that ends sessions and asks the provider nothing. */
    public static Consumer<String> forgetting(Store store, RandomTokens random, InstantSource clock) {
        return cache(store, random, clock)::invalidate;
    }

    /** The membership of a user: the kept copy, or what the provider says now. */
    public ProviderResult<Membership> of(String user, String accessToken) {
        for (int round = 0; round < ROUNDS; round++) {
            try {
                return new ProviderResult.Success<>(cache.get(user, () -> Optional.of(load(user, accessToken)))
                        .value()
                        .orElseThrow());
            } catch (Unanswered unanswered) {
                if (unanswered.accessToken.equals(accessToken)) {
                    return unanswered.answer;
                }
            }
        }
        return fetch(user, accessToken);
    }

    /**
     * What the provider says now, which is kept in place of the copy.
     *
     * @throws StoreException when the kept copy may still be there
     */
    public ProviderResult<Membership> sync(String user, String accessToken) {
        cache.invalidate(user);
        return of(user, accessToken);
    }

    /** The membership of the user of this access token, which is not kept. */
    public ProviderResult<Membership> fetch(String accessToken) {
        return provider.identity(accessToken, answer -> rule.identity(answer, this::hasBonus));
    }

    /**
     * Keeps what was fetched, if nothing is kept and it was not dropped since. Where another membership is kept, it is not
     * known which of the two is newer, and the next caller finds out.
     *
     * @param asked a time before it was fetched
     */
    public void remember(Membership fetched, Instant asked) {
        if (!clock.instant().isBefore(asked.plus(FRESH))) {
            return;
        }
        String user = fetched.userId();
        try {
            Optional<Membership> kept =
                    cache.get(user, () -> Optional.of(fetched)).value();
            if (!kept.equals(Optional.of(fetched))) {
                cache.invalidate(user);
            }
        } catch (Unanswered another) {
            LOGGER.log(Level.FINE, "A membership was asked for at the same time, in vain");
        } catch (StoreException fault) {
            LOGGER.log(Level.WARNING, () -> "An older membership may be kept: " + fault.getMessage());
        }
    }

    /**
     * Forgets a membership that is not needed any more.
     *
     * @throws StoreException when it is not known to be forgotten
     */
    public void forget(String user) {
        cache.invalidate(user);
    }

    /**
     * Forgets a membership that changed, as the provider says, and keeps none for half a minute. True when there was a
     * copy.
     *
     * @throws StoreException when it is not known to be forgotten
     */
    public boolean drop(String user) {
        return cache.block(user);
    }

    public CacheStats stats() {
        return cache.stats();
    }

    private Membership load(String user, String accessToken) {
        return switch (fetch(user, accessToken)) {
            case ProviderResult.Success<Membership> found -> found.value();
            case ProviderResult.Failed<Membership> failed -> throw new Unanswered(accessToken, failed);
        };
    }

    /** An access token of another user says nothing of this one. */
    private ProviderResult<Membership> fetch(String user, String accessToken) {
        ProviderResult<Membership> answer = fetch(accessToken);
        return answer instanceof ProviderResult.Success<Membership> found
                        && !found.value().userId().equals(user)
                ? new ProviderResult.Failed<>(Reason.DENIED, ProviderResult.BAD_GATEWAY, "another user's access token")
                : answer;
    }

    /** What is bought counts even when bonuses cannot be asked for. */
    private boolean hasBonus(String user) {
        try {
            Instant now = clock.instant();
            return patrons.profile(user)
                    .map(profile -> patrons.usage(profile, Quotas.month(now), now))
                    .filter(usage -> usage.bonusTokens() > 0)
                    .isPresent();
        } catch (DirectoryException fault) {
            LOGGER.log(Level.WARNING, () -> "Bonuses were not asked for: " + fault.getMessage());
            return false;
        }
    }

    /** Carries an answer that is not kept through the cache, to all callers that wait for it. */
    private static final class Unanswered extends RuntimeException {
        private static final long serialVersionUID = 1L;
        private final transient String accessToken;
        private final transient ProviderResult.Failed<Membership> answer;

        Unanswered(String accessToken, ProviderResult.Failed<Membership> answer) {
            super("The provider was asked in vain", null, false, false);
            this.accessToken = accessToken;
            this.answer = answer;
        }
    }
}
