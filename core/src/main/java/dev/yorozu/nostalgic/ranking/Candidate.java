package dev.yorozu.nostalgic.ranking;

import dev.yorozu.nostalgic.ranking.Submission.Fault;
import dev.yorozu.text.PlainText;
import java.util.Optional;

/** A score that wants to be in a ranking. */
record Candidate(String name, long score, Optional<String> displayScore) {
    private static final int LONGEST_NAME = 50;
    private static final int LONGEST_DISPLAY = 100;
    /** Up to here a sorted set, which keeps floating-point numbers, tells all whole numbers apart. */
    private static final long GREATEST = 1L << 53;

    static Candidate of(String name, long score, Optional<String> displayScore) {
        return new Candidate(name.strip(), score, displayScore.map(String::strip));
    }

    Optional<Fault> fault() {
        if (!isLine(name, LONGEST_NAME)) {
            return Optional.of(Fault.NAME);
        }
        if (!PlainText.shows(name)) {
            return Optional.of(Fault.NOBODY_TO_SEE);
        }
        if (score < -GREATEST || score > GREATEST) {
            return Optional.of(Fault.SCORE);
        }
        return displayScore.filter(text -> !isShowable(text)).map(text -> Fault.DISPLAY_SCORE);
    }

    /** Whether a text can stand for a score even in a page that takes it for markup. */
    static boolean isShowable(String text) {
        return isLine(text, LONGEST_DISPLAY) && PlainText.isPlain(text) && PlainText.shows(text);
    }

    private static boolean isLine(String text, int longest) {
        return !text.isBlank() && PlainText.length(text) <= longest && PlainText.isLine(text);
    }

    Member member() {
        return Member.of(name);
    }

    /** The member that the name had before what nobody sees was left out; empty when it is the same. */
    Optional<Member> earlierMember() {
        return Optional.of(Member.exactly(name)).filter(exact -> !exact.equals(member()));
    }
}
