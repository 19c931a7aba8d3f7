package dev.yorozu.session;

import dev.yorozu.store.Batch;
import dev.yorozu.store.Bytes;
import dev.yorozu.store.Commit;
import dev.yorozu.store.Found;
import dev.yorozu.store.Guard;
import dev.yorozu.store.Key;
import dev.yorozu.store.Store;
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

    Endings(Store store, SessionFormat format, SessionIndex index) {
        this.store = store;
        this.format = format;
        this.index = index;
    }

    /** Ends the session of this name; gives what it was, where it was one. */
    Optional<Session> end(Session.Name name) {
        Commit commit = store.commit(Batch.builder().take(name.key()).build());
        Optional<Session> session = ((Commit.Applied) commit).value(0).flatMap(stored -> format.decode(name, stored));
        session.ifPresent(index::remove);
        return session;
    }

    void end(Session session) {
        delete(session);
        index.remove(session);
    }

    boolean delete(Session session) {
        return delete(session.key());
    }

    private boolean delete(Key key) {
        Commit commit = store.commit(Batch.builder().delete(key).build());
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

    /** Ends the sessions that these members of a user's index stand for, and says how many there were. */
    int endAll(String user, Collection<Bytes> members) {
        int ended = 0;
        for (Bytes member : members) {
            Optional<Session.Name> name = format.member(member);
            if (name.isPresent() && delete(name.get().key())) {
                ended++;
            }
        }
        if (!members.isEmpty()) {
            index.remove(user, members);
        }
        return ended;
    }

    /** The user's sessions that live, in no order. Those past a limit are ended, and dead entries leave the index. */
    List<Session> living(String user, Instant now) {
        SessionIndex.Listing listing = index.read(user);
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
}
