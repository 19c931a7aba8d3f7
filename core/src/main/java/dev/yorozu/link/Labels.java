package dev.yorozu.link;

import java.util.regex.Pattern;

/** What is kept of the names that a maker gives a link: letters, digits and a few marks, of bounded length. */
final class Labels {
    private static final int NAME = 128;
    private static final int PURPOSE = 64;
    private static final String SUFFIX = ".zip";
    private static final String STEM = "download";
    private static final Pattern EXTENSION = Pattern.compile("\\.[A-Za-z0-9]+$");

    private Labels() {}

    /** A file name: one without an extension is taken for an archive, and one of which nothing else is left gets a stem. */
    static String name(String given) {
        String kept = cut(given.replaceAll("[^A-Za-z0-9._-]", ""), NAME);
        boolean lost = kept.isEmpty() || (kept.lastIndexOf('.') == 0 && !kept.equals(given));
        String name = lost ? cut(STEM + kept, NAME) : kept;
        return EXTENSION.matcher(name).find() ? name : cut(name, NAME - SUFFIX.length()) + SUFFIX;
    }

    static String purpose(String given) {
        String kept = cut(given.replaceAll("[^A-Za-z0-9_-]", ""), PURPOSE);
        return kept.isEmpty() ? "zips" : kept;
    }

    private static String cut(String text, int length) {
        return text.length() <= length ? text : text.substring(0, length);
    }
}
