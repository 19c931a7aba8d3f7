package dev.yorozu.token;

import dev.yorozu.store.Batch;
import dev.yorozu.store.Bytes;
import dev.yorozu.store.Commit;
import dev.yorozu.store.Expiry;
import dev.yorozu.store.Guard;
import dev.yorozu.store.Key;
import dev.yorozu.store.Read;
import dev.yorozu.store.Store;
import dev.yorozu.store.Write;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;

/**
 * The ledgers in the store, one for each user, and the two sets beside each.
 *
 * <p>A change is one batch in the user's partition, guarded by the ledger that was seen. The sets are changed by the
 * difference of the two ledgers in the same batch, so that they say what the ledger says, whoever looks.
 */
final class Ledgers {
    private final Store store;
    private final RecordFormat format;

    Ledgers(Store store, RecordFormat format) {
        this.store = store;
        this.format = format;
    }

    /**
     * What the ledger alone says, in one round trip with another question.
     *
     * @param access the access token whose revocation is asked for
     */
    Glance glance(String user, Optional<String> access) {
        List<Read.Get> questions = new ArrayList<>(3);
        questions.add(new Read.Get(ledger(user)));
        questions.add(new Read.Get(second(user)));
        access.ifPresent(
                id -> questions.add(new Read.Get(format.layout().revoked().key(id))));
        List<Optional<Bytes>> answers = store.readAll(questions);
        Optional<Bytes> stored = answers.get(0);
        Holdings holdings =
                new Holdings(user, stored, parse(stored), Set.of(), answers.get(1), List.of(), Holdings.Surplus.NONE);
        return new Glance(holdings, access.isPresent() && answers.get(2).isPresent());
    }

    /** @param revoked whether the access token that was asked for is revoked */
    record Glance(Holdings holdings, boolean revoked) {}

    /**
     * The ledger and what lies beside it; the answers may come from different moments.
     *
     * @param access the access token whose revocation is asked for
     */
    @SuppressWarnings("unchecked") // The answers have the types of the questions, in their order.
    Sighting sight(String user, Optional<String> access) {
        List<Read<?>> questions = new ArrayList<>(List.of(
                new Read.Get(ledger(user)),
                new Read.Members(tokens(user)),
                new Read.Members(access(user)),
                new Read.Get(second(user))));
        access.ifPresent(
                id -> questions.add(new Read.Get(format.layout().revoked().key(id))));
        List<Object> answers = store.readAll(questions);
        Optional<Bytes> stored = (Optional<Bytes>) answers.get(0);
        return new Sighting(
                user,
                stored,
                parse(stored),
                (Set<Bytes>) answers.get(1),
                (Set<Bytes>) answers.get(2),
                (Optional<Bytes>) answers.get(3),
                access.isPresent() && ((Optional<Bytes>) answers.get(4)).isPresent());
    }

    /** @param revoked whether the access token that was asked for is revoked */
    record Sighting(
            String user,
            Optional<Bytes> stored,
            Ledger ledger,
            Set<Bytes> tokens,
            Set<Bytes> access,
            Optional<Bytes> invalidBefore,
            boolean revoked) {}

    private static Ledger parse(Optional<Bytes> stored) {
        return stored.map(LedgerFormat::read).orElse(Ledger.EMPTY);
    }

    /** Replaces what was seen; says whether that is still what is there, and rests on what is still true. */
    boolean replace(Holdings seen, Ledger next) {
        return replace(seen, next, OptionalLong.empty());
    }

    /** Replaces what was seen, and moves the second before which everything is dead. */
    boolean replace(Holdings seen, Ledger next, OptionalLong invalidBefore) {
        Key ledger = ledger(seen.user());
        Key second = second(seen.user());
        Expiry life = Expiry.after(format.policy().indexLife());
        // A second that an operator moves by hand meanwhile must not be outrun.
        Batch.Builder batch = Batch.builder()
                .require(unchanged(ledger, seen.stored()))
                .require(unchanged(second, seen.invalidBefore()));
        seen.proofs().forEach(batch::require);
        if (next.isEmpty()) {
            batch.delete(ledger);
        } else {
            batch.put(ledger, LedgerFormat.write(next), life);
        }
        difference(batch, tokens(seen.user()), seen.ledger().tokens(), next.tokens());
        difference(batch, access(seen.user()), seen.ledger().accessIds(), next.accessIds());
        if (invalidBefore.isPresent()) {
            batch.put(second, Bytes.of(invalidBefore.getAsLong()), life);
        }
        return store.commit(batch.build()).applied();
    }

    private void difference(Batch.Builder batch, Key set, Set<Bytes> before, Set<Bytes> after) {
        List<Bytes> gone = before.stream().filter(each -> !after.contains(each)).toList();
        List<Bytes> come = after.stream().filter(each -> !before.contains(each)).toList();
        if (!gone.isEmpty()) {
            batch.write(new Write.SetRemove(set, gone));
        }
        if (!come.isEmpty()) {
            batch.write(new Write.SetAdd(set, come));
        }
        batch.expire(set, Expiry.after(format.policy().indexLife()));
    }

    private static Guard unchanged(Key key, Optional<Bytes> seen) {
        return seen.isPresent() ? Guard.equalTo(key, seen.get()) : Guard.absent(key);
    }

    /** Ends everything of a user in one step, whatever it is by then; gives the ledger as it was. */
    Ledger clear(String user, long invalidBefore) {
        Commit commit = store.commit(Batch.builder()
                .take(ledger(user))
                .delete(tokens(user))
                .delete(access(user))
                .put(
                        second(user),
                        Bytes.of(invalidBefore),
                        Expiry.after(format.policy().indexLife()))
                .build());
        return parse(((Commit.Applied) commit).value(0));
    }

    Guard holds(String user, String keyPart) {
        return Guard.member(tokens(user), Bytes.of(keyPart));
    }

    Guard lacks(String user, String keyPart) {
        return Guard.notMember(tokens(user), Bytes.of(keyPart));
    }

    Guard holdsAccess(String user, String id) {
        return Guard.member(access(user), Bytes.of(id));
    }

    Key tokens(String user) {
        return format.layout().tokens().key(user);
    }

    Key access(String user) {
        return format.layout().access().key(user);
    }

    private Key ledger(String user) {
        return format.layout().ledger().key(user);
    }

    private Key second(String user) {
        return format.layout().invalidBefore().key(user);
    }
}
