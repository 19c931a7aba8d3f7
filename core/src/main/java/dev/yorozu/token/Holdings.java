package dev.yorozu.token;

import dev.yorozu.store.Bytes;
import dev.yorozu.store.Guard;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;

/**
 * What a user held at a moment, and what a change of it rests on.
 *
 * @param stored the ledger's exact bytes; empty when there is none
 * @param ledger everything that the sets may name: the ledger, and what other programs issued
 * @param removed the families whose token is in the user's set no more, or has no record any more: they are dead
 * @param invalidBefore the second before which everything is dead, as it is stored
 * @param proofs what must still be true in the sets for this to be right
 * @param surplus what lies in the sets beyond what one ledger takes up
 */
record Holdings(
        String user,
        Optional<Bytes> stored,
        Ledger ledger,
        Set<String> removed,
        Optional<Bytes> invalidBefore,
        List<Guard> proofs,
        Surplus surplus) {
    /** How far the clock of a server that ended everything may be ahead of one that issues. */
    private static final Duration CLOCKS_APART = Duration.ofSeconds(30);

    record Surplus(List<Bytes> tokens, List<Bytes> access) {
        static final Surplus NONE = new Surplus(List.of(), List.of());
    }

    /** What lives of it. */
    Ledger living(Instant now, RefreshPolicy policy) {
        return living(now, policy, invalidBeforeSecond());
    }

    /** What would live of it if everything before a second were dead. */
    Ledger living(Instant now, RefreshPolicy policy, long second) {
        return ledger.without(line -> removed.contains(line.family())).pruned(now, policy, second);
    }

    /** The second before which everything is dead. One that is no number was written wrongly: nothing counts. */
    long invalidBeforeSecond() {
        return invalidBefore.isEmpty()
                ? Long.MIN_VALUE
                : invalidBefore.get().number().orElse(Long.MAX_VALUE);
    }

    /** The later of a second and the one that is stored. */
    long invalidBeforeAtLeast(long second) {
        return Math.max(
                second,
                invalidBefore.map(Bytes::number).orElse(OptionalLong.empty()).orElse(second));
    }

    /** Now, or the second before which everything is dead, where another server's clock made it a little later. */
    Instant moment(Instant now) {
        long second = invalidBeforeSecond();
        return second > now.getEpochSecond() && second <= now.plus(CLOCKS_APART).getEpochSecond()
                ? Instant.ofEpochSecond(second)
                : now;
    }

    /** The same, resting on one more proof. */
    Holdings with(Guard proof) {
        List<Guard> more = new ArrayList<>(proofs);
        more.add(proof);
        return new Holdings(user, stored, ledger, removed, invalidBefore, more, surplus);
    }
}
