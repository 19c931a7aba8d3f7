package dev.yorozu.link;

import java.text.Normalizer;
import java.util.regex.Pattern;

/**
 * The name of a shared file, as its owner gave it and as every system can keep it.
 *
 * @param full what people are shown: the given name without what could mislead them, such as marks that turn the direction
 *     of writing, or make it a path
 * @param safe letters, digits, dots, underscores and hyphens of ASCII; what the documented tokens hold
 */
public record FileName(String full, String safe) {
    private static final int LONGEST = 128;
    private static final String SUFFIX = ".zip";
    private static final Pattern PLAIN = Pattern.compile("[A-Za-z0-9._-]*");
    private static final Pattern EXTENSION = Pattern.compile("\\.[A-Za-z0-9]+$");
    private static final Pattern UNSEEN = Pattern.compile("[\\p{Cc}\\p{Cf}\\p{Cs}\\p{Co}\\p{Cn}/\\\\]");
    private static final Pattern SPACES = Pattern.compile("[\\p{Z}]+");
    private static final String STEM = "download";

    /** The name of a file; one without an extension is taken for an archive. */
    public static FileName of(String given) {
        String safe = safe(given);
        return new FileName(PLAIN.matcher(given).matches() ? safe : full(given), safe);
    }

    /** One of which nothing but an extension is left gets a stem. */
    private static String safe(String given) {
        String kept = cut(given.replaceAll("[^A-Za-z0-9._-]", ""), LONGEST);
        boolean lost = kept.isEmpty() || (kept.lastIndexOf('.') == 0 && !kept.equals(given));
        return withExtension(lost ? cut(STEM + kept, LONGEST) : kept);
    }

    private static String full(String given) {
        String composed = Normalizer.normalize(given, Normalizer.Form.NFC);
        String seen = UNSEEN.matcher(SPACES.matcher(composed).replaceAll(" ")).replaceAll("");
        String kept = cut(seen.strip(), LONGEST);
        return withExtension(kept.isEmpty() ? STEM : kept);
    }

    private static String withExtension(String name) {
        return EXTENSION.matcher(name).find() ? name : cut(name, LONGEST - SUFFIX.length()) + SUFFIX;
    }

    private static String cut(String text, int length) {
        return text.codePointCount(0, text.length()) <= length
                ? text
                : text.substring(0, text.offsetByCodePoints(0, length)).strip();
    }
}
