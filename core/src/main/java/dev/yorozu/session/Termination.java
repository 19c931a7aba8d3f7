package dev.yorozu.session;

import dev.yorozu.store.Batch;
import dev.yorozu.store.Bytes;
import dev.yorozu.store.Commit;
import dev.yorozu.store.Found;
import dev.yorozu.store.Guard;
import dev.yorozu.store.RoundTrip;
import dev.yorozu.store.Store;
import dev.yorozu.store.StoreException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * How sessions end: the session first, then its entry in the index. <i>A crash between the two</i> leaves an entry without a
 * session, which grants no access and goes when the index is next read or ends.
 */
final class Termination {
    /** How often a session may be touched while it is being ended at one version. */
    private static final int ROUNDS = 16;

    private final Store store;
    private final SessionFormat format;
    private final UserIndex index;

    Termination(Store store, SessionFormat format, UserIndex index) {
        this.store = store;
        this.format = format;
        this.index = index;
    }

    static Ended ended(Session session) {
        return new Ended(session.keyPart(), true, Optional.of(session));
    }

    /** Ends the session of this name; gives what it was, where it was one. */
    Optional<Session> end(Session.Name name) {
        Optional<Session> session = take(List.of(name)).getFirst().session();
        session.ifPresent(each -> index.remove(each.user(), List.of(each.name())));
        return session;
    }

    /** Ends the session whatever became of it. */
    void end(Session session) {
        store.commit(Batch.builder().delete(session.key()).build());
        index.remove(session.user(), List.of(session.name()));
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
                index.remove(seen.user(), List.of(seen.name()));
                return true;
            }
            Optional<Session> found = found(seen, rejected.found());
            if (found.isEmpty() || !found.get().isVersionOf(seen)) {
                return false;
            }
            current = found.get();
        }
        return false;
    }

    /** The session that a guard found in place of the one seen. */
    Optional<Session> found(Session seen, Found found) {
        return found.string().flatMap(stored -> format.decode(seen.name(), stored));
    }

    /** All sessions of a user: what the index names, and what it does not. */
    List<Session.Name> all(String user) {
        List<Session.Name> indexed = index.read(user).names();
        return all(indexed, index.unindexed(user, indexed));
    }

    private static List<Session.Name> all(List<Session.Name> indexed, List<Session.Name> others) {
        List<Session.Name> all = new ArrayList<>(indexed);
        all.addAll(others);
        return all;
    }

    /** Ends all sessions of a user. One that begins meanwhile is ended too, or counts as later. */
    List<Ended> endAll(String user, Instant now) {
        Map<String, Ended> ended = new LinkedHashMap<>();
        UserIndex.Listing seen = index.read(user);
        List<Session.Name> others = index.unindexed(user, seen.names());
        if (!others.isEmpty()) {
            seen = new UserIndex.Listing(all(seen.names(), others));
        }
        for (int round = 0; round < SignIn.ROUNDS; round++) {
            take(seen.names())
                    .forEach(each -> ended.merge(each.keyPart(), each, (one, two) -> one.lived() ? one : two));
            Optional<UserIndex.Listing> left = index.clear(user, seen, now);
            if (left.isEmpty()) {
                break;
            }
            seen = left.get();
        }
        return List.copyOf(ended.values());
    }

    /** Ends sessions of a user, and takes them off the index. */
    List<Ended> endAll(String user, List<Session.Name> names) {
        List<Ended> ended = take(names);
        if (!names.isEmpty()) {
            index.remove(user, names);
        }
        return ended;
    }

    /** Takes what lies at the keys of sessions, all at once; whatever else another program put there goes too. */
    private List<Ended> take(Collection<Session.Name> names) {
        List<Ended> ended = new ArrayList<>();
        for (List<Session.Name> some : RoundTrip.chunks(names, UserIndex.CHUNK)) {
            RoundTrip trip = new RoundTrip(store);
            List<RoundTrip.Answer<Commit>> commits = new ArrayList<>();
            some.forEach(name ->
                    commits.add(trip.commit(Batch.builder().take(name.key()).build())));
            trip.send();
            for (int i = 0; i < some.size(); i++) {
                ended.add(taken(some.get(i), commits.get(i)));
            }
        }
        return ended;
    }

    private Ended taken(Session.Name name, RoundTrip.Answer<Commit> commit) {
        Optional<Bytes> stored;
        try {
            stored = ((Commit.Applied) commit.get()).value(0);
        } catch (StoreException.WrongType notAString) {
            store.commit(Batch.builder().delete(name.key()).build());
            stored = Optional.empty();
        }
        return new Ended(name.keyPart(), stored.isPresent(), stored.flatMap(bytes -> format.decode(name, bytes)));
    }

    /** Those of these sessions that live, in no order. Those past a limit are ended, and dead entries leave the index. */
    List<Session> living(String user, List<Session.Name> names, Instant now) {
        List<Session> found = index.sessions(names);
        if (found.size() < names.size()) {
            List<String> there = found.stream().map(Session::keyPart).toList();
            index.remove(
                    user,
                    names.stream()
                            .filter(name -> !there.contains(name.keyPart()))
                            .toList());
        }
        List<Session> living = new ArrayList<>(found.size());
        for (Session session : found) {
            if (!session.over(now)) {
                living.add(session);
            } else {
                endVersion(session);
            }
        }
        return living;
    }

    /** All sessions of a user that live, in no order. Those that the index lacked are in it from now on. */
    List<Session> list(String user, Instant now) {
        List<Session.Name> indexed = index.read(user).names();
        List<Session> all = living(user, indexed, now);
        for (Session unindexed : living(user, index.unindexed(user, indexed), now)) {
            index.adopt(unindexed);
            all.add(unindexed);
        }
        return all;
    }
}
