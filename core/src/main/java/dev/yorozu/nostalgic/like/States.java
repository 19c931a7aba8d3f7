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
import java.util.OptionalDouble;

/**
 * Where it is kept whether one user likes one button today.
 *
 * <p>A user has one name for each day. Where the zone was changed, today may have been called yesterday or tomorrow
 * before: a state of that day that has not ended is the user's state. Where no day says anything, on the day on which the
 * button was taken over, what the earlier program kept is the user's state, until the next press writes one.
 *
 * @param users the user's names: that of today, then those of the other days that it may be elsewhere
 * @param earlier the name that the earlier program gave the user today
 * @param end when today ends
 */
record States(Marks marks, String id, List<String> users, String earlier, Instant now, Instant end) {
    static final Bytes LIKED = Bytes.of("true");
    static final Bytes NOT_LIKED = Bytes.of("false");

    static States of(String id, Visitor visitor, UserHashes hashes, Days days, Instant now) {
        Day today = days.of(now);
        List<String> users = new ArrayList<>(List.of(hashes.on(visitor, today.date())));
        days.elsewhere(now).forEach(date -> users.add(hashes.on(visitor, date)));
        String earlier = hashes.earlier(visitor, LocalDate.ofInstant(now, ZoneOffset.UTC));
        return new States(new Marks(Kind.LIKE), id, List.copyOf(users), earlier, now, today.end());
    }

    /** Where one of the days has its state. */
    Key key(int day) {
        return marks.key(id, users.get(day));
    }

    /** What has to be read to know the state: what each day says, and until when. */
    List<Read<?>> questions() {
        List<Read<?>> questions = new ArrayList<>();
        for (int day = 0; day < users.size(); day++) {
            questions.add(new Read.Get(key(day)));
            questions.add(marks.end(id, users.get(day)));
        }
        return questions;
    }

    /** Says whether the user likes it, until today ends. */
    void begin(Batch.Builder batch, Bytes state) {
        marks.leaveUntil(batch, id, users.getFirst(), state, now, end);
    }

    /** The day whose state counts: today, then another that says something which has not ended; empty when none does. */
    Optional<Integer> day(List<?> answers) {
        if (state(answers, 0).isPresent()) {
            return Optional.of(0);
        }
        for (int day = 1; day < users.size(); day++) {
            if (lives(answers, day) && state(answers, day).isPresent()) {
                return Optional.of(day);
            }
        }
        return Optional.empty();
    }

    /** Guards that hold while the same day says the same, or none says anything. */
    List<Guard> unchanged(List<?> answers) {
        Optional<Integer> counting = day(answers);
        if (counting.isPresent()) {
            return List.of(Guard.equalTo(
                    key(counting.get()), state(answers, counting.get()).orElseThrow()));
        }
        List<Guard> guards = new ArrayList<>(List.of(Guard.absent(key(0))));
        for (int day = 1; day < users.size(); day++) {
            // What the list still names may have ended by the store's clock.
            guards.add(lives(answers, day) ? Guard.absent(key(day)) : marks.none(id, users.get(day), now));
        }
        return guards;
    }

    /** Whether the user likes it, as far as the answers or the earlier program say. */
    boolean liked(Store store, Service service, List<?> answers) {
        Optional<Integer> counting = day(answers);
        if (counting.isPresent()) {
            return says(state(answers, counting.get()));
        }
        return service.mayHaveEarlierMarks(now) && says(store.get(NostalgicKeys.EARLIER_LIKE.key(id, earlier)));
    }

    /** The earlier program kept values in the quotes of JSON. */
    private static boolean says(Optional<Bytes> state) {
        return state.map(Bytes::text)
                .map(Earlier::unquoted)
                .filter(LIKED.text()::equals)
                .isPresent();
    }

    private static Optional<Bytes> state(List<?> answers, int day) {
        return ((Optional<?>) answers.get(2 * day)).map(Bytes.class::cast);
    }

    private boolean lives(List<?> answers, int day) {
        OptionalDouble end = (OptionalDouble) answers.get(2 * day + 1);
        return end.isPresent() && end.getAsDouble() > now.toEpochMilli();
    }
}
