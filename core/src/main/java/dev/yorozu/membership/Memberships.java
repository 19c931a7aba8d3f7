package dev.yorozu.membership;

import dev.yorozu.account.DirectoryException;
import dev.yorozu.cache.Cache;
import dev.yorozu.cache.CacheCounts;
import dev.yorozu.cache.CacheLayout;
import dev.yorozu.cache.CachePolicy;
import dev.yorozu.oauth.Lookup;
import dev.yorozu.oauth.ProviderCalls;
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
 * why a drop bars the cache for half a minute, and why {@link #remember} keeps nothing that was asked for longer ago than
 * half of that.
 */
public final class Memberships {
    private static final Logger LOGGER = Logger.getLogger(Memberships.class.getName());
    private static final CachePolicy POLICY = CachePolicy.of(Duration.ofHours(1));
    /** The other half is for what is under way to the store. */
    private static final Duration FRESH = POLICY.writing().dividedBy(2);
    /** How often somebody may wait for what others ask with another access token. */
    private static final int ROUNDS = 3;

    private static final int UNAUTHORIZED = 401;
    private static final int BAD_GATEWAY = 502;

    private final Cache<Membership> cache;
    private final ProviderCalls provider;
    private final MembershipRule rule;
    private final Patrons patrons;
    private final InstantSource clock;

    public Memberships(
            Store store,
            ProviderCalls provider,
            MembershipRule rule,
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

    /** {@link #forget} for who ends sessions and asks the provider nothing. */
    public static Consumer<String> forgetting(Store store, RandomTokens random, InstantSource clock) {
        return cache(store, random, clock)::invalidate;
    }

    /** What somebody is: the kept copy, or what the provider says now. */
    public MembershipAnswer of(String user, String accessToken) {
        for (int round = 0; round < ROUNDS; round++) {
            try {
                return new MembershipAnswer.Known(cache.get(user, () -> Optional.of(load(user, accessToken)))
                        .value()
                        .orElseThrow());
            } catch (Unanswered unanswered) {
                if (unanswered.accessToken.equals(accessToken)) {
                    return unanswered.answer;
                }
            }
        }
        return checked(user, fetch(accessToken));
    }

    /**
     * What the provider says now, and everybody is told from now on.
     *
     * @throws StoreException when the kept copy may still be there
     */
    public MembershipAnswer sync(String user, String accessToken) {
        cache.invalidate(user);
        return of(user, accessToken);
    }

    /** What whoever has this access token is, which is not kept. */
    public MembershipAnswer fetch(String accessToken) {
        return switch (provider.identity(accessToken, rule::identity)) {
            case Lookup.Found<Membership> found -> new MembershipAnswer.Known(withBonus(found.user()));
            case Lookup.Failed<Membership> failed ->
                failed.relayed() == UNAUTHORIZED
                        ? new MembershipAnswer.Expired()
                        : new MembershipAnswer.Trouble(failed.relayed());
        };
    }

    /**
     * Keeps what was fetched, if nothing is kept and nobody dropped it since. Where another membership is kept, it is not
     * known which of the two is newer, and the next who asks finds out.
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
     * Forgets what somebody was, because nobody asks any more.
     *
     * @throws StoreException when it is not known to be forgotten
     */
    public void forget(String user) {
        cache.invalidate(user);
    }

    /**
     * Forgets what somebody was, because the provider says that it changed, and keeps nothing for half a minute. True when
     * there was a copy.
     *
     * @throws StoreException when it is not known to be forgotten
     */
    public boolean drop(String user) {
        return cache.bar(user);
    }

    public CacheCounts counts() {
        return cache.counts();
    }

    private Membership load(String user, String accessToken) {
        return switch (checked(user, fetch(accessToken))) {
            case MembershipAnswer.Known known -> known.membership();
            case MembershipAnswer.Expired expired -> throw new Unanswered(accessToken, expired);
            case MembershipAnswer.Trouble trouble -> throw new Unanswered(accessToken, trouble);
        };
    }

    /** An access token of somebody else says nothing of this user. */
    private static MembershipAnswer checked(String user, MembershipAnswer answer) {
        return answer instanceof MembershipAnswer.Known known
                        && !known.membership().userId().equals(user)
                ? new MembershipAnswer.Trouble(BAD_GATEWAY)
                : answer;
    }

    /** What is bought counts even when bonuses cannot be asked for. */
    private Membership withBonus(Membership membership) {
        try {
            Instant now = clock.instant();
            return membership.withBonusTokens(patrons.profile(membership.userId())
                    .map(profile -> patrons.usage(profile, Quotas.month(now), now))
                    .filter(usage -> usage.bonusTokens() > 0)
                    .isPresent());
        } catch (DirectoryException fault) {
            LOGGER.log(Level.WARNING, () -> "Bonuses were not asked for: " + fault.getMessage());
            return membership.withBonusTokens(false);
        }
    }

    /** Carries an answer that is not kept through the cache, to all who wait for it. */
    private static final class Unanswered extends RuntimeException {
        private static final long serialVersionUID = 1L;
        private final transient String accessToken;
        private final transient MembershipAnswer answer;

        Unanswered(String accessToken, MembershipAnswer answer) {
            super("The provider was asked in vain", null, false, false);
            this.accessToken = accessToken;
            this.answer = answer;
        }
    }
}
