package dev.yorozu.server.metrics;

import dev.yorozu.store.Read;
import dev.yorozu.store.RoundTrip;
import java.util.List;

/** What a store is asked to do: a commit, each kind of read, a walk. */
public enum StoreOperation {
    COMMIT,
    GET,
    MEMBERS,
    IS_MEMBER,
    RANKS,
    RANK_OF,
    SCORE_OF,
    SLICE,
    FIELD,
    FIELDS,
    SIZE,
    TYPE,
    REMAINING,
    FOOTPRINT,
    READ_ALL,
    /** What one request asked at once. */
    TRIP,
    SCAN,
    PING;

    private final String word = EnumCounter.word(this);

    /** What stands for it in metrics and traces. */
    public String word() {
        return word;
    }

    /** That of a trip: of what is on it, where it is one thing alone. */
    public static StoreOperation of(RoundTrip trip) {
        List<RoundTrip.Item<?>> items = trip.items();
        if (items.size() != 1) {
            return TRIP;
        }
        return switch (items.getFirst()) {
            case RoundTrip.Change change -> COMMIT;
            case RoundTrip.Question<?> question -> of(question.read());
        };
    }

    public static StoreOperation of(Read<?> question) {
        return switch (question) {
            case Read.Get read -> GET;
            case Read.Formed<?> read -> GET;
            case Read.Members read -> MEMBERS;
            case Read.IsMember read -> IS_MEMBER;
            case Read.Ranks read -> RANKS;
            case Read.RankOf read -> RANK_OF;
            case Read.ScoreOf read -> SCORE_OF;
            case Read.Slice read -> SLICE;
            case Read.Field read -> FIELD;
            case Read.Fields read -> FIELDS;
            case Read.Size read -> SIZE;
            case Read.Type read -> TYPE;
            case Read.Remaining read -> REMAINING;
            case Read.Footprint read -> FOOTPRINT;
        };
    }
}
