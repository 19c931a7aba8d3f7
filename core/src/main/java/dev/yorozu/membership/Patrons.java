package dev.yorozu.membership;

import java.time.Instant;
import java.time.YearMonth;
import java.util.Optional;
import java.util.UUID;

/**
 * Where profiles of patrons and what they use are kept. A patron has two ids that must never be mixed up: the provider's,
 * called {@code user} here, and that of the profile. Usage and bonuses belong to profiles.
 *
 * <p>Each method blocks, and is safe for use by any number of threads; faults are
 * {@link dev.yorozu.account.DirectoryException}.
 */
public interface Patrons extends AutoCloseable {
    /** The id of the profile that belongs to a patron. */
    Optional<String> profile(String user);

    /**
     * Sees to it that a profile belongs to a patron that signs in.
     *
     * @param identity proof of identity at the place where profiles are kept, where that has accounts of its own; the profile
     *     of that account then belongs to this patron alone
     * @return empty when none belongs to the patron, and none can be made without such a proof
     */
    Optional<ProfileLink> link(String user, Optional<String> identity);

    /**
     * Sees to it that a profile belongs to a patron whose session names it, as sessions of an earlier program do.
     *
     * @return the patron's profile: this one, or another that the patron has; empty when the patron has none, and this one
     *     is not there or belongs to another
     */
    Optional<String> adopt(String user, String profile);

    /** What a profile used in a month, and what bonuses it has left at this time. */
    Usage usage(String profile, YearMonth month, Instant now);

    /**
     * Adds to what a profile used, once for each id.
     *
     * @return whether it was added; false when that id was there before
     */
    boolean spend(UUID id, String profile, long tokens, Instant at);

    /** Whether the same delivery, or a later event of the same patron, was written down before; empty when neither. */
    Optional<PledgeOutcome> outdated(PledgeEvent event);

    /** Writes an event down, unless it is {@link #outdated}. Of the same delivery at the same time one is written down. */
    PledgeOutcome record(PledgeEvent event);

    /** Keeps a report; false when one of this id is there already. */
    boolean keep(CrashReport report);

    /** Returns when it can answer, and throws {@link dev.yorozu.account.DirectoryException} when it cannot. */
    void ping();

    @Override
    void close();
}
