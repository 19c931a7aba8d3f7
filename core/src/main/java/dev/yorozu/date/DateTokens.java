package dev.yorozu.date;

import dev.yorozu.date.DateToken.Kind;
import java.util.Locale;

/** Cuts the text of a date into pieces, with a look at the next one. What stands in parentheses is one piece. */
final class DateTokens {
    /** Further digits of a number do not count; leading zeros are none of these. */
    static final int SIGNIFICANT_DIGITS = 9;

    private static final int PREFIX = 3;
    private static final String MONTHS = "janfebmaraprmayjunjulaugsepoctnovdec";
    private final String text;
    private int position;
    private DateToken next;

    DateTokens(String text) {
        this.text = text;
        this.next = scan();
    }

    DateToken peek() {
        return next;
    }

    DateToken take() {
        DateToken taken = next;
        next = scan();
        return taken;
    }

    /** Takes the next piece if it is this symbol. */
    boolean skip(char symbol) {
        boolean found = next.isSymbol(symbol);
        if (found) {
            next = scan();
        }
        return found;
    }

    /** The character at the position; zero behind the end, and a zero ends the text. */
    private char current() {
        return position < text.length() ? text.charAt(position) : 0;
    }

    private DateToken scan() {
        int start = position;
        char c = current();
        if (c == 0) {
            return new DateToken(Kind.END, 0, 0);
        }
        if (isDigit(c)) {
            int number = number();
            return new DateToken(Kind.NUMBER, number, position - start);
        }
        if (c >= 'A' && !isSpace(c)) {
            return word();
        }
        if (c == '(') {
            skipParentheses();
            return new DateToken(Kind.OTHER, 0, position - start);
        }
        position++;
        if (":-+.)".indexOf(c) >= 0) {
            return new DateToken(Kind.SYMBOL, c, 1);
        }
        return new DateToken(isSpace(c) ? Kind.SPACE : Kind.OTHER, 0, 1);
    }

    private int number() {
        while (current() == '0') {
            position++;
        }
        int number = 0;
        for (int digits = 0; isDigit(current()); digits++, position++) {
            number = digits < SIGNIFICANT_DIGITS ? number * 10 + current() - '0' : number;
        }
        return number;
    }

    /** A word is known by its first three letters; only the names of months may be longer. */
    private DateToken word() {
        int start = position;
        while (current() >= 'A' && !isSpace(current())) {
            position++;
        }
        int length = position - start;
        String prefix = text.substring(start, start + Math.min(length, PREFIX));
        return known(lowered(prefix), length);
    }

    private static DateToken known(String prefix, int length) {
        int month = prefix.length() == PREFIX ? MONTHS.indexOf(prefix) : -1;
        if (month >= 0 && month % PREFIX == 0) {
            return new DateToken(Kind.MONTH, month / PREFIX + 1, length);
        }
        return switch (length > PREFIX ? "" : prefix) {
            case "am" -> new DateToken(Kind.HALF_DAY, 0, length);
            case "pm" -> new DateToken(Kind.HALF_DAY, 12, length);
            case "t" -> new DateToken(Kind.TIME_MARK, 0, length);
            case "ut", "utc", "gmt", "z" -> new DateToken(Kind.ZONE, 0, length);
            case "edt" -> new DateToken(Kind.ZONE, -4, length);
            case "est", "cdt" -> new DateToken(Kind.ZONE, -5, length);
            case "cst", "mdt" -> new DateToken(Kind.ZONE, -6, length);
            case "mst", "pdt" -> new DateToken(Kind.ZONE, -7, length);
            case "pst" -> new DateToken(Kind.ZONE, -8, length);
            default -> new DateToken(Kind.WORD, 0, length);
        };
    }

    private static String lowered(String prefix) {
        return prefix.chars().allMatch(c -> c < 128) ? prefix.toLowerCase(Locale.ROOT) : "";
    }

    private void skipParentheses() {
        int open = 0;
        do {
            open += current() == '(' ? 1 : current() == ')' ? -1 : 0;
            position++;
        } while (open > 0 && current() != 0);
    }

    private static boolean isDigit(char c) {
        return c >= '0' && c <= '9';
    }

    /** White space as ECMAScript has it, and the line ends of ASCII; the others count as letters here, as in V8. */
    private static boolean isSpace(char c) {
        return (c >= '\t' && c <= '\r') || c == '\ufeff' || Character.getType(c) == Character.SPACE_SEPARATOR;
    }
}
