package dev.yorozu.nostalgic.like;

import dev.yorozu.nostalgic.Days;
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
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;

/**
 * Where it is kept whether one user likes one button today.
 *
 * <p>A user has one name for each day. Where the zone was changed, today may have been called yesterday or tomorrow
 * before: a state of that day that has not ended is the user's state.
 *
 * @param users the user's names: that of today, then those of the other days that it may be elsewhere
 * @param end when today ends
 */
record States(Marks marks, String id, List<String> users, Instant now, Instant end) {
    static final Bytes LIKED = Bytes.of("true");
    static final Bytes NOT_LIKED = Bytes.of("false");

    static States of(String id, Visitor visitor, UserHashes hashes, Days days, Instant now) {
        Day today = days.of(now);
        List<String> users = new ArrayList<>(List.of(hashes.on(visitor, today.date())));
        days.elsewhere(now).forEach(date -> users.add(hashes.on(visitor, date)));
        return new States(new Marks(Kind.LIKE), id, List.copyOf(users), now, today.end());
    }

    /** Where one of the days has its state. */
    Key key(int day) {
        return marks.key(id, users.get(day));
    }

    /** Holds while the user has said nothing on one of the other days, or what has ended by now. */
    Guard silent(int day) {
        return marks.none(id, users.get(day), now);
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

    /** Says that the user likes it, until today ends. */
    void begin(Batch.Builder batch) {
        marks.leaveUntil(batch, id, users.getFirst(), LIKED, now, end);
    }

    /** Whether the answers say that the user likes it: what today says counts, then what still counts of another day. */
    boolean liked(List<?> answers) {
        if (((Optional<?>) answers.getFirst()).isPresent()) {
            return says(answers.getFirst());
        }
        for (int i = 2; i < answers.size(); i += 2) {
            if (lives(answers.get(i + 1)) && says(answers.get(i))) {
                return true;
            }
        }
        return false;
    }

    private static boolean says(Object answer) {
        return answer.equals(Optional.of(LIKED));
    }

    private boolean lives(Object answer) {
        OptionalDouble end = (OptionalDouble) answer;
        return end.isPresent() && end.getAsDouble() > now.toEpochMilli();
    }
}
