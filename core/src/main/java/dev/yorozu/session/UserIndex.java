package dev.yorozu.session;

import dev.yorozu.json.Document;
import dev.yorozu.store.Batch;
import dev.yorozu.store.Expiry;
import dev.yorozu.store.Guard;
import dev.yorozu.store.Key;
import dev.yorozu.store.RoundTrip;
import dev.yorozu.store.Store;
import dev.yorozu.store.StoreException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Optional;

/**
 * Where the sessions of each user are listed, and how a session and its place there are written: the strategy under
 * {@link SignIn} and {@link Termination}. Here for an index in another partition than the sessions, in which they are
 * pending before they are listed.
 */
abstract class UserIndex {
    static final Duration PENDING = Duration.ofSeconds(60);

    /** How many members one batch removes, and how many sessions one trip asks for. */
    static final int CHUNK = 64;

    final Store store;
    final SessionFormat format;

    UserIndex(Store store, SessionFormat format) {
        this.store = store;
        this.format = format;
    }

    static UserIndex of(Store store, SessionFormat format) {
        return switch (format.layout().index()) {
            case IndexLayout.InSet set -> new SetIndex(store, format);
            case IndexLayout.InSortedSet sorted -> new SortedSetIndex(store, format);
            case IndexLayout.InRecord record -> new RecordIndex(store, format, record);
        };
    }

    /** What an index named at a moment. Only ever handed back to the index that gave it. */
    static class Listing {
        static final Listing EMPTY = new Listing(List.of());

        private final List<Session.Name> names;

        Listing(List<Session.Name> names) {
            this.names = List.copyOf(names);
        }

        final List<Session.Name> names() {
            return names;
        }
    }

    /** What a new session enters: as a rule there is room, and the index need not be read. */
    Listing expected(String user) {
        return Listing.EMPTY;
    }

    /** What the index names. Members of which no key can be made are removed. */
    abstract Listing read(String user);

    /** Writes a session that is to be listed, with a short life. */
    void reserve(Session session) {
        Duration life = format.policy().life();
        boolean written = store.apply(Batch.builder()
                .require(Guard.absent(session.key()))
                .put(session.key(), session.stored(), Expiry.after(life.compareTo(PENDING) < 0 ? life : PENDING)));
        if (!written) {
            throw new IllegalStateException("The source of random sids repeats itself");
        }
    }

    /** Whether a new session takes the place of all that are listed, so that none of them need be read. */
    boolean replacesAll() {
        return false;
    }

    /** Deletes sessions for which another comes; false where {@link #enter} does so in its own step. */
    boolean release(Collection<Session.Name> gone) {
        RoundTrip.commitAll(
                store,
                gone.stream()
                        .map(name -> Batch.builder().delete(name.key()).build())
                        .toList());
        return true;
    }

    /**
     * Lists a session in place of others, if the index still has room for it, or is what was seen.
     *
     * @return what is listed instead; empty when it is done
     */
    abstract Optional<Listing> enter(
            Session session, Document description, Listing seen, List<Session.Name> gone, Instant now);

    /**
     * Gives a listed session its full life, if it is still there.
     *
     * @param replaced whether others ended for it
     */
    boolean confirm(Session session, boolean replaced) {
        return store.apply(
                Batch.builder().require(Guard.present(session.key())).expire(session.key(), session.expiry()));
    }

    /** Sees to it that a session that is used is listed, for as long as it lives; false where there is no place for it. */
    abstract boolean keep(Session session, Instant now);

    /** Removes sessions that have ended. They never come back, so nothing can go wrong by it. */
    abstract void remove(String user, Collection<Session.Name> names);

    /** Removes all sessions that were seen, which have ended; gives what is listed instead, where that is to end as well. */
    Optional<Listing> clear(String user, Listing seen, Instant now) {
        remove(user, seen.names());
        return Optional.empty();
    }

    /** When a session that is changed was last active: a change is no use of it, as a rule. */
    Instant activity(Session session, Instant now) {
        return session.lastSeenAt();
    }

    /** Has a batch that writes a session list it too, where one batch can do both. */
    Batch.Builder join(Batch.Builder batch, Session session) {
        return batch;
    }

    /**
     * The same for a batch that touches a session without its record being known.
     *
     * @param end the session's own
     * @return empty where the record has to be known
     */
    Optional<Batch.Builder> join(Batch.Builder batch, Session.Name name, Instant end, Instant now) {
        return Optional.empty();
    }

    /** Is told before a session is changed. */
    void changing(Session session) {}

    /** Is told after a session was changed. */
    void changed(Session session, Instant now) {}

    /** The user's sessions that the index lacks, because another program wrote them, as far as they can be found. */
    List<Session.Name> unindexed(String user, Collection<Session.Name> known) {
        return List.of();
    }

    /** Lists a session that another program wrote, if it is still as it was seen. */
    boolean adopt(Session session) {
        return false;
    }

    /** The session that a key shows by its name; empty where keys do not show their users. */
    Optional<Session.Name> named(Key key) {
        return Optional.empty();
    }

    /** Those of these keys that are sessions which no index names. */
    List<Session.Name> unindexed(List<Key> keys) {
        return List.of();
    }

    /** The sessions of these names, also those past a limit; without those that are not there. */
    final List<Session> sessions(Collection<Session.Name> names) {
        List<Session> sessions = new ArrayList<>();
        for (List<Session.Name> some : RoundTrip.chunks(names, CHUNK)) {
            RoundTrip trip = new RoundTrip(store);
            List<RoundTrip.Answer<Optional<Session>>> answers =
                    some.stream().map(name -> format.read(trip, name)).toList();
            trip.send();
            answers.forEach(answer -> found(answer).ifPresent(sessions::add));
        }
        return sessions;
    }

    /** What another program put at the key of a session and is no text is no session. */
    private static Optional<Session> found(RoundTrip.Answer<Optional<Session>> answer) {
        try {
            return answer.get();
        } catch (StoreException.WrongType noText) {
            return Optional.empty();
        }
    }

    final Key key(String user) {
        return format.layout().index().key().key(user);
    }
}
