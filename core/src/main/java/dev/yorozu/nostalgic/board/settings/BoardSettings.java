package dev.yorozu.nostalgic.board.settings;

import dev.yorozu.text.PlainText;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;

/**
 * What the owner of a board decides.
 *
 * @param maxMessages how many messages are kept, the newest ones
 * @param icons what a message can be marked with; none when it cannot be
 * @param selects what can be chosen beside a message, at most three things
 */
public record BoardSettings(
        String title, int maxMessages, int messagesPerPage, List<String> icons, List<Select> selects) {
    public static final int MOST_MESSAGES = 10_000;
    public static final int MOST_PER_PAGE = 100;
    public static final int MOST_ICONS = 20;
    public static final int MOST_SELECTS = 3;
    public static final int LONGEST_TITLE = 100;
    public static final int DEFAULT_MESSAGES = 100;
    public static final int DEFAULT_PER_PAGE = 10;
    public static final String DEFAULT_TITLE = "BBS";
    public static final List<String> DEFAULT_ICONS = List.of("😀", "😉", "😎", "😠", "😢", "😮");
    public static final List<Select> DEFAULT_SELECTS = List.of(
            new Select("地域", List.of("東京", "大阪", "名古屋", "福岡", "その他")),
            new Select("天気", List.of("晴れ", "曇り", "雨", "雪")),
            new Select("気分", List.of("楽しい", "普通", "つまらない")));

    private static final int LONGEST_ICON = 300;

    public BoardSettings {
        icons = List.copyOf(icons);
        selects = List.copyOf(selects);
        requireTitle(title);
        require(maxMessages, MOST_MESSAGES, "A board keeps");
        require(messagesPerPage, MOST_PER_PAGE, "A page shows");
        requireIcons(icons);
        requireSelects(selects);
    }

    public static BoardSettings standard() {
        return new BoardSettings(DEFAULT_TITLE, DEFAULT_MESSAGES, DEFAULT_PER_PAGE, DEFAULT_ICONS, List.of());
    }

    /** Which of the three the select is that stands there in the list. */
    public int place(int index) {
        int own = selects.get(index).place();
        return own < 0 ? index : own;
    }

    /**
     * The select of this number that offers the option: the one with that place of the three, as the earlier program counted
     * them, or the one that stands there in the list. For no option the first of these.
     */
    public Optional<Select> select(int number, String option) {
        List<Select> named = new ArrayList<>();
        for (int i = 0; i < selects.size(); i++) {
            if (place(i) == number) {
                named.add(selects.get(i));
            }
        }
        if (number < selects.size()) {
            named.add(selects.get(number));
        }
        return named.stream()
                .filter(each -> option.isBlank() || each.options().contains(option))
                .findFirst();
    }

    private static void require(int messages, int most, String what) {
        if (messages < 1 || messages > most) {
            throw new IllegalArgumentException(what + " 1 to " + most + " messages");
        }
    }

    private static void requireTitle(String title) {
        if (title.isBlank() || PlainText.length(title) > LONGEST_TITLE || !PlainText.isLine(title)) {
            throw new IllegalArgumentException("A title is a line of 1 to " + LONGEST_TITLE + " characters");
        }
    }

    private static void requireIcons(List<String> icons) {
        if (icons.size() > MOST_ICONS || !icons.stream().allMatch(BoardSettings::isIcon)) {
            throw new IllegalArgumentException("There are at most " + MOST_ICONS + " icons of 1 to " + LONGEST_ICON
                    + " characters without markup");
        }
    }

    private static void requireSelects(List<Select> selects) {
        boolean alike = selects.stream()
                        .map(Select::label)
                        .collect(HashSet::new, HashSet::add, HashSet::addAll)
                        .size()
                < selects.size();
        if (selects.size() > MOST_SELECTS || alike) {
            throw new IllegalArgumentException("There are at most " + MOST_SELECTS + " selects, labelled differently");
        }
    }

    /** Whether a text can be an icon even in a page that takes it for markup. */
    public static boolean isIcon(String text) {
        return Select.isShowable(text, LONGEST_ICON);
    }
}
