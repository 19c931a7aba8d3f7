package dev.yorozu.nostalgic.like;

import dev.yorozu.nostalgic.Days.Day;
import dev.yorozu.nostalgic.Kind;
import dev.yorozu.nostalgic.Marks;
import dev.yorozu.nostalgic.UserHashes;
import dev.yorozu.nostalgic.Visitor;
import dev.yorozu.store.Batch;
import dev.yorozu.store.Bytes;
import dev.yorozu.store.Guard;
import dev.yorozu.store.Key;
import dev.yorozu.store.Read;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;

/**
 * Where it is kept whether one user likes one button today.
 *
 * <p>A user has one name for each day. Where the zone was changed, today may be what was yesterday or tomorrow before: a
 * state of that day that has not ended is the user's state.
 *
 * @param users the user's names of today, yesterday and tomorrow
 */
record States(Marks marks, String id, List<String> users, Instant now, Instant end) {
    static final Bytes LIKED = Bytes.of("true");
    static final Bytes NOT_LIKED = Bytes.of("false");

    static States of(String id, Visitor visitor, UserHashes hashes, Day today, Instant now) {
        List<String> users = List.of(
                hashes.on(visitor, today.date()),
                hashes.on(visitor, today.date().minusDays(1)),
                hashes.on(visitor, today.date().plusDays(1)));
        return new States(new Marks(Kind.LIKE), id, users, now, today.end());
    }

    Key key(int day) {
        return marks.key(id, users.get(day));
    }

    /** Holds while the user has said nothing on the day before or after. */
    Guard silent(int day) {
        return marks.none(id, users.get(day), now);
    }

    /** What has to be read to know the state: what each day says, and until when. */
    List<Read<?>> questions() {
        return List.of(
                new Read.Get(key(0)),
                new Read.Get(key(1)),
                marks.end(id, users.get(1)),
                new Read.Get(key(2)),
                marks.end(id, users.get(2)));
    }

    /** Says that the user likes it, until today ends. */
    void begin(Batch.Builder batch) {
        marks.leaveUntil(batch, id, users.getFirst(), LIKED, now, end);
    }

    /** Whether the answers say that the user likes it: what today says counts, then what still counts of another day. */
    boolean liked(List<?> answers) {
        if (((Optional<?>) answers.getFirst()).isPresent()) {
            return says(answers.getFirst());
        }
        return (lives(answers.get(2)) && says(answers.get(1))) || (lives(answers.get(4)) && says(answers.get(3)));
    }

    private static boolean says(Object answer) {
        return answer.equals(Optional.of(LIKED));
    }

    private boolean lives(Object answer) {
        OptionalDouble end = (OptionalDouble) answer;
        return end.isPresent() && end.getAsDouble() > now.toEpochMilli();
    }
}
