package dev.yorozu.token.ledger;

import dev.yorozu.store.Batch;
import dev.yorozu.store.Bytes;
import dev.yorozu.store.Expiry;
import dev.yorozu.store.Key;
import dev.yorozu.store.RoundTrip;
import dev.yorozu.store.Store;
import dev.yorozu.store.StoreException;
import dev.yorozu.store.Write;
import dev.yorozu.token.Access;
import java.time.Duration;
import java.time.Instant;
import java.util.Collection;
import java.util.List;
import java.util.OptionalLong;
import java.util.function.Predicate;
import java.util.function.UnaryOperator;

/**
 * How logins end: the ledger and the sets in one step, and from that moment on nothing of them grants access. Their records,
 * and those of the spent tokens before them, are deleted and their access tokens marked as revoked afterwards, for programs
 * that look at those keys. <i>A crash before that</i> leaves records of dead tokens, which end by themselves.
 */
record LedgerTermination(Store store, RecordFormat format, Ledgers ledgers) {
    /** How often concurrent writers may change the same logins during one change; each time one of them succeeded. */
    static final int ROUNDS = 256;

    /** How many members one clean-up removes. */
    private static final int CHUNK = 128;

    /** Ends the logins that are chosen, and says which lived. */
    List<Line> endWhere(String user, Predicate<Line> chosen, Instant now) {
        return change(user, living -> living.without(chosen), OptionalLong.empty(), now);
    }

    /** Ends all logins but one, and the access tokens of no known login; says which logins lived. */
    List<Line> endAllBut(String user, String family, Instant now) {
        return change(
                user,
                living -> new Ledger(living.line(family).stream().toList(), List.of()),
                OptionalLong.empty(),
                now);
    }

    /** Ends everything that was issued before a time, and says which logins lived. */
    List<Line> invalidateBefore(String user, Instant time, Instant now) {
        return change(
                user,
                living -> living.without(line -> line.issuedAt().isBefore(time)),
                OptionalLong.of(time.getEpochSecond()),
                now);
    }

    private List<Line> change(String user, UnaryOperator<Ledger> edit, OptionalLong invalidBefore, Instant now) {
        for (int round = 0; round < ROUNDS; round++) {
            Holdings before = ledgers.holdings(user, now);
            Ledger living = before.living(now, format.policy());
            OptionalLong second = invalidBefore.isEmpty()
                    ? invalidBefore
                    : OptionalLong.of(before.seen().invalidBeforeAtLeast(invalidBefore.getAsLong()));
            Ledger kept = second.isEmpty() ? living : before.living(now, format.policy(), second.getAsLong());
            Ledger next = edit.apply(kept);
            if (next.equals(before.ledger()) && second.isEmpty()) {
                return List.of();
            }
            if (store.apply(ledgers.replacing(before, next, second, now))) {
                cleanUp(before, next, List.of(), now);
                return living.without(line -> next.line(line.family()).isPresent())
                        .lines();
            }
        }
        throw tooBusy();
    }

    /** Ends everything of a user, and says which logins lived. */
    List<Line> endAll(String user, Instant now) {
        Holdings before = ledgers.holdings(user, now);
        Sighting seen = before.seen();
        Ledger taken = ledgers.clear(seen.keys(), seen.invalidBeforeAtLeast(now.getEpochSecond()));
        // What was issued between the look and the step is in the one, what other programs issued in the other.
        Ledger all = before.ledger();
        for (Line line : taken.lines()) {
            all = all.with(line);
        }
        Holdings ended = new Holdings(seen, all, before.removed(), List.of());
        cleanUp(ended, Ledger.EMPTY, List.of(), now);
        return ended.living(now, format.policy()).lines();
    }

    /**
     * Removes what is left of tokens that a step has ended, and what lies in the sets beyond what one ledger takes up. That
     * step counts: what fails here is of no consequence.
     *
     * @param removed what stands in keys for tokens whose records are gone already
     */
    void cleanUp(Holdings before, Ledger after, Collection<String> removed, Instant now) {
        RoundTrip trip = new RoundTrip(store);
        for (String keyPart : Ledger.beyond(before.ledger().keyParts(), after.keyParts())) {
            if (!removed.contains(keyPart) && format.layout().isToken(keyPart)) {
                trip.commit(format.deletion(keyPart));
            }
        }
        Sighting seen = before.seen();
        remove(trip, seen.keys().tokens(), seen.tokensBeyond(before.ledger()));
        remove(trip, seen.keys().access(), seen.accessBeyond(before.ledger()));
        revoke(trip, before.ledger(), after, now);
        trip.send();
    }

    private static void remove(RoundTrip trip, Key set, List<Bytes> members) {
        for (List<Bytes> some : RoundTrip.chunks(members, CHUNK)) {
            trip.commit(Batch.builder()
                    .write(new Write.SetRemove(set, some))
                    .relaxed()
                    .build());
        }
    }

    private void revoke(RoundTrip trip, Ledger before, Ledger after, Instant now) {
        Duration skew = format.policy().skew();
        List<String> gone = Ledger.beyond(before.accessIds(), after.accessIds());
        for (Access each : gone.isEmpty() ? List.<Access>of() : before.access()) {
            if (gone.contains(each.id()) && each.lives(now, skew)) {
                trip.commit(Batch.builder()
                        .put(
                                format.revoked(each.id()),
                                format.layout().revocation().marker(),
                                Expiry.at(each.endsAt().plus(skew)))
                        .relaxed()
                        .build());
            }
        }
    }

    static StoreException tooBusy() {
        return new StoreException.Unavailable("The logins of this user are changed by too many at once");
    }
}
