package dev.yorozu.seat;

import dev.yorozu.oauth.Grant;
import dev.yorozu.oauth.GrantHolders.Writing;
import dev.yorozu.secret.RandomTokens;
import dev.yorozu.secret.Storage;
import dev.yorozu.store.Batch;
import dev.yorozu.store.Bytes;
import dev.yorozu.store.Commit;
import dev.yorozu.store.Expiry;
import dev.yorozu.store.Found;
import dev.yorozu.store.Guard;
import dev.yorozu.store.Life;
import dev.yorozu.store.Read;
import dev.yorozu.store.Store;
import dev.yorozu.store.StoreException;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * The sessions of a system that lets each user have one device: whoever signs in takes the seat, and who sat there is out.
 * Safe for use by any number of threads and servers.
 *
 * <p>What counts is the session's own record: where it is absent, nobody is let in, whatever the user's record says. Every
 * update is guarded by the exact bytes that were seen, so that nothing returns from the dead. {@link Taking} says how a
 * seat is taken, step by step.
 *
 * <p>An end deletes the session first, and then its mention in the user's record, which goes when it lists no other. <i>A
 * crash between the two</i> leaves a record that lists a session that is over; it lets nobody in, and goes with the next
 * sign-in or by itself. A renewal of the provider's tokens lets the user's record live on, then changes the session, and
 * then their copy in the user's record. <i>A crash after the first</i> leaves a record that lives longer than it need;
 * were the session to live on before its record does, a crash between them would leave one that nothing lists any more.
 * <i>A crash after the second</i> leaves an old copy, which nobody uses.
 *
 * <p>Records of the earlier program count as they are; one that cannot be read lets nobody in and stands in nobody's way. That
 * program could lose track of a session, so that it lives and no record lists it. Whoever uses one has it {@linkplain
 * #list listed}; but where its user has signed in or ended all sessions since it began, it is over.
 */
public final class Seats {
    /** How many sessions of the earlier program one record lists at most. */
    private static final int MOST_LISTED = 64;

    private final Store store;
    private final SeatFormat format;
    private final InstantSource clock;
    private final UserRecords users;
    private final Taking taking;

    public Seats(
            Store store,
            SeatLayout layout,
            SeatPolicy policy,
            Storage storage,
            RandomTokens random,
            InstantSource clock) {
        this.store = store;
        this.format = new SeatFormat(layout, policy, storage, random);
        this.clock = clock;
        this.users = new UserRecords(store, format);
        this.taking = new Taking(store, format, users);
    }

    /** Whether a user can have this id here. */
    public boolean isUser(String text) {
        return format.layout().isUser(text);
    }

    /**
     * Takes the user's seat.
     *
     * @param user an id that the layout allows; anything else is a fault
     * @param grant what the provider granted just now
     * @param profile the id of the user's profile, where there is one
     */
    public Taken take(String user, Person person, Grant grant, Optional<String> profile) {
        requireUser(user);
        return taking.take(user, person, grant, profile, now());
    }

    /** A search for the session with this token; empty for a text that does not have the form of one. */
    public Optional<Lookup> lookup(String token) {
        return format.name(token).map(Lookup::new);
    }

    /** A search that has not begun: the question can travel with others, and its answer is then brought here. */
    public final class Lookup {
        private final Seat.Name name;

        private Lookup(Seat.Name name) {
            this.name = name;
        }

        /** What stands for the token in keys. */
        public String keyPart() {
            return name.keyPart();
        }

        public Read<Optional<Bytes>> question() {
            return new Read.Get(name.key());
        }

        /** How long the session's record lives; see {@link Seats#endOf(Seat, Optional)}. */
        public Read<Optional<Life>> lifeQuestion() {
            return new Read.Remaining(name.key());
        }

        /** The session that the answer shows. It may be {@linkplain Seat#over over}, which is for the caller to act on. */
        public Optional<Seat> found(Optional<Bytes> answer) {
            return answer.isEmpty() ? Optional.empty() : format.decode(name, answer.get());
        }
    }

    /** The session with this token, by one read; the store is not asked about what cannot be one. It may be over. */
    public Optional<Seat> find(String token) {
        Optional<Lookup> lookup = lookup(token);
        if (lookup.isEmpty()) {
            return Optional.empty();
        }
        try {
            return lookup.get().found(store.read(lookup.get().question()));
        } catch (StoreException.WrongType notASession) {
            return Optional.empty();
        }
    }

    /** When a session ends that nobody renews or ends before: with its record, or with the provider's access token. */
    public Instant endOf(Seat seat) {
        return endOf(seat, store.remaining(seat.key()));
    }

    /** @param life how long the record lives, as it was asked together with the session */
    public Instant endOf(Seat seat, Optional<Life> life) {
        Instant record = now().plus(life.map(this::left).orElse(Duration.ZERO));
        return record.isBefore(seat.tokensEnd()) ? record : seat.tokensEnd();
    }

    /**
     * Sees to it that the record of its user lists a session; usually that is one read.
     *
     * @return false when the session is over: its user signed in or ended all sessions after it began, and it was listed
     *     nowhere then; or it is not there any more
     */
    public boolean list(Seat seat) {
        UserRecord seen = users.read(seat.user());
        for (int round = 0; round < Taking.ROUNDS; round++) {
            if (seen.listed().contains(seat.keyPart())) {
                return true;
            }
            Optional<Bytes> ended = users.ended(seat.user());
            if (seen.listed().size() >= MOST_LISTED || !isLater(seat, ended)) {
                end(seat);
                return false;
            }
            Optional<UserRecord> other = users.add(seat, seen, ended, now());
            if (other.isEmpty()) {
                return true;
            }
            seen = other.get();
        }
        throw new StoreException.Unavailable("The record of the same user is changed all the time");
    }

    /** Whether a session began, or was last renewed, after a moment. A moment that is no number was written wrongly. */
    private boolean isLater(Seat seat, Optional<Bytes> moment) {
        Optional<Life> life = store.remaining(seat.key());
        if (life.isEmpty() || moment.isEmpty()) {
            return life.isPresent();
        }
        // One without an end was made by somebody's hand, nobody knows when: it is listed, and ends with the next
        // sign-in.
        return !(life.get() instanceof Life.Ends ends)
                || now().plus(ends.left()).minus(format.policy().life()).toEpochMilli()
                        > moment.get().number().orElse(Long.MAX_VALUE);
    }

    /**
     * Writes other tokens of the provider over those seen; the session lives on from now.
     *
     * @param asked when the provider was asked, from where the token's life is counted
     */
    public Writing<Seat> change(Seat seen, Grant grant, Instant asked) {
        Seat renewed = format.renewed(seen, grant, asked);
        prolong(seen.user());
        Commit commit = store.commit(Batch.builder()
                .require(Guard.equalTo(seen.key(), seen.stored()))
                .put(seen.key(), renewed.stored(), Expiry.after(format.policy().life()))
                .build());
        if (commit instanceof Commit.Rejected rejected) {
            return found(seen, rejected.found())
                    .<Writing<Seat>>map(Writing.Superseded::new)
                    .orElseGet(Writing.Over::new);
        }
        try {
            users.renew(renewed, grant, asked, now());
        } catch (StoreException unreachable) {
            // The session has the tokens, and they must not be lost for want of a copy.
        }
        return new Writing.Written<>(renewed);
    }

    /** The tokens must not be lost for want of this either: it is done once more with their copy. */
    private void prolong(String user) {
        try {
            users.prolong(user);
        } catch (StoreException unreachable) {
            // The store's next answer says what is to be done.
        }
    }

    private Optional<Seat> found(Seat seen, Found found) {
        return found instanceof Found.Value value ? format.decode(seen.name(), value.value()) : Optional.empty();
    }

    /** Ends a session unless it was changed since it was seen; true when this ended it. */
    public boolean end(Seat seen) {
        boolean ended = store.commit(Batch.builder()
                        .require(Guard.equalTo(seen.key(), seen.stored()))
                        .delete(seen.key())
                        .build())
                .applied();
        if (ended) {
            users.unlist(seen.user(), seen.keyPart());
        }
        return ended;
    }

    /** Ends the session with this token, if there is one; true when this ended it. */
    public boolean end(String token) {
        Optional<Seat.Name> name = format.name(token);
        if (name.isEmpty()) {
            return false;
        }
        Optional<Seat> ended = taken(name.get()).flatMap(stored -> format.decode(name.get(), stored));
        ended.ifPresent(seat -> users.unlist(seat.user(), seat.keyPart()));
        return ended.isPresent();
    }

    /** What lay at the key until now; whatever else somebody put there goes too. */
    private Optional<Bytes> taken(Seat.Name name) {
        try {
            Commit commit = store.commit(Batch.builder().take(name.key()).build());
            return ((Commit.Applied) commit).value(0);
        } catch (StoreException.WrongType notASession) {
            store.commit(Batch.builder().delete(name.key()).build());
            return Optional.empty();
        }
    }

    /** Ends all sessions of a user. One that takes the seat meanwhile is ended too, or counts as later. */
    public Ended endAll(String user) {
        if (!isUser(user)) {
            return new Ended(0, List.of());
        }
        int count = 0;
        Set<String> keyParts = new LinkedHashSet<>();
        UserRecord seen = users.read(user);
        for (int round = 0; round < Taking.ROUNDS; round++) {
            count += taking.delete(seen.listed()).size();
            keyParts.addAll(seen.listed());
            Optional<UserRecord> other = users.clear(user, seen, now());
            if (other.isEmpty()) {
                break;
            }
            seen = other.get();
        }
        return new Ended(count, List.copyOf(keyParts));
    }

    /** What stands for a user's sessions in keys, as the user's record lists them; some may be over. */
    public List<String> holders(String user) {
        return isUser(user) ? users.read(user).listed() : List.of();
    }

    /** A user's sessions that live, as far as the user's record lists them. */
    public List<Sitting> sittings(String user) {
        if (!isUser(user)) {
            return List.of();
        }
        UserRecord record = users.read(user);
        return record.listed().stream()
                .flatMap(keyPart -> sitting(record, keyPart).stream())
                .toList();
    }

    private Optional<Sitting> sitting(UserRecord record, String keyPart) {
        Instant now = now();
        Optional<Life> life =
                store.read(new Read.Remaining(format.layout().session().key(keyPart)));
        Instant since = Instant.ofEpochMilli(record.document()
                .map(document ->
                        document.number(format.layout().names().updatedAt()).orElse(0))
                .orElse(0L));
        return life.map(left -> new Sitting(keyPart, since, now.plus(left(left))));
    }

    /** Only somebody's hand makes a session that does not end; it is shown as a new one. */
    private Duration left(Life life) {
        return life instanceof Life.Ends ends ? ends.left() : format.policy().life();
    }

    /** Ends one of a user's sessions by what stands for it in keys; true when this ended it. */
    public boolean endOne(String user, String keyPart) {
        if (!holders(user).contains(keyPart)) {
            return false;
        }
        boolean ended = !taking.delete(List.of(keyPart)).isEmpty();
        users.unlist(user, keyPart);
        return ended;
    }

    private void requireUser(String user) {
        if (!isUser(user)) {
            throw new IllegalArgumentException("Not an id that a user can have here");
        }
    }

    /** As exactly as sessions keep it, so that what was written and what is read again are the same. */
    private Instant now() {
        return Instant.ofEpochMilli(clock.millis());
    }
}
