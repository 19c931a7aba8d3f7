package dev.yorozu.token.ledger;

import dev.yorozu.store.Guard;
import java.time.Instant;
import java.util.List;
import java.util.Set;

/**
 * What a user held at a moment, and what a change of it rests on.
 *
 * @param seen what was read
 * @param ledger everything that the sets may name: the ledger, and what other programs issued
 * @param removed the families whose token is in the user's set no more, or has no record any more: they are dead
 * @param proofs what must still be true in the sets for this to be right
 */
record Holdings(Sighting seen, Ledger ledger, Set<String> removed, List<Guard> proofs) {
    /** What lives of it. */
    Ledger living(Instant now, LedgerPolicy policy) {
        return living(now, policy, seen.invalidBeforeSecond());
    }

    /** What would live of it if everything before a second were dead. */
    Ledger living(Instant now, LedgerPolicy policy, long second) {
        return ledger.without(line -> removed.contains(line.family())).pruned(now, policy, second);
    }
}
