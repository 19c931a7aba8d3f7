package dev.yorozu.session;

import dev.yorozu.json.Document;
import dev.yorozu.store.Batch;
import dev.yorozu.store.Bytes;
import dev.yorozu.store.Commit;
import dev.yorozu.store.Expiry;
import dev.yorozu.store.Found;
import dev.yorozu.store.Guard;
import dev.yorozu.store.Key;
import dev.yorozu.store.Life;
import dev.yorozu.store.Read;
import dev.yorozu.store.RoundTrip;
import dev.yorozu.store.Store;
import dev.yorozu.store.StoreException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * Records that list a user's sessions beside what else is kept of the user. Each change is guarded by the exact bytes that
 * were seen, and a record that lists a session is only replaced after that session was deleted.
 *
 * <p>A session that is changed has its record live on first, and its copied fields brought up to date after. <i>A crash after
 * the first</i> leaves a record that lives longer than it need; were the session to live on before its record does, a crash
 * between them would leave one that nothing lists any more. <i>A crash after the session was changed</i> leaves an old copy,
 * which nothing uses.
 *
 * <p>An earlier program could lose track of a session, so that it lives and no record lists it. One that is used is listed
 * then; but each sign-in and each end of all write down their moment, and a session that began before it and is not listed is
 * over. A record that cannot be read grants no access and is in nothing's way.
 */
final class RecordIndex extends UserIndex {
    /** How often others may change the same record meanwhile. */
    private static final int ROUNDS = SignIn.ROUNDS;

    /** How many sessions of the earlier program one record lists at most. */
    private static final int MOST_LISTED = 64;

    /** More elements than any value holds: a guard with this bound asks only whether the key holds a collection. */
    private static final long ANY_SIZE = 1L << 40;

    private static final Pattern BETWEEN_SIDS = Pattern.compile("[^0-9A-Za-z_-]+");

    private final IndexLayout.InRecord layout;

    RecordIndex(Store store, SessionFormat format, IndexLayout.InRecord layout) {
        super(store, format);
        this.layout = layout;
        Duration life = format.policy().life();
        if (life.compareTo(PENDING) < 0 || layout.life().compareTo(life) <= 0) {
            throw new IllegalArgumentException("A session lives for a minute at least, and its user's record longer");
        }
    }

    @Override
    Listing expected(String user) {
        return read(user);
    }

    @Override
    UserRecord read(String user) {
        try {
            return record(user, store.get(key(user)));
        } catch (StoreException.WrongType notAString) {
            return ofAnotherType(user);
        }
    }

    @Override
    boolean replacesAll() {
        return format.policy().maxPerUser() == 1;
    }

    @Override
    Optional<Listing> enter(Session session, Document description, Listing seen, List<Session.Name> gone, Instant now) {
        UserRecord record = (UserRecord) seen;
        List<String> sids = record.keyParts();
        gone.forEach(each -> sids.remove(each.keyPart()));
        sids.add(session.keyPart());
        Document next = described(copied(Document.empty(), session), description)
                .with(layout.sids(), sids)
                .with(layout.updatedAt(), now.toEpochMilli());
        return commit(
                        session.user(),
                        record,
                        ending(session.user(), now).put(key(session.user()), next.bytes(), life()))
                .map(Listing.class::cast);
    }

    @Override
    Optional<Listing> clear(String user, Listing seen, Instant now) {
        return commit(user, (UserRecord) seen, ending(user, now).delete(key(user)))
                .map(Listing.class::cast);
    }

    private Batch.Builder ending(String user, Instant now) {
        return Batch.builder().put(endedBefore(user), Bytes.of(now.toEpochMilli()), life());
    }

    private Document copied(Document record, Session session) {
        Document copied = record;
        for (String field : layout.copied()) {
            copied = copied.withAll(session.document().only(field));
        }
        return copied;
    }

    private Document described(Document record, Document description) {
        Document described = record;
        for (String field : layout.described()) {
            described = described.with(field, description.text(field).orElse(""));
        }
        return described;
    }

    private Expiry life() {
        return Expiry.after(layout.life());
    }

    private Key endedBefore(String user) {
        return layout.endedBefore().key(user);
    }

    /** Applies a change to the record seen; gives the one that was there instead, if another was. */
    private Optional<UserRecord> commit(String user, UserRecord seen, Batch.Builder batch) {
        try {
            if (!(store.commit(batch.require(seen.guard()).build()) instanceof Commit.Rejected rejected)) {
                return Optional.empty();
            }
            return Optional.of(
                    rejected.found() instanceof Found.Collection
                            ? ofAnotherType(user)
                            : record(user, rejected.found().string()));
        } catch (StoreException.WrongType changed) {
            return Optional.of(read(user));
        }
    }

    @Override
    boolean keep(Session session, Instant now) {
        String user = session.user();
        UserRecord seen = read(user);
        for (int round = 0; round < ROUNDS; round++) {
            if (seen.lists(session)) {
                return true;
            }
            RoundTrip trip = new RoundTrip(store);
            RoundTrip.Answer<Optional<Bytes>> ended = trip.read(new Read.Get(endedBefore(user)));
            RoundTrip.Answer<Optional<Life>> life = trip.read(new Read.Remaining(session.key()));
            trip.send();
            if (seen.names().size() >= MOST_LISTED || !beganAfter(ended.get(), life.get(), now)) {
                return false;
            }
            if (add(session, seen, ended.get(), now)) {
                return true;
            }
            seen = read(user);
        }
        throw new StoreException.Unavailable("The record of the same user is changed all the time");
    }

    /**
     * Whether a session whose key lives this long began, or was last changed, after a moment. One without an end was made by
     * hand: it is listed, and ends with the next sign-in. A moment that is no number was written wrongly.
     */
    private boolean beganAfter(Optional<Bytes> moment, Optional<Life> life, Instant now) {
        if (life.isEmpty() || moment.isEmpty() || !(life.get() instanceof Life.Ends ends)) {
            return life.isPresent();
        }
        return now.plus(ends.left()).minus(format.policy().life()).toEpochMilli()
                > moment.get().number().orElse(Long.MAX_VALUE);
    }

    /** Adds a session to the record seen, or makes one that lists it, while none but those seen have ended. */
    private boolean add(Session session, UserRecord seen, Optional<Bytes> ended, Instant now) {
        List<String> sids = seen.keyParts();
        sids.add(session.keyPart());
        Document record =
                seen.document().orElseGet(() -> described(copied(Document.empty(), session), Document.empty()));
        Key mark = endedBefore(session.user());
        return store.apply(Batch.builder()
                .require(seen.guard())
                .require(Guard.unchanged(mark, ended))
                .put(
                        key(session.user()),
                        record.with(layout.sids(), sids)
                                .with(layout.updatedAt(), now.toEpochMilli())
                                .bytes(),
                        life()));
    }

    @Override
    void remove(String user, Collection<Session.Name> names) {
        List<String> over = names.stream().map(Session.Name::keyPart).toList();
        UserRecord seen = read(user);
        for (int round = 0; round < ROUNDS; round++) {
            Optional<UserRecord> other = unlist(user, seen, over);
            if (other.isEmpty()) {
                return;
            }
            seen = other.get();
        }
        // It lists a session that is over, which grants no access.
    }

    /** Takes sessions that are over off a record, which goes when it lists no other. */
    private Optional<UserRecord> unlist(String user, UserRecord seen, List<String> over) {
        List<String> others = seen.keyParts();
        boolean listed = others.removeAll(over);
        if (others.isEmpty() && !seen.isAbsent()) {
            return commit(user, seen, Batch.builder().delete(key(user)));
        }
        if (!listed || seen.document().isEmpty()) {
            return Optional.empty();
        }
        Bytes record = seen.document().get().with(layout.sids(), others).bytes();
        return commit(user, seen, Batch.builder().put(key(user), record, Expiry.keep()));
    }

    /** The provider's tokens must not be lost for want of this: it is done once more with their copy. */
    @Override
    void changing(Session session) {
        Key key = key(session.user());
        try {
            store.commit(Batch.builder()
                    .require(Guard.present(key))
                    .expire(key, life())
                    .build());
        } catch (StoreException unreachable) {
            // The store's next answer says what is to be done.
        }
    }

    @Override
    void changed(Session session, Instant now) {
        try {
            UserRecord seen = read(session.user());
            for (int round = 0; round < ROUNDS && seen.document().isPresent() && seen.lists(session); round++) {
                Document record = copied(seen.document().get(), session).with(layout.updatedAt(), now.toEpochMilli());
                Optional<UserRecord> other =
                        commit(session.user(), seen, Batch.builder().put(key(session.user()), record.bytes(), life()));
                if (other.isEmpty()) {
                    return;
                }
                seen = other.get();
            }
        } catch (StoreException unreachable) {
            // The session has the tokens; those in the record of its user are a copy.
        }
    }

    private UserRecord record(String user, Optional<Bytes> stored) {
        if (stored.isEmpty()) {
            return new UserRecord(Guard.absent(key(user)), Optional.empty(), List.of());
        }
        Optional<Document> document = Document.parse(stored.get());
        List<String> listed = document.isPresent() ? document.get().texts(layout.sids()) : List.of();
        // Whatever in a broken record has the form of a sid may be a session that lives, and is taken for one.
        Stream<String> sids =
                listed.isEmpty() ? BETWEEN_SIDS.splitAsStream(stored.get().text()) : listed.stream();
        return new UserRecord(
                Guard.equalTo(key(user), stored.get()),
                document,
                sids.distinct()
                        .filter(format.layout()::isSid)
                        .flatMap(text -> format.member(user, text).stream())
                        .toList());
    }

    /** Something that is no string, which only an operator's hand put there. */
    private UserRecord ofAnotherType(String user) {
        return new UserRecord(Guard.sizeBelow(key(user), ANY_SIZE), Optional.empty(), List.of());
    }

    /** A user's record that lists sessions, as it was when it was read, also where it is absent or no record at all. */
    private static final class UserRecord extends Listing {
        private final Guard guard;
        private final Optional<Document> document;

        private UserRecord(Guard guard, Optional<Document> document, List<Session.Name> names) {
            super(names);
            this.guard = guard;
            this.document = document;
        }

        /** Holds while the record is as it was seen. */
        Guard guard() {
            return guard;
        }

        /** What it says; empty where that cannot be read. */
        Optional<Document> document() {
            return document;
        }

        boolean isAbsent() {
            return guard instanceof Guard.Absent;
        }

        boolean lists(Session session) {
            return keyParts().contains(session.keyPart());
        }

        /** What stands in keys for the sessions that are listed. */
        List<String> keyParts() {
            List<String> parts = new ArrayList<>();
            names().forEach(name -> parts.add(name.keyPart()));
            return parts;
        }
    }
}
