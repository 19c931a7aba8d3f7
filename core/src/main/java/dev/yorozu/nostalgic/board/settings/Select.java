package dev.yorozu.nostalgic.board.settings;

import dev.yorozu.text.PlainText;
import java.util.HashSet;
import java.util.List;

/**
 * Something that a visitor can choose beside a message. Neither label nor options hold markup.
 *
 * @param place which of the three it is, counted from 0, where others before it were left out; negative where its place in
 *     the list tells
 */
public record Select(String label, List<String> options, int place) {
    private static final int MOST_OPTIONS = 50;
    private static final int LONGEST_LABEL = 50;
    private static final int LONGEST_OPTION = 300;

    public Select(String label, List<String> options) {
        this(label, options, -1);
    }

    public Select {
        if (place >= BoardSettings.MOST_SELECTS) {
            throw new IllegalArgumentException("There are at most " + BoardSettings.MOST_SELECTS + " selects");
        }
        options = List.copyOf(options);
        if (!isLabel(label)) {
            throw new IllegalArgumentException("A label has 1 to " + LONGEST_LABEL + " characters without markup");
        }
        if (options.isEmpty() || options.size() > MOST_OPTIONS) {
            throw new IllegalArgumentException("There are 1 to " + MOST_OPTIONS + " options");
        }
        if (!options.stream().allMatch(Select::isOption)) {
            throw new IllegalArgumentException("An option has 1 to " + LONGEST_OPTION + " characters without markup");
        }
        if (new HashSet<>(options).size() < options.size()) {
            throw new IllegalArgumentException("No option is there twice");
        }
    }

    /** Whether a text can be a label even in a page that takes it for markup. */
    public static boolean isLabel(String text) {
        return isShowable(text, LONGEST_LABEL);
    }

    /** Whether a text can be an option even in a page that takes it for markup. */
    public static boolean isOption(String text) {
        return isShowable(text, LONGEST_OPTION);
    }

    static boolean isShowable(String text, int longest) {
        return !text.isBlank() && PlainText.length(text) <= longest && PlainText.isPlain(text);
    }
}
