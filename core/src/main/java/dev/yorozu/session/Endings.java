package dev.yorozu.session;

import dev.yorozu.store.Batch;
import dev.yorozu.store.Bytes;
import dev.yorozu.store.Commit;
import dev.yorozu.store.Found;
import dev.yorozu.store.Guard;
import dev.yorozu.store.Store;
import dev.yorozu.store.StoreException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Optional;

/**
 * How sessions end: the session first, then its entry in the index. <i>A crash between the two</i> leaves an entry without
 * a session, which lets nobody in and goes when the index is next read or ends.
 */
final class Endings {
    /** How often a session may be touched while it is being ended at one version. */
    private static final int ROUNDS = 16;

    private final Store store;
    private final SessionFormat format;
    private final SessionIndex index;
    private final Strays strays;

    Endings(Store store, SessionFormat format, SessionIndex index, Strays strays) {
        this.store = store;
        this.format = format;
        this.index = index;
        this.strays = strays;
    }

    /** Ends the session of this name; gives what it was, where it was one. */
    Optional<Session> end(Session.Name name) {
        Optional<Session> session = take(name).flatMap(stored -> format.decode(name, stored));
        session.ifPresent(index::remove);
        return session;
    }

    void end(Session session) {
        delete(session);
        index.remove(session);
    }

    boolean delete(Session session) {
        Commit commit = store.commit(Batch.builder().delete(session.key()).build());
        return ((Commit.Applied) commit).flag(0);
    }

    /** Ends the session unless it was changed since it was seen; a mere touch does not count. */
    boolean endVersion(Session seen) {
        Session current = seen;
        for (int round = 0; round < ROUNDS; round++) {
            Commit commit = store.commit(Batch.builder()
                    .require(Guard.equalTo(current.key(), current.stored()))
                    .delete(current.key())
                    .build());
            if (!(commit instanceof Commit.Rejected rejected)) {
                index.remove(seen);
                return true;
            }
            Optional<Session> found = found(seen, rejected.found());
            if (found.isEmpty() || found.get().version() != seen.version()) {
                return false;
            }
            current = found.get();
        }
        return false;
    }

    /** The session that a guard found in place of the one seen. */
    Optional<Session> found(Session seen, Found found) {
        return found instanceof Found.Value value ? format.decode(seen.name(), value.value()) : Optional.empty();
    }

    /**
     * What was ended.
     *
     * @param count how many keys were there
     * @param sessions what they were, as far as they were sessions
     */
    record Ended(int count, List<Session> sessions) {}

    /** All that may be sessions of a user: what the index names, and what it does not. */
    List<Bytes> members(String user) {
        List<Bytes> members = new ArrayList<>(index.members(user));
        members.addAll(strays.beyond(user, members));
        return members;
    }

    /** Ends the sessions that these members of a user's index stand for. */
    Ended endAll(String user, Collection<Bytes> members) {
        int count = 0;
        List<Session> sessions = new ArrayList<>();
        for (Bytes member : members) {
            Optional<Session.Name> name = format.member(user, member);
            Optional<Bytes> taken = name.flatMap(this::take);
            count += taken.isPresent() ? 1 : 0;
            taken.flatMap(stored -> format.decode(name.orElseThrow(), stored)).ifPresent(sessions::add);
        }
        if (!members.isEmpty()) {
            index.remove(user, members);
        }
        return new Ended(count, sessions);
    }

    /** What lay at the key until now; whatever else somebody put there goes too. */
    private Optional<Bytes> take(Session.Name name) {
        try {
            return ((Commit.Applied)
                            store.commit(Batch.builder().take(name.key()).build()))
                    .value(0);
        } catch (StoreException.WrongType notAString) {
            store.commit(Batch.builder().delete(name.key()).build());
            return Optional.empty();
        }
    }

    /** The sessions in a user's index that live, in no order. Those past a limit are ended, and dead entries leave it. */
    List<Session> living(String user, Instant now) {
        return living(user, index.members(user), now);
    }

    private List<Session> living(String user, List<Bytes> members, Instant now) {
        SessionIndex.Listing listing = index.read(user, members);
        if (!listing.dead().isEmpty()) {
            index.remove(user, listing.dead());
        }
        List<Session> living = new ArrayList<>(listing.sessions().size());
        for (Session session : listing.sessions()) {
            if (!session.over(now)) {
                living.add(session);
            } else {
                endVersion(session);
            }
        }
        return living;
    }

    /** All sessions of a user that live, in no order. Those that the index lacked are in it from now on. */
    List<Session> all(String user, Instant now) {
        List<Bytes> indexed = index.members(user);
        List<Session> all = new ArrayList<>(living(user, indexed, now));
        for (Session stray : living(user, strays.beyond(user, indexed), now)) {
            index.adopt(stray);
            all.add(stray);
        }
        return all;
    }
}
