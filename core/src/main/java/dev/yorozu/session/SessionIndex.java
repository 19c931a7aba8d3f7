package dev.yorozu.session;

import dev.yorozu.store.Batch;
import dev.yorozu.store.Bytes;
import dev.yorozu.store.Expiry;
import dev.yorozu.store.Guard;
import dev.yorozu.store.Key;
import dev.yorozu.store.Order;
import dev.yorozu.store.Ranked;
import dev.yorozu.store.Read;
import dev.yorozu.store.Store;
import dev.yorozu.store.StoreException;
import dev.yorozu.store.Write;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Optional;

/**
 * The sets of sids, one for each user; sorted by last activity where the layout says so. Never larger than the policy's
 * cap by anything done here but adopting what another program wrote, and renewed before the sessions in it are, or together
 * with them, so that it outlives them.
 *
 * <p>Where sessions say when they end and lie with their index, the index ends with the last of them: each that enters
 * prolongs it to its own end, and after one has left it is given the end of those that are left, if they are all that it
 * names. <i>A crash before that</i>, or somebody who comes at the same time, leaves an index that ends later than it need.
 */
final class SessionIndex {
    /** How many members one batch removes, and how many sessions one read asks for. */
    private static final int CHUNK = 64;

    private final Store store;
    private final SessionFormat format;
    private final InstantSource clock;
    private final boolean exact;

    SessionIndex(Store store, SessionFormat format, InstantSource clock) {
        this.store = store;
        this.format = format;
        this.clock = clock;
        this.exact = format.layout().byUser() && format.layout().fields().end().isPresent();
    }

    /** Adds a session if the index has room for it. */
    boolean add(Session session) {
        Key index = key(session.user());
        Batch.Builder batch =
                Batch.builder().require(Guard.sizeBelow(index, format.policy().maxPerUser()));
        return store.commit(enter(batch, session).build()).applied();
    }

    /** Adds a session in place of others, if those are still there and the index is within the cap. */
    boolean swap(List<Session> gone, Session session) {
        Key index = key(session.user());
        Batch.Builder batch = Batch.builder();
        gone.forEach(each -> batch.require(Guard.member(index, member(each))));
        batch.require(Guard.sizeBelow(index, format.policy().maxPerUser() + (long) gone.size()))
                .write(removal(index, gone.stream().map(SessionIndex::member).toList()));
        return store.commit(enter(batch, session).build()).applied();
    }

    /**
     * Writes a new session and adds it, in place of others that are deleted, if those are still there and the index is
     * within the cap; all in one step, where sessions lie with their index. A session that is there is in its index.
     */
    boolean begin(Session session, List<Session> gone) {
        Key index = key(session.user());
        Batch.Builder batch = Batch.builder().require(Guard.absent(session.key()));
        gone.forEach(each -> batch.require(Guard.present(each.key())));
        batch.require(Guard.sizeBelow(index, format.policy().maxPerUser() + (long) gone.size()));
        gone.forEach(each -> batch.delete(each.key()));
        if (!gone.isEmpty()) {
            batch.write(removal(index, gone.stream().map(SessionIndex::member).toList()));
        }
        boolean begun = store.commit(enter(batch.put(session.key(), session.stored(), session.expiry()), session)
                        .build())
                .applied();
        if (begun && !gone.isEmpty()) {
            settle(session.user());
        }
        return begun;
    }

    /** Adds a session that lies with its index, whatever the cap, if it is still as it was seen. */
    boolean adopt(Session session) {
        Batch.Builder batch = Batch.builder()
                .require(Guard.equalTo(session.key(), session.stored()))
                .require(Guard.sizeBelow(key(session.user()), SessionPolicy.MOST_PER_USER));
        return store.commit(enter(batch, session).build()).applied();
    }

    /** Has a batch name the session in the index, with its last activity, and renew the index's life. */
    Batch.Builder enter(Batch.Builder batch, Session session) {
        Key index = key(session.user());
        if (format.layout().ranked()) {
            batch.rankAdd(index, member(session), session.lastSeenAt().toEpochMilli(), Write.Replace.IF_GREATER);
        } else {
            batch.setAdd(index, member(session));
        }
        return batch.write(life(index, session));
    }

    /** Renews the life of the index if the session is in it. */
    boolean renew(Session session) {
        Key index = key(session.user());
        return store.commit(Batch.builder()
                        .require(Guard.member(index, member(session)))
                        .write(life(index, session))
                        .relaxed()
                        .build())
                .applied();
    }

    void remove(Session session) {
        remove(session.user(), List.of(member(session)));
    }

    /** Removes members whose sessions do not live any more. They never come back, so nothing can go wrong by it. */
    void remove(String user, Collection<Bytes> members) {
        Key index = key(user);
        for (List<Bytes> some : chunks(members)) {
            store.commit(Batch.builder().write(removal(index, some)).build());
        }
        settle(user);
    }

    /** Has the index end with the last session that it names, if it names those that are seen and no other. */
    private void settle(String user) {
        if (!exact) {
            return;
        }
        try {
            Listing left = read(user, members(user));
            if (left.sessions().isEmpty()
                    || !left.dead().isEmpty()
                    || left.sessions().stream().anyMatch(session -> !session.saysItsEnd())) {
                return;
            }
            Key index = key(user);
            Batch.Builder batch = Batch.builder()
                    .require(Guard.sizeBelow(index, left.sessions().size() + 1L));
            left.sessions().forEach(each -> batch.require(Guard.equalTo(each.key(), each.stored())));
            Instant last = left.sessions().stream()
                    .map(Session::endsAt)
                    .max(Instant::compareTo)
                    .orElseThrow();
            store.commit(batch.expire(index, Expiry.at(last)).relaxed().build());
        } catch (StoreException unreachable) {
            // It ends later than it need, which does no harm.
        }
    }

    List<Bytes> members(String user) {
        if (!format.layout().isUser(user)) {
            return List.of();
        }
        return format.layout().ranked()
                ? store.ranks(key(user), Order.RISING, 0, -1).stream()
                        .map(Ranked::member)
                        .toList()
                : List.copyOf(store.members(key(user)));
    }

    /** What an index stands for at a moment. */
    record Listing(List<Session> sessions, List<Bytes> dead) {}

    /** The sessions that members stand for, also those past a limit, and the members without a session of this user. */
    Listing read(String user, Collection<Bytes> members) {
        List<Session> sessions = new ArrayList<>();
        List<Bytes> dead = new ArrayList<>();
        for (List<Bytes> some : chunks(members)) {
            List<Session.Name> names = new ArrayList<>(some.size());
            for (Bytes member : some) {
                format.member(user, member).ifPresentOrElse(names::add, () -> dead.add(member));
            }
            List<Optional<Bytes>> stored = stored(names);
            for (int i = 0; i < names.size(); i++) {
                Session.Name name = names.get(i);
                stored.get(i)
                        .flatMap(bytes -> format.decode(name, bytes))
                        .ifPresentOrElse(sessions::add, () -> dead.add(Bytes.of(name.keyPart())));
            }
        }
        return new Listing(sessions, dead);
    }

    /** What lies at the keys of these sessions; something else than a text, which another program put there, is nothing. */
    private List<Optional<Bytes>> stored(List<Session.Name> names) {
        try {
            return store.readAll(
                    names.stream().map(name -> new Read.Get(name.key())).toList());
        } catch (StoreException.WrongType notAString) {
            return names.size() == 1
                    ? List.of(Optional.empty())
                    : names.stream()
                            .flatMap(name -> stored(List.of(name)).stream())
                            .toList();
        }
    }

    private Write removal(Key index, List<Bytes> members) {
        return format.layout().ranked() ? new Write.RankRemove(index, members) : new Write.SetRemove(index, members);
    }

    private Write life(Key index, Session session) {
        Duration life = format.policy().life();
        if (!exact) {
            return new Write.Expire(index, Expiry.after(life));
        }
        Duration own = Duration.between(clock.instant(), session.endsAt());
        // One that is just ending prolongs nothing, but the index must not be without an end.
        return new Write.Prolong(
                index, !session.saysItsEnd() ? life : own.compareTo(Expiry.SHORTEST) < 0 ? Expiry.SHORTEST : own);
    }

    private Key key(String user) {
        return format.layout().index().key(user);
    }

    private static Bytes member(Session session) {
        return Bytes.of(session.keyPart());
    }

    private static List<List<Bytes>> chunks(Collection<Bytes> all) {
        List<Bytes> ordered = List.copyOf(all);
        List<List<Bytes>> chunks = new ArrayList<>();
        for (int from = 0; from < ordered.size(); from += CHUNK) {
            chunks.add(ordered.subList(from, Math.min(ordered.size(), from + CHUNK)));
        }
        return chunks;
    }
}
