package dev.yorozu.text;

/**
 * What a text may hold so that it does no harm where it is shown.
 *
 * <p>Characters that turn the direction of writing around for what follows are treated like control characters: with them
 * a text can look like another one. The marks that belong to right-to-left scripts stay allowed.
 */
public final class PlainText {
    private static final String MARKUP = "<>&\"'`";

    /**
     * First and last of each range of characters that nothing is drawn for: what Unicode calls default ignorable, annotation
     * marks, and letters and symbols that are blank by design (fillers of Hangul, Khitan and Egyptian, the empty Braille
     * pattern, the empty note head). Some of them join or tell apart what stands around them, as in emoji and in the scripts of
     * Persia and India, so that they may well be part of a text.
     */
    private static final int[] INVISIBLE = {
        0x00AD, 0x00AD, 0x034F, 0x034F, 0x061C, 0x061C, 0x115F, 0x1160, 0x17B4, 0x17B5, 0x180B, 0x180F, 0x200B, 0x200F,
        0x202A, 0x202E, 0x2060, 0x206F, 0x2800, 0x2800, 0x3164, 0x3164, 0xFE00, 0xFE0F, 0xFEFF, 0xFEFF, 0xFFA0, 0xFFA0,
        0xFFF0, 0xFFFB, 0x13441, 0x13442, 0x16FE4, 0x16FE4, 0x1BCA0, 0x1BCA3, 0x1D159, 0x1D159, 0x1D173, 0x1D17A,
        0xE0000, 0xE0FFF
    };

    private PlainText() {}

    /** Whether nothing is drawn for a character: no sign, and no space either. */
    private static boolean isInvisible(int c) {
        for (int i = 0; i < INVISIBLE.length; i += 2) {
            if (c >= INVISIBLE[i] && c <= INVISIBLE[i + 1]) {
                return true;
            }
        }
        return false;
    }

    /** Whether there is anything to see of a text. */
    public static boolean shows(String text) {
        return text.codePoints()
                .anyMatch(c -> !isInvisible(c)
                        && !isControl(c)
                        && !Character.isWhitespace(c)
                        && !Character.isSpaceChar(c)
                        && Character.getType(c) != Character.SURROGATE);
    }

    /** What is to be seen of a text, which is how texts are compared that must not be told apart by anything else. */
    public static String visible(String text) {
        if (text.codePoints().noneMatch(PlainText::isInvisible)) {
            return text;
        }
        StringBuilder visible = new StringBuilder(text.length());
        text.codePoints().filter(c -> !isInvisible(c)).forEach(visible::appendCodePoint);
        return visible.toString().strip();
    }

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
