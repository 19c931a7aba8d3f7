package dev.yorozu.nostalgic.board;

import dev.yorozu.nostalgic.board.rule.Reason;

/** What became of the wish to change or remove a message. */
public sealed interface Editing {
    /** @param view the last page */
    record Edited(BoardView view) implements Editing {}

    /** @param view the last page */
    record Removed(BoardView view) implements Editing {}

    record NoMessage() implements Editing {}

    record NotYours() implements Editing {}

    /** It would break a rule. */
    record Refused(Reason reason) implements Editing {}

    /** There is no such board, or it is the owner's no more. */
    record Unknown() implements Editing {}
}
