package dev.yorozu.nostalgic.like;

import dev.yorozu.keyspace.NostalgicKeys;
import dev.yorozu.nostalgic.Days;
import dev.yorozu.nostalgic.Days.Day;
import dev.yorozu.nostalgic.Earlier;
import dev.yorozu.nostalgic.Kind;
import dev.yorozu.nostalgic.Marks;
import dev.yorozu.nostalgic.Service;
import dev.yorozu.nostalgic.visitor.UserHashes;
import dev.yorozu.nostalgic.visitor.Visitor;
import dev.yorozu.store.Batch;
import dev.yorozu.store.Bytes;
import dev.yorozu.store.Guard;
import dev.yorozu.store.Key;
import dev.yorozu.store.Read;
import dev.yorozu.store.Store;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;

/**
 * Where it is kept whether one user likes one button today.
 *
 * <p>A user has one name for each day. Where the zone was changed, today may have been called yesterday or tomorrow
 * before: a state of that day that has not ended is the user's state. Where no day says anything, on the day on which the
 * button was taken over, what the earlier program kept is the user's state, until the next press writes one.
 *
 * @param users the user's names: that of today, then those of the other days that it may be elsewhere
 * @param keys where these days have their states
 * @param earlier tells the name that the earlier program gave the user today
 * @param end when today ends
 */
record States(
        Marks marks,
        String id,
        List<String> users,
        List<Key> keys,
        Supplier<String> earlier,
        Instant now,
        Instant end) {
    static final Bytes LIKED = Bytes.of("true");
    static final Bytes NOT_LIKED = Bytes.of("false");

    static States of(String id, Visitor visitor, UserHashes hashes, Days days, Instant now) {
        Day today = days.of(now);
        Marks marks = new Marks(Kind.LIKE);
        List<String> users = new ArrayList<>(3);
        users.add(hashes.on(visitor, today.date()));
        days.elsewhere(now).forEach(date -> users.add(hashes.on(visitor, date)));
        List<Key> keys = new ArrayList<>(users.size());
        users.forEach(user -> keys.add(marks.key(id, user)));
        Supplier<String> earlier = () -> hashes.earlier(visitor, LocalDate.ofInstant(now, ZoneOffset.UTC));
        return new States(marks, id, users, keys, earlier, now, today.end());
    }

    /** Where one of the days has its state. */
    Key key(int day) {
        return keys.get(day);
    }

    /** What has to be read to know the state: what each day says. */
    List<Read.Get> questions() {
        return keys.stream().map(Read.Get::new).toList();
    }

    /** Says whether the user likes it, until today ends. */
    void begin(Batch.Builder batch, Bytes state) {
        marks.leaveUntil(batch, id, users.getFirst(), keys.getFirst(), state, now, end);
    }

    /** The day whose state counts: today, then another that says something which has not ended; empty when none does. */
    Optional<Integer> day(Store store, List<Optional<Bytes>> said) {
        for (int day = 0; day < users.size(); day++) {
            if (said.get(day).isPresent() && (day == 0 || !marks.hasEnded(store, id, users.get(day), now))) {
                return Optional.of(day);
            }
        }
        return Optional.empty();
    }

    /** Guards that hold while the day that counts says the same, or, where none does, all days do. */
    List<Guard> unchanged(Optional<Integer> counting, List<Optional<Bytes>> said) {
        if (counting.isPresent()) {
            return List.of(unchanged(counting.get(), said));
        }
        List<Guard> guards = new ArrayList<>();
        for (int day = 0; day < users.size(); day++) {
            guards.add(unchanged(day, said));
        }
        return guards;
    }

    private Guard unchanged(int day, List<Optional<Bytes>> said) {
        return said.get(day).map(state -> Guard.equalTo(key(day), state)).orElseGet(() -> Guard.absent(key(day)));
    }

    /** Whether the user likes it, as far as the day that counts or the earlier program says. */
    boolean liked(Store store, Service service, Optional<Integer> counting, List<Optional<Bytes>> said) {
        return counting.isPresent()
                ? says(said.get(counting.get()))
                : service.mayHaveEarlierMarks(now)
                        && says(store.get(NostalgicKeys.EARLIER_LIKE.key(id, earlier.get())));
    }

    /** The earlier program kept values in the quotes of JSON. */
    private static boolean says(Optional<Bytes> state) {
        return state.map(Bytes::text)
                .map(Earlier::unquoted)
                .filter(LIKED.text()::equals)
                .isPresent();
    }
}
