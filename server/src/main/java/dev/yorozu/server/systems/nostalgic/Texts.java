package dev.yorozu.server.systems.nostalgic;

import java.util.Optional;

/** Which texts of users are taken: of whole characters, so many of them, and none that disturbs what is shown beside it. */
final class Texts {
    private Texts() {}

    /** One line, without spaces around it. */
    static String line(String field, String text, int longest) {
        String stripped = text.strip();
        if (stripped.isEmpty()) {
            throw Refusals.invalid(field, "is required").exception();
        }
        return checked(field, stripped, longest, false);
    }

    /** One line that may be left out; a blank one counts as none. */
    static Optional<String> line(String field, Optional<String> text, int longest) {
        return text.filter(each -> !each.isBlank()).map(each -> line(field, each, longest));
    }

    /** Several lines, as they were typed; only what follows the last word is left out. */
    static String lines(String field, String text, int longest) {
        String stripped = text.replace("\r\n", "\n").stripTrailing();
        if (stripped.isEmpty()) {
            throw Refusals.invalid(field, "is required").exception();
        }
        return checked(field, stripped, longest, true);
    }

    private static String checked(String field, String text, int longest, boolean breaks) {
        if (text.codePointCount(0, text.length()) > longest) {
            throw Refusals.invalid(field, "must have at most " + longest + " characters")
                    .exception();
        }
        if (!text.codePoints().allMatch(c -> isShown(c) || (breaks && (c == '\n' || c == '\t')))) {
            throw Refusals.invalid(field, "must not hold control characters").exception();
        }
        return text;
    }

    /** Whether a character stands for itself: marks that turn the direction of all that follows do not. */
    private static boolean isShown(int c) {
        return !Character.isISOControl(c)
                && Character.getType(c) != Character.SURROGATE
                && !(c >= 0x202a && c <= 0x202e)
                && !(c >= 0x2066 && c <= 0x2069)
                && c != 0x2028
                && c != 0x2029;
    }
}
