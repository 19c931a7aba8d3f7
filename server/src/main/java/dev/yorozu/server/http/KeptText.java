package dev.yorozu.server.http;

/** Texts that any database and any reader can keep: of whole characters, without the one that ends texts elsewhere. */
public final class KeptText {
    /** What Unicode shows in place of a character that is none. */
    private static final int REPLACEMENT = 0xFFFD;

    private KeptText() {}

    /** Whether all of a text can be kept. */
    public static boolean isWhole(String text) {
        for (int i = 0; i < text.length(); i++) {
            int c = text.codePointAt(i);
            if (!isKept(c)) {
                return false;
            }
            i += Character.charCount(c) - 1;
        }
        return true;
    }

    /** A text of at most so many characters as Java counts them, cut between two; what cannot be kept is replaced. */
    public static String cut(String text, int longest) {
        int end = Math.min(text.length(), longest);
        boolean splits =
                end > 0 && end < text.length() && Character.isSurrogatePair(text.charAt(end - 1), text.charAt(end));
        String kept = text.substring(0, splits ? end - 1 : end);
        return isWhole(kept)
                ? kept
                : kept.codePoints()
                        .map(c -> isKept(c) ? c : REPLACEMENT)
                        .collect(StringBuilder::new, StringBuilder::appendCodePoint, StringBuilder::append)
                        .toString();
    }

    private static boolean isKept(int c) {
        return c != 0 && (c < Character.MIN_SURROGATE || c > Character.MAX_SURROGATE);
    }
}
