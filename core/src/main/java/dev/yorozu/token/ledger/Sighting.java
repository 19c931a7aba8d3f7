package dev.yorozu.token.ledger;

import dev.yorozu.store.Bytes;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;

/**
 * A user's ledger and what lies beside it, as they were read; each may come from another moment.
 *
 * @param stored the ledger's exact bytes; empty when there is none
 * @param tokens the set of current refresh tokens
 * @param access the set of the ids of access tokens
 * @param invalidBefore the second before which everything is dead, as it is stored
 * @param revoked whether the access token that was asked for is revoked
 */
record Sighting(
        LedgerKeys keys,
        Optional<Bytes> stored,
        Ledger ledger,
        Set<Bytes> tokens,
        Set<Bytes> access,
        Optional<Bytes> invalidBefore,
        boolean revoked) {
    /** How far the clock of a server that ended everything may be ahead of one that issues. */
    private static final Duration CLOCKS_APART = Duration.ofSeconds(30);

    boolean holds(Line line) {
        return tokens.contains(Bytes.of(line.token()));
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
