package dev.yorozu.nostalgic.board.rule;

import java.lang.Character.UnicodeScript;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;

/**
 * Words that no message may say.
 *
 * <p>A word of a script that puts spaces between words is found only as a whole word, so that a part of a harmless one
 * does no harm to it; a word of Chinese, Japanese, Thai and the like is found anywhere. Letter case, width and invisible
 * characters make no difference.
 */
final class ForbiddenWords {
    /** Scripts without spaces between words, and Korean, which adds endings to words. */
    private static final Set<UnicodeScript> UNSPACED = EnumSet.of(
            UnicodeScript.HAN,
            UnicodeScript.HIRAGANA,
            UnicodeScript.KATAKANA,
            UnicodeScript.BOPOMOFO,
            UnicodeScript.HANGUL,
            UnicodeScript.THAI,
            UnicodeScript.LAO,
            UnicodeScript.KHMER,
            UnicodeScript.MYANMAR,
            UnicodeScript.TIBETAN);

    private final List<String> words;

    /** A word of fewer than two characters is a fault of the caller: it would forbid a letter. */
    ForbiddenWords(List<String> words) {
        this.words = words.stream().map(word -> Rules.folded(word.strip())).toList();
        for (String word : this.words) {
            if (word.codePointCount(0, word.length()) < 2) {
                throw new IllegalArgumentException("A forbidden word has at least two characters");
            }
        }
    }

    /** @param text in one form, see {@link Rules#folded} */
    boolean areIn(String text) {
        return words.stream().anyMatch(word -> isIn(text, word));
    }

    private static boolean isIn(String text, String word) {
        boolean whole = isSpaced(word.codePointAt(0)) || isSpaced(word.codePointBefore(word.length()));
        for (int at = text.indexOf(word); at >= 0; at = text.indexOf(word, at + 1)) {
            if (!whole || isWhole(text, at, at + word.length())) {
                return true;
            }
        }
        return false;
    }

    private static boolean isWhole(String text, int start, int end) {
        boolean before = start > 0 && isSpaced(text.codePointAt(start)) && isSpaced(text.codePointBefore(start));
        boolean behind = end < text.length() && isSpaced(text.codePointBefore(end)) && isSpaced(text.codePointAt(end));
        return !before && !behind;
    }

    /** Whether a character is part of a word that spaces part from others. */
    private static boolean isSpaced(int c) {
        return Character.isLetterOrDigit(c) && !UNSPACED.contains(UnicodeScript.of(c));
    }
}
