package dev.yorozu.token.ledger;

import dev.yorozu.store.Batch;
import dev.yorozu.store.Bytes;
import dev.yorozu.store.Commit;
import dev.yorozu.store.Expiry;
import dev.yorozu.store.Guard;
import dev.yorozu.store.Key;
import dev.yorozu.store.Read;
import dev.yorozu.store.RoundTrip;
import dev.yorozu.store.Store;
import dev.yorozu.store.ValueType;
import dev.yorozu.store.Write;
import dev.yorozu.token.Access;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * The ledgers in the store, one for each user, and the two documented sets beside each.
 *
 * <p>Ledger and sets are brought together when they are read: what another program put into the sets is taken up, and what an
 * operator took out of them is dead, as is what has no record any more. They are read at different moments. So each
 * difference that a change relies on goes along as a proof: the change happens only if the member is, or is not, in the set
 * at that very moment.
 *
 * <p>A change is one batch in the user's partition, guarded by the ledger that was seen. The sets are changed by the
 * difference of the two ledgers in the same batch, so that every reader finds in them what the ledger says.
 */
record Ledgers(Store store, RecordFormat format) {
    /** How many records one read asks for. */
    private static final int CHUNK = 64;

    /** How many access tokens of other programs are taken up; such sets were never pruned, and most have long ended. */
    private static final int MOST_STRAYS = 64;

    /**
     * Asks for the ledger and what lies beside it.
     *
     * @param access the access token whose revocation is asked for
     */
    RoundTrip.Answer<Sighting> sight(RoundTrip trip, String user, Optional<String> access) {
        LedgerKeys keys = LedgerKeys.of(format.layout(), user);
        RoundTrip.Answer<Set<Bytes>> tokens = trip.read(new Read.Members(keys.tokens()));
        RoundTrip.Answer<Set<Bytes>> ids = trip.read(new Read.Members(keys.access()));
        return sight(trip, keys, access, () -> Optional.of(new Sighting.Sets(tokens.get(), ids.get())));
    }

    private RoundTrip.Answer<Sighting> sight(
            RoundTrip trip, LedgerKeys keys, Optional<String> access, RoundTrip.Answer<Optional<Sighting.Sets>> sets) {
        RoundTrip.Answer<Optional<Bytes>> ledger = trip.read(new Read.Get(keys.ledger()));
        RoundTrip.Answer<Optional<Bytes>> second = trip.read(new Read.Get(keys.invalidBefore()));
        RoundTrip.Answer<Optional<Bytes>> revoked = access.<RoundTrip.Answer<Optional<Bytes>>>map(
                        id -> trip.read(new Read.Get(format.revoked(id))))
                .orElse(Optional::empty);
        return () -> new Sighting(
                keys,
                ledger.get(),
                parse(ledger.get()),
                sets.get(),
                second.get(),
                revoked.get().isPresent());
    }

    /**
     * Asks for what a user holds as {@link #sight(RoundTrip, String, Optional)} and {@link #holdings} do, and of the sets for
     * their sizes alone: to read dozens of members costs more than all else. Empty where the sizes are not what the ledger
     * says. Where they are, the sets are taken for what it says. That each current token is in its set is a proof of the
     * change; an id of another program's access token that took the place of one that was removed by hand is taken up once
     * that one has ended.
     */
    RoundTrip.Answer<Optional<Holdings>> glance(RoundTrip trip, String user, Optional<String> access) {
        LedgerKeys keys = LedgerKeys.of(format.layout(), user);
        RoundTrip.Answer<Long> tokens = trip.read(new Read.Size(keys.tokens()));
        RoundTrip.Answer<Long> ids = trip.read(new Read.Size(keys.access()));
        RoundTrip.Answer<Sighting> sight = sight(trip, keys, access, Optional::empty);
        return () -> {
            Sighting seen = sight.get();
            Ledger ledger = seen.ledger();
            if (tokens.get() != ledger.lines().size() || ids.get() != ledger.accessCount()) {
                return Optional.empty();
            }
            List<Guard> proofs = new ArrayList<>();
            ledger.tokens().forEach(token -> proofs.add(Guard.member(keys.tokens(), Bytes.of(token))));
            return Optional.of(new Holdings(seen, ledger, Set.of(), proofs));
        };
    }

    /** As {@link #sight(RoundTrip, String, Optional)}, on a trip of its own. */
    Sighting sight(String user, Optional<String> access) {
        return RoundTrip.ask(store, trip -> sight(trip, user, access));
    }

    private static Ledger parse(Optional<Bytes> stored) {
        return stored.map(LedgerFormat::read).orElse(Ledger.EMPTY);
    }

    /** What the user holds, without the logins whose current token has no record. */
    Holdings holdings(String user, Instant now) {
        Sighting seen = sight(user, Optional.empty());
        return holdings(
                seen,
                withoutRecord(seen.ledger().lines().stream().filter(seen::holds).toList()),
                now);
    }

    /**
     * What the user holds.
     *
     * @param unrecorded the families that are known to have no record
     */
    Holdings holdings(Sighting seen, List<String> unrecorded, Instant now) {
        LedgerKeys keys = seen.keys();
        List<Guard> proofs = new ArrayList<>();
        Set<String> removed = new HashSet<>(unrecorded);
        for (Line line : seen.ledger().lines()) {
            if (!seen.holds(line)) {
                removed.add(line.family());
                proofs.add(Guard.notMember(keys.tokens(), Bytes.of(line.token())));
            }
        }
        List<Line> lines = foreignLines(seen, now);
        lines.forEach(line -> proofs.add(Guard.member(keys.tokens(), Bytes.of(line.token()))));
        List<Access> strays = strays(seen, now);
        strays.forEach(each -> proofs.add(Guard.member(keys.access(), Bytes.of(each.id()))));
        return new Holdings(seen, seen.ledger().with(lines, strays), removed, proofs);
    }

    /**
     * The families whose current token has no record. That needs no proof: a record is written before the ledger names it,
     * and one that was deleted since never returns.
     */
    private List<String> withoutRecord(List<Line> listed) {
        if (listed.isEmpty()) {
            return List.of();
        }
        List<Optional<ValueType>> types = store.readAll(listed.stream()
                .map(line -> new Read.Type(format.key(line.token())))
                .toList());
        return IntStream.range(0, listed.size())
                .filter(i -> types.get(i).isEmpty())
                .mapToObj(i -> listed.get(i).family())
                .toList();
    }

    /** The logins of tokens that another program put into the set: the newest, as far as one ledger takes them up. */
    private List<Line> foreignLines(Sighting seen, Instant now) {
        List<String> foreign = seen.tokensBeyond(seen.ledger()).stream()
                .map(Bytes::text)
                .filter(format.layout()::isToken)
                .toList();
        List<Line> lines = new ArrayList<>();
        for (List<String> some : RoundTrip.chunks(foreign, CHUNK)) {
            List<Optional<Bytes>> stored = store.readAll(some.stream()
                    .map(keyPart -> new Read.Get(format.key(keyPart)))
                    .toList());
            for (int i = 0; i < some.size(); i++) {
                String keyPart = some.get(i);
                stored.get(i)
                        .flatMap(bytes -> format.read(keyPart, bytes))
                        .filter(record -> record.user().equals(seen.keys().user()) && !record.isSpent())
                        .map(RefreshRecord::line)
                        .filter(line -> now.isBefore(line.endsAt()))
                        .ifPresent(lines::add);
            }
        }
        return lines.stream()
                .sorted(Comparator.comparing(Line::issuedAt).reversed())
                .limit(LedgerPolicy.MOST_PER_USER)
                .toList();
    }

    /** When those end is not known: it is counted from now on, as if they had just been issued. */
    private List<Access> strays(Sighting seen, Instant now) {
        Instant end = now.plus(format.policy().accessLife());
        return seen.accessBeyond(seen.ledger()).stream()
                .map(Bytes::text)
                .filter(format.layout()::isAccess)
                .limit(Math.max(0, MOST_STRAYS - seen.ledger().strays().size()))
                .map(id -> new Access(id, now, end))
                .toList();
    }

    /** Replaces what was seen; says whether that is still what is there, and rests on what is still true. */
    boolean replace(Holdings before, Ledger next, Instant now) {
        return store.apply(replacing(before, next, OptionalLong.empty(), now));
    }

    /** The batch that replaces what was seen, and moves the second before which everything is dead where one is given. */
    Batch.Builder replacing(Holdings before, Ledger next, OptionalLong invalidBefore, Instant now) {
        LedgerKeys keys = before.seen().keys();
        Expiry life = Expiry.after(format.policy().indexLife());
        // A second that an operator moves by hand meanwhile must not be outrun.
        Batch.Builder batch = Batch.builder()
                .require(Guard.unchanged(keys.ledger(), before.seen().stored()))
                .require(Guard.unchanged(keys.invalidBefore(), before.seen().invalidBefore()));
        before.proofs().forEach(batch::require);
        if (next.isEmpty()) {
            batch.delete(keys.ledger());
        } else {
            batch.put(keys.ledger(), LedgerFormat.write(next), life);
        }
        difference(batch, keys.tokens(), before.ledger().tokens(), next.tokens(), id -> false);
        difference(
                batch,
                keys.access(),
                before.ledger().accessIds(),
                next.accessIds(),
                id -> isOver(before.ledger(), id, now));
        if (invalidBefore.isPresent()) {
            batch.put(keys.invalidBefore(), Bytes.of(invalidBefore.getAsLong()), life);
        }
        return batch;
    }

    /** @param ended those that go because their time is over, which is no revocation */
    private void difference(
            Batch.Builder batch, Key set, List<String> before, List<String> after, Predicate<String> ended) {
        List<String> gone = Ledger.beyond(before, after);
        List<Bytes> come = bytes(Ledger.beyond(after, before));
        if (!gone.isEmpty()) {
            Map<Boolean, List<Bytes>> byEnd = gone.stream()
                    .collect(Collectors.partitioningBy(ended, Collectors.mapping(Bytes::of, Collectors.toList())));
            byEnd.forEach((over, ids) -> {
                if (!ids.isEmpty()) {
                    batch.write(new Write.SetRemove(set, ids, over));
                }
            });
        }
        if (!come.isEmpty()) {
            batch.write(new Write.SetAdd(set, come));
        }
        batch.expire(set, Expiry.after(format.policy().indexLife()));
    }

    private boolean isOver(Ledger ledger, String accessId, Instant now) {
        return ledger.access().stream()
                .noneMatch(each -> each.id().equals(accessId)
                        && each.lives(now, format.policy().skew()));
    }

    private static List<Bytes> bytes(List<String> texts) {
        return texts.stream().map(Bytes::of).toList();
    }

    /** Ends everything of a user in one step, whatever it is by then; gives the ledger as it was. */
    Ledger clear(LedgerKeys keys, long invalidBefore) {
        Expiry life = Expiry.after(format.policy().indexLife());
        Commit commit = store.commit(Batch.builder()
                .take(keys.ledger())
                .delete(keys.tokens())
                .delete(keys.access())
                .put(keys.invalidBefore(), Bytes.of(invalidBefore), life)
                .build());
        return parse(((Commit.Applied) commit).value(0));
    }
}
