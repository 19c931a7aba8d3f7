package dev.yorozu.nostalgic.board;

import dev.yorozu.nostalgic.board.rule.Reason;
import java.time.Duration;

/** What became of a new message. */
public sealed interface Posting {
    /**
     * It is on the board.
     *
     * @param view the last page
     * @param editToken what lets its holder change the message; kept only as a hash, and never shown again
     */
    record Posted(BoardView view, String messageId, String editToken) implements Posting {
        /** Shows no token. */
        @Override
        public String toString() {
            return "Posted[" + messageId + "]";
        }
    }

    /** The visitor must wait for so long. */
    record TooSoon(Duration left) implements Posting {}

    /** Too many came from this address, which must wait for so long. */
    record Limited(Duration left) implements Posting {}

    /** It breaks a rule. The visitor need not wait. */
    record Refused(Reason reason) implements Posting {}

    record Unknown() implements Posting {}
}
