package dev.yorozu.nostalgic;

/**
 * What a text may hold so that it does no harm where it is shown.
 *
 * <p>Characters that turn the direction of writing around for what follows are treated like control characters: with them
 * a text can look like another one. The marks that belong to right-to-left scripts stay allowed.
 */
public final class PlainText {
    private static final String MARKUP = "<>&\"'`";

    private PlainText() {}

    /** Whether a text is well formed and stays in its line. */
    public static boolean isLine(String text) {
        return text.codePoints().noneMatch(c -> isControl(c) || Character.getType(c) == Character.SURROGATE);
    }

    /** Whether a text is a line, and means nothing but itself even in a page that takes it for markup. */
    public static boolean isPlain(String text) {
        return isLine(text) && text.chars().noneMatch(c -> MARKUP.indexOf(c) >= 0);
    }

    /** Whether a character is not shown itself but changes how others are. */
    public static boolean isControl(int c) {
        return Character.isISOControl(c)
                || (c >= 0x202A && c <= 0x202E)
                || (c >= 0x2066 && c <= 0x2069)
                || c == 0x2028
                || c == 0x2029;
    }

    /** How many characters a text has, each counted once however it is encoded. */
    public static int length(String text) {
        return text.codePointCount(0, text.length());
    }
}
