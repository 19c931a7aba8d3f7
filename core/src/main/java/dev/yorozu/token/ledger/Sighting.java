package dev.yorozu.token.ledger;

import dev.yorozu.store.Bytes;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * A user's ledger and what lies beside it, as they were read; each may come from another moment.
 *
 * @param stored the ledger's exact bytes; empty when there is none
 * @param sets what the two sets beside the ledger hold; empty where they were only found to be as large as it says
 * @param invalidBefore the second before which everything is dead, as it is stored
 * @param revoked whether the access token that was asked for is revoked
 */
record Sighting(
        LedgerKeys keys,
        Optional<Bytes> stored,
        Ledger ledger,
        Optional<Sets> sets,
        Optional<Bytes> invalidBefore,
        boolean revoked) {
    /** How far the clock of a server that ended everything may be ahead of one that issues. */
    private static final Duration CLOCKS_APART = Duration.ofSeconds(30);

    /**
     * The sets of one user.
     *
     * @param tokens the current refresh tokens
     * @param access the ids of access tokens
     */
    record Sets(Set<Bytes> tokens, Set<Bytes> access) {}

    boolean holds(Line line) {
        return sets.isEmpty() || sets.get().tokens().contains(Bytes.of(line.token()));
    }

    /** What the set of refresh tokens holds beyond those that a ledger names. */
    List<Bytes> tokensBeyond(Ledger ledger) {
        return sets.map(each -> beyond(each.tokens(), ledger.tokens())).orElse(List.of());
    }

    /** What the set of the ids of access tokens holds beyond those that a ledger names. */
    List<Bytes> accessBeyond(Ledger ledger) {
        return sets.map(each -> beyond(each.access(), ledger.accessIds())).orElse(List.of());
    }

    private static List<Bytes> beyond(Set<Bytes> members, List<String> names) {
        Set<Bytes> known = names.stream().map(Bytes::of).collect(Collectors.toSet());
        return members.stream().filter(member -> !known.contains(member)).toList();
    }

    /** The second before which everything is dead. One that is no number was written wrongly: nothing counts. */
    long invalidBeforeSecond() {
        return invalidBefore.isEmpty()
                ? Long.MIN_VALUE
                : invalidBefore.get().number().orElse(Long.MAX_VALUE);
    }

    /** The later of a second and the one that is stored. */
    long invalidBeforeAtLeast(long second) {
        OptionalLong known = invalidBefore.map(Bytes::number).orElse(OptionalLong.empty());
        return Math.max(second, known.orElse(second));
    }

    /** Now, or the second before which everything is dead, where another server's clock made it a little later. */
    Instant moment(Instant now) {
        long second = invalidBeforeSecond();
        return second > now.getEpochSecond() && second <= now.plus(CLOCKS_APART).getEpochSecond()
                ? Instant.ofEpochSecond(second)
                : now;
    }
}
