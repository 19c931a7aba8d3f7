package dev.yorozu.date;

/**
 * A piece of a date's text.
 *
 * @param value the number, the symbol, or what the word stands for
 * @param length how many characters it has in the text
 */
record DateToken(Kind kind, int value, int length) {
    /** What a piece is; words stand for a month, an hour of the afternoon, a zone, the beginning of a time, or nothing. */
    enum Kind {
        NUMBER,
        SYMBOL,
        SPACE,
        MONTH,
        HALF_DAY,
        ZONE,
        TIME_MARK,
        WORD,
        OTHER,
        END
    }

    boolean is(Kind other) {
        return kind == other;
    }

    boolean isSymbol(char symbol) {
        return kind == Kind.SYMBOL && value == symbol;
    }

    boolean isSign() {
        return isSymbol('+') || isSymbol('-');
    }

    /** Which way a sign points. */
    int sign() {
        return value == '-' ? -1 : 1;
    }

    /** Whether this is a number of exactly so many digits. */
    boolean isNumber(int digits) {
        return kind == Kind.NUMBER && length == digits;
    }

    /** Whether this is the letter that stands for UTC. */
    boolean isZulu() {
        return kind == Kind.ZONE && length == 1;
    }
}
