package dev.yorozu.seat;

import dev.yorozu.json.Document;
import dev.yorozu.oauth.Grant;
import dev.yorozu.store.Batch;
import dev.yorozu.store.Bytes;
import dev.yorozu.store.Commit;
import dev.yorozu.store.Expiry;
import dev.yorozu.store.Guard;
import dev.yorozu.store.Key;
import dev.yorozu.store.Store;
import dev.yorozu.store.StoreException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** The records that say which session has a user's seat. Each change is guarded by what was seen. */
final class UserRecords {
    private final Store store;
    private final SeatFormat format;

    UserRecords(Store store, SeatFormat format) {
        this.store = store;
        this.format = format;
    }

    UserRecord read(String user) {
        return read(format.layout().user().key(user));
    }

    private UserRecord read(Key key) {
        try {
            return UserRecord.of(key, format.layout(), store.get(key));
        } catch (StoreException.WrongType notAString) {
            return UserRecord.ofAnotherType(key);
        }
    }

    /** The record of a user whose seat is this one's, and nobody else's. */
    Document listing(Seat seat, Person person, Grant grant, Instant now) {
        SeatLayout.Names names = format.layout().names();
        return format.granted(Document.empty(), seat.token(), grant, now)
                .with(names.email(), person.email())
                .with(names.fullName(), person.fullName())
                .with(names.sessions(), List.of(seat.keyPart()))
                .with(names.updatedAt(), now.toEpochMilli());
    }

    /** Writes a record over the one seen; gives the one that was there instead, if another was. */
    private Optional<UserRecord> replace(UserRecord seen, Document record) {
        return commit(seen, Batch.builder().put(seen.key(), record.bytes(), life()));
    }

    /** Writes the record of who takes the seat over the one seen, and that all before it are out; see {@link #replace}. */
    Optional<UserRecord> take(Seat seat, UserRecord seen, Document record, Instant now) {
        return commit(seen, ending(seat.user(), now).put(seen.key(), record.bytes(), life()));
    }

    /** Removes the record seen, whose sessions are over, and writes that all before are out; see {@link #replace}. */
    Optional<UserRecord> clear(String user, UserRecord seen, Instant now) {
        return commit(seen, ending(user, now).delete(seen.key()));
    }

    private Batch.Builder ending(String user, Instant now) {
        return Batch.builder().put(endedBefore(user), Bytes.of(now.toEpochMilli()), life());
    }

    private Expiry life() {
        return Expiry.after(format.policy().userLife());
    }

    private Key endedBefore(String user) {
        return format.layout().endedBefore().key(user);
    }

    /** When the user's sessions of before ended, as it is stored. */
    Optional<Bytes> ended(String user) {
        return store.get(endedBefore(user));
    }

    /**
     * Adds a session to the record seen, or makes one that lists it.
     *
     * @param ended when the user's sessions of before ended, which must be so still
     * @return the record that is there by now, where this did not happen
     */
    Optional<UserRecord> add(Seat seat, UserRecord seen, Optional<Bytes> ended, Instant now) {
        SeatLayout.Names names = format.layout().names();
        List<String> sessions = new ArrayList<>(seen.listed());
        sessions.add(seat.keyPart());
        Document record = seen.document()
                .orElseGet(() -> Document.empty()
                        .with(
                                names.accessToken(),
                                seat.document().text(names.accessToken()).orElse(""))
                        .with(
                                names.refreshToken(),
                                seat.document().text(names.refreshToken()).orElse(""))
                        .with(names.tokensEnd(), seat.tokensEnd().toEpochMilli())
                        .with(names.email(), "")
                        .with(names.fullName(), ""))
                .with(names.sessions(), sessions)
                .with(names.updatedAt(), now.toEpochMilli());
        Key mark = endedBefore(seat.user());
        boolean added = store.commit(Batch.builder()
                        .require(seen.guard())
                        .require(ended.isPresent() ? Guard.equalTo(mark, ended.get()) : Guard.absent(mark))
                        .put(seen.key(), record.bytes(), life())
                        .build())
                .applied();
        return added ? Optional.empty() : Optional.of(read(seen.key()));
    }

    private Optional<UserRecord> remove(UserRecord seen) {
        return commit(seen, Batch.builder().delete(seen.key()));
    }

    private Optional<UserRecord> commit(UserRecord seen, Batch.Builder batch) {
        try {
            Commit commit = store.commit(batch.require(seen.guard()).build());
            return commit instanceof Commit.Rejected rejected
                    ? Optional.of(UserRecord.found(seen.key(), format.layout(), rejected.found()))
                    : Optional.empty();
        } catch (StoreException.WrongType changed) {
            return Optional.of(read(seen.key()));
        }
    }

    /** Takes sessions that are over off a record, which goes when it lists no other; see {@link #replace}. */
    Optional<UserRecord> unlist(UserRecord seen, List<String> over) {
        List<String> others = new ArrayList<>(seen.listed());
        boolean listed = others.removeAll(over);
        if (others.isEmpty() && !seen.isAbsent()) {
            return remove(seen);
        }
        if (!listed || seen.document().isEmpty()) {
            return Optional.empty();
        }
        return commit(
                seen,
                Batch.builder()
                        .put(
                                seen.key(),
                                seen.document()
                                        .get()
                                        .with(format.layout().names().sessions(), others)
                                        .bytes(),
                                Expiry.keep()));
    }

    /** Takes a session that is over off its user's record. */
    void unlist(String user, String keyPart) {
        UserRecord seen = read(user);
        for (int round = 0; round < Taking.ROUNDS; round++) {
            Optional<UserRecord> other = unlist(seen, List.of(keyPart));
            if (other.isEmpty()) {
                return;
            }
            seen = other.get();
        }
        // It lists a session that is over, which lets nobody in.
    }

    /** Lets the user's record, if there is one, live on from now. */
    void prolong(String user) {
        Key key = format.layout().user().key(user);
        store.commit(Batch.builder()
                .require(Guard.present(key))
                .expire(key, Expiry.after(format.policy().userLife()))
                .build());
    }

    /** Brings the provider's tokens in the record of a session's user up to date, while it lists that session. */
    void renew(Seat seat, Grant grant, Instant asked, Instant now) {
        UserRecord seen = read(seat.user());
        for (int round = 0; round < Taking.ROUNDS; round++) {
            if (seen.document().isEmpty() || !seen.listed().contains(seat.keyPart())) {
                return;
            }
            Document record = format.granted(seen.document().get(), seat.token(), grant, asked)
                    .with(format.layout().names().updatedAt(), now.toEpochMilli());
            Optional<UserRecord> other = replace(seen, record);
            if (other.isEmpty()) {
                return;
            }
            seen = other.get();
        }
        // The session has the tokens; those in the record of its user are a copy.
    }
}
