package dev.yorozu.nostalgic.ranking;

import java.time.Duration;

/** What became of a score. */
public sealed interface Submission {
    /** It is in the ranking now. */
    record Placed(RankingView view) implements Submission {}

    /** The name has as good a score already, or the ranking is full of better ones. The visitor need not wait. */
    record Unchanged() implements Submission {}

    /** The visitor must wait for so long. */
    record TooSoon(Duration left) implements Submission {}

    /** Too many came from this address, which must wait for so long. */
    record Limited(Duration left) implements Submission {}

    /** It can be in no ranking. */
    record Refused(Fault fault) implements Submission {}

    /** There is no such ranking, or it is the owner's no more. */
    record Unknown() implements Submission {}

    /** What is wrong with a score. */
    enum Fault {
        /** Names are lines of 1 to 50 characters. */
        NAME,
        /** There is nothing to see of the name. */
        NOBODY_TO_SEE,
        /** Scores are whole numbers that a sorted set keeps exactly. */
        SCORE,
        /** Shown scores are lines of 1 to 100 characters without markup, and with something to see. */
        DISPLAY_SCORE
    }
}
