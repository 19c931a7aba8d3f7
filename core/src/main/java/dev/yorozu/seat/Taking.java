package dev.yorozu.seat;

import dev.yorozu.json.Document;
import dev.yorozu.oauth.Grant;
import dev.yorozu.store.Batch;
import dev.yorozu.store.Commit;
import dev.yorozu.store.Expiry;
import dev.yorozu.store.Guard;
import dev.yorozu.store.Store;
import dev.yorozu.store.StoreException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * How a seat is taken. A session and its user's record lie in two partitions, so it takes four steps, of which only the
 * last makes the session count.
 *
 * <ol>
 *   <li><b>Pending.</b> The session is written with a short life. Nobody knows its token. <i>A crash after this</i> leaves a
 *       session that nobody can use and that ends by itself within a minute.
 *   <li><b>Cleared.</b> The user's record is read, and the sessions that it lists are deleted. <i>A crash after this</i>
 *       leaves the user without a session, and a record whose list is dead.
 *   <li><b>Listed.</b> The record is replaced by one that lists the new session alone, if it is still the one that was
 *       seen; else the step before is taken again with the record that is there now. <i>A crash after this</i> leaves a
 *       listed session that nobody can use and that ends by itself within a minute.
 *   <li><b>Confirmed.</b> If the session is still there, it gets its full life. If it is not, somebody else took the seat or
 *       ended all of the user's sessions meanwhile. <i>A crash after this</i>, before the user got the token, leaves a
 *       session that nobody can use and that is listed and ended like any.
 * </ol>
 *
 * <p>So no session with a full life was ever unlisted, and none is unlisted before it was deleted: a record that lists it is
 * only replaced by those who deleted it first. Of many who take a user's seat at once the last to be listed keeps it,
 * because whoever deletes its session goes on to replace the record that listed it, and succeeds unless yet another was
 * listed.
 *
 * <p>Sessions of the earlier program may be listed nowhere. The step that lists the new one therefore writes down its moment
 * too: one that is not listed and began before is over, as whoever next uses it finds out.
 */
final class Taking {
    static final Duration PENDING = Duration.ofSeconds(60);

    /** Each lost round means that another of the same user's sign-ins was listed. */
    static final int ROUNDS = 200;

    private final Store store;
    private final SeatFormat format;
    private final UserRecords users;

    Taking(Store store, SeatFormat format, UserRecords users) {
        this.store = store;
        this.format = format;
        this.users = users;
    }

    Taken take(String user, Person person, Grant grant, Optional<String> profile, Instant now) {
        Seat seat = format.begin(user, grant, profile, now);
        try {
            write(seat);
            Set<String> ended = new LinkedHashSet<>();
            list(seat, users.listing(seat, person, grant, now), now, ended);
            return new Taken(seat, !confirm(seat), List.copyOf(ended));
        } catch (StoreException fault) {
            discard(seat, fault);
            throw fault;
        }
    }

    private void write(Seat seat) {
        boolean written = store.commit(Batch.builder()
                        .require(Guard.absent(seat.key()))
                        .put(seat.key(), seat.stored(), Expiry.after(PENDING))
                        .build())
                .applied();
        if (!written) {
            throw new IllegalStateException("The source of random tokens repeats itself");
        }
    }

    private void list(Seat seat, Document record, Instant now, Set<String> ended) {
        UserRecord seen = users.read(seat.user());
        for (int round = 0; round < ROUNDS; round++) {
            delete(seen.listed());
            ended.addAll(seen.listed());
            Optional<UserRecord> other = users.take(seat, seen, record, now);
            if (other.isEmpty()) {
                return;
            }
            seen = other.get();
        }
        throw new StoreException.Unavailable("The same user signs in all the time");
    }

    /** Deletes sessions by what stands for them in keys, and gives those that were there. */
    List<String> delete(List<String> keyParts) {
        List<String> lived = new ArrayList<>();
        for (String keyPart : keyParts) {
            Commit commit = store.commit(Batch.builder()
                    .delete(format.layout().session().key(keyPart))
                    .build());
            if (((Commit.Applied) commit).flag(0)) {
                lived.add(keyPart);
            }
        }
        return lived;
    }

    private boolean confirm(Seat seat) {
        return store.commit(Batch.builder()
                        .require(Guard.present(seat.key()))
                        .expire(seat.key(), Expiry.after(format.policy().life()))
                        .build())
                .applied();
    }

    /** Tries to leave nothing behind. Where that fails too, the steps above say what remains. */
    private void discard(Seat seat, StoreException fault) {
        try {
            delete(List.of(seat.keyPart()));
            users.unlist(seat.user(), seat.keyPart());
        } catch (StoreException another) {
            fault.addSuppressed(another);
        }
    }
}
