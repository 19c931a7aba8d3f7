package dev.yorozu.server.systems.nostalgic;

import dev.yorozu.text.PlainText;

/** Which texts of owners are taken: lines of whole characters, so many of them. */
final class Texts {
    private Texts() {}

    /** One line, without spaces around it; may be empty. */
    static String lineOrBlank(String field, String text, int longest) {
        String stripped = text.strip();
        if (PlainText.length(stripped) > longest) {
            throw Refusals.invalid(field, "must have at most " + longest + " characters")
                    .exception();
        }
        if (!PlainText.isLine(stripped)) {
            throw Refusals.invalid(field, "must not hold control characters").exception();
        }
        return stripped;
    }
}
