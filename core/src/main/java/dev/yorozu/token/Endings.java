package dev.yorozu.token;

import dev.yorozu.store.Batch;
import dev.yorozu.store.Bytes;
import dev.yorozu.store.Expiry;
import dev.yorozu.store.Key;
import dev.yorozu.store.Store;
import dev.yorozu.store.StoreException;
import dev.yorozu.store.Write;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.OptionalLong;
import java.util.Set;
import java.util.function.Predicate;
import java.util.function.UnaryOperator;

/**
 * How logins end: the ledger and the sets in one step, and from that moment on nothing of them lets anybody in. Their
 * records, and those of the spent tokens before them, are deleted and their access tokens marked as revoked afterwards, for
 * whoever looks at those keys. <i>A crash before that</i> leaves records of dead tokens, which end by themselves.
 */
final class Endings {
    /** How often others may change the same user's logins during one change; each time one of them got through. */
    static final int ROUNDS = 256;

    /** How many members one clean-up removes. */
    private static final int CHUNK = 128;

    private final Store store;
    private final RecordFormat format;
    private final Ledgers ledgers;
    private final Adoption adoption;

    Endings(Store store, RecordFormat format, Ledgers ledgers, Adoption adoption) {
        this.store = store;
        this.format = format;
        this.ledgers = ledgers;
        this.adoption = adoption;
    }

    /** Ends the logins that are chosen, and says which lived. */
    List<Line> endWhere(String user, Predicate<Line> chosen, Instant now) {
        return change(user, living -> living.without(chosen), OptionalLong.empty(), now);
    }

    /** Ends all logins but one, and the access tokens of no known login; says which logins lived. */
    List<Line> endAllBut(String user, String family, Instant now) {
        return change(
                user,
                living -> living.without(line -> !line.family().equals(family)).withoutStrays(),
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
            Holdings seen = adoption.holdings(user, now);
            Ledger living = seen.living(now, format.policy());
            OptionalLong second = invalidBefore.isEmpty()
                    ? invalidBefore
                    : OptionalLong.of(seen.invalidBeforeAtLeast(invalidBefore.getAsLong()));
            Ledger kept = second.isEmpty() ? living : seen.living(now, format.policy(), second.getAsLong());
            Ledger next = edit.apply(kept);
            if (next.equals(seen.ledger()) && second.isEmpty()) {
                return List.of();
            }
            if (ledgers.replace(seen, next, second)) {
                List<Line> ended = gone(living, next);
                cleanUp(seen, next, now);
                return ended;
            }
        }
        throw tooBusy();
    }

    /** Ends everything of a user, and says which logins lived. */
    List<Line> endAll(String user, Instant now) {
        Holdings seen = adoption.holdings(user, now);
        long second = seen.invalidBeforeAtLeast(now.getEpochSecond());
        Ledger taken = ledgers.clear(user, second);
        // What was issued between the look and the step is in the one, what other programs issued in the other.
        Ledger all = new Ledger(
                union(taken.lines(), seen.ledger().lines()), seen.ledger().strays());
        Holdings ended =
                new Holdings(user, seen.stored(), all, seen.removed(), seen.invalidBefore(), List.of(), seen.surplus());
        cleanUp(ended, Ledger.EMPTY, now);
        return ended.living(now, format.policy()).lines();
    }

    private static List<Line> union(List<Line> taken, List<Line> seen) {
        List<Line> all = new ArrayList<>(taken);
        for (Line line : seen) {
            if (taken.stream().noneMatch(each -> each.family().equals(line.family()))) {
                all.add(line);
            }
        }
        return all;
    }

    /** The lines of one ledger whose families are not in another. */
    static List<Line> gone(Ledger before, Ledger after) {
        return before.lines().stream()
                .filter(line -> after.line(line.family()).isEmpty())
                .toList();
    }

    /** Removes what is left of tokens that a step has ended. That step counts: what fails here is of no consequence. */
    void cleanUp(Holdings before, Ledger after, Instant now) {
        try {
            Set<String> kept = after.keyParts();
            for (String keyPart : before.ledger().keyParts()) {
                if (!kept.contains(keyPart) && format.layout().isToken(keyPart)) {
                    delete(keyPart);
                }
            }
            remove(ledgers.tokens(before.user()), before.surplus().tokens());
            remove(ledgers.access(before.user()), before.surplus().access());
            revoke(before.ledger(), after, now);
        } catch (StoreException unreachable) {
            // The tokens are dead all the same, and their records end by themselves.
        }
    }

    void delete(String keyPart) {
        store.commit(Batch.builder().delete(format.key(keyPart)).relaxed().build());
    }

    private void remove(Key set, List<Bytes> members) {
        for (int from = 0; from < members.size(); from += CHUNK) {
            List<Bytes> some = members.subList(from, Math.min(members.size(), from + CHUNK));
            store.commit(Batch.builder()
                    .write(new Write.SetRemove(set, some))
                    .relaxed()
                    .build());
        }
    }

    private void revoke(Ledger before, Ledger after, Instant now) {
        Collection<Bytes> kept = after.accessIds();
        List<Access> all = new ArrayList<>(before.strays());
        before.lines().forEach(line -> all.addAll(line.access()));
        for (Access each : all) {
            if (!kept.contains(Bytes.of(each.id())) && each.lives(now, format.policy())) {
                store.commit(Batch.builder()
                        .put(
                                format.layout().revoked().key(each.id()),
                                format.layout().marker(),
                                Expiry.at(each.endsAt().plus(format.policy().skew())))
                        .relaxed()
                        .build());
            }
        }
    }

    static StoreException tooBusy() {
        return new StoreException.Unavailable("The logins of this user are changed by too many at once");
    }
}
