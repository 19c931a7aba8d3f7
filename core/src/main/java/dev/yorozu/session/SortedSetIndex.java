package dev.yorozu.session;

import dev.yorozu.session.SessionFields.Field;
import dev.yorozu.store.Batch;
import dev.yorozu.store.Bytes;
import dev.yorozu.store.Expiry;
import dev.yorozu.store.Guard;
import dev.yorozu.store.Key;
import dev.yorozu.store.Order;
import dev.yorozu.store.Ranked;
import dev.yorozu.store.Read;
import dev.yorozu.store.Scan;
import dev.yorozu.store.Store;
import dev.yorozu.store.StoreException;
import dev.yorozu.store.Write;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.Set;
import java.util.stream.IntStream;

/**
 * Sorted sets of sids by last activity, one for each user, that lie with the user's sessions: whatever writes a session
 * lists it in the same step, and so nothing is ever pending.
 *
 * <p>Where sessions say when they end, the index ends with the last of them: each that enters prolongs it to its own end, and
 * after one has left it is given the end of those that are left, if they are all that it names. <i>A crash before that</i>,
 * or a concurrent writer, leaves an index that ends later than it need.
 *
 * <p>Sessions that other programs wrote are in no index and are found by their names, which begin with the user. A store that
 * keeps names in order answers at once. Redis looks at its keys one after the other, so only the first so many pages are
 * asked for: in a larger store some may stay unseen until they are used, which lists them, or until a walk over all keys has
 * them {@linkplain Sessions#adopt adopted}. They may bring a user above the cap; the next sign-in ends the oldest.
 */
final class SortedSetIndex extends SetIndex {
    private static final int PAGE = 1000;
    private static final int PAGES = 16;

    SortedSetIndex(Store store, SessionFormat format) {
        super(store, format);
    }

    @Override
    Collection<Bytes> members(Key index) {
        return store.ranks(index, Order.RISING, 0, -1).stream()
                .map(Ranked::member)
                .toList();
    }

    @Override
    Write removal(Key index, List<Bytes> members) {
        return new Write.RankRemove(index, members);
    }

    @Override
    void reserve(Session session) {}

    @Override
    boolean release(Collection<Session.Name> gone) {
        return false;
    }

    /** A session that is there is in its index. */
    @Override
    Batch.Builder replacing(Batch.Builder batch, Session session, List<Session.Name> gone) {
        batch.require(Guard.absent(session.key()));
        gone.forEach(each -> batch.require(Guard.present(each.key())).delete(each.key()));
        return batch.put(session.key(), session.stored(), session.expiry());
    }

    @Override
    void withdraw(String user, List<Session.Name> gone) {}

    /** It has its full life from the first; what went for it may have been the last to end. */
    @Override
    boolean confirm(Session session, boolean replaced) {
        if (replaced) {
            settle(session.user());
        }
        return true;
    }

    @Override
    Batch.Builder name(Batch.Builder batch, Session session) {
        Key index = key(session.user());
        return stamp(batch, index, session.name(), session.lastSeenAt()).write(life(index, session));
    }

    private static Batch.Builder stamp(Batch.Builder batch, Key index, Session.Name name, Instant seen) {
        return batch.rankAdd(index, name.member(), seen.toEpochMilli(), Write.Replace.IF_GREATER);
    }

    @Override
    Optional<Batch.Builder> join(Batch.Builder batch, Session.Name name, Instant end, Instant now) {
        Key index = key(name.owner());
        return Optional.of(stamp(batch, index, name, now).write(prolonging(index, end)));
    }

    @Override
    Batch.Builder join(Batch.Builder batch, Session session) {
        return name(batch, session);
    }

    @Override
    boolean keep(Session session, Instant now) {
        return true;
    }

    @Override
    Instant activity(Session session, Instant now) {
        return now;
    }

    private Write life(Key index, Session session) {
        if (!format.has(Field.END)) {
            return life(index);
        }
        return session.saysItsEnd()
                ? prolonging(index, session.endsAt())
                : new Write.Prolong(index, format.policy().life());
    }

    /** One that is just ending prolongs nothing, but the index must not be without an end. */
    private Write prolonging(Key index, Instant end) {
        Duration own = Duration.between(format.clock().instant(), end);
        return new Write.Prolong(index, own.compareTo(Expiry.SHORTEST) < 0 ? Expiry.SHORTEST : own);
    }

    @Override
    void remove(String user, Collection<Session.Name> names) {
        super.remove(user, names);
        settle(user);
    }

    /** Has the index end with the last session that it names, if it names those that are seen and no other. */
    private void settle(String user) {
        if (!format.has(Field.END)) {
            return;
        }
        try {
            List<Session.Name> names = read(user).names();
            List<Session> left = sessions(names);
            if (left.isEmpty() || left.size() < names.size() || !left.stream().allMatch(Session::saysItsEnd)) {
                return;
            }
            Key index = key(user);
            Batch.Builder batch = Batch.builder().require(Guard.sizeBelow(index, left.size() + 1L));
            left.forEach(each -> batch.require(Guard.equalTo(each.key(), each.stored())));
            Instant last =
                    left.stream().map(Session::endsAt).max(Instant::compareTo).orElseThrow();
            store.commit(batch.expire(index, Expiry.at(last)).relaxed().build());
        } catch (StoreException unreachable) {
            // It ends later than it need, which does no harm.
        }
    }

    @Override
    List<Session.Name> unindexed(String user, Collection<Session.Name> known) {
        Set<String> seen = new HashSet<>();
        known.forEach(name -> seen.add(name.keyPart()));
        List<Session.Name> unindexed = new ArrayList<>();
        Scan scan = Scan.of(format.layout().session().prefix(user), PAGE);
        for (int page = 0; page < PAGES; page++) {
            Scan.Page found = store.scan(scan);
            for (Key key : found.keys()) {
                named(key).filter(name -> seen.add(name.keyPart())).ifPresent(unindexed::add);
            }
            if (found.last()) {
                break;
            }
            scan = scan.from(found.next());
        }
        return unindexed;
    }

    @Override
    Optional<Session.Name> named(Key key) {
        return format.named(key);
    }

    @Override
    List<Session.Name> unindexed(List<Key> keys) {
        List<Session.Name> all =
                keys.stream().flatMap(key -> named(key).stream()).toList();
        List<OptionalDouble> places = store.readAll(all.stream()
                .map(each -> new Read.ScoreOf(key(each.owner()), each.member()))
                .toList());
        return IntStream.range(0, all.size())
                .filter(i -> places.get(i).isEmpty())
                .mapToObj(all::get)
                .toList();
    }

    @Override
    boolean adopt(Session session) {
        Batch.Builder batch = Batch.builder()
                .require(Guard.equalTo(session.key(), session.stored()))
                .require(Guard.sizeBelow(key(session.user()), SessionPolicy.MOST_PER_USER));
        return store.apply(name(batch, session));
    }
}
