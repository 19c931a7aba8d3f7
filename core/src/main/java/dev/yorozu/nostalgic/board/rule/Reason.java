package dev.yorozu.nostalgic.board.rule;

/** Why a message was refused. */
public enum Reason {
    /** Messages have 1 to 420 characters. */
    MESSAGE,
    /** Authors have at most 20 characters. */
    AUTHOR,
    /** There is nothing to see of the message. */
    NOTHING_TO_SEE,
    /** There is nothing to see of the author. */
    NOBODY_TO_SEE,
    /** It holds an address. */
    URLS,
    /** It holds a character five times in a row. */
    REPETITION,
    /** It says what no message may say. */
    WORDS,
    /** The board has no such icon. */
    ICON,
    /** The board has no such option to choose. */
    SELECT
}
