package dev.yorozu.nostalgic.board.rule;

import dev.yorozu.nostalgic.board.settings.BoardSettings;
import dev.yorozu.nostalgic.board.settings.Select;
import dev.yorozu.text.PlainText;
import java.text.Normalizer;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * What may be said on a board.
 *
 * <p>Control characters other than the end of a line, and characters that turn the direction of writing around, are taken
 * out of what a visitor sends; spaces at its end too, while those at its beginning are kept for drawings made of letters.
 * What cannot be seen is refused; within a text, what joins letters or emoji stays.
 */
public final class Rules {
    /** The author of a message that names none. */
    public static final String NOBODY = "名無しさん";

    static final int LONGEST_TEXT = 420;
    static final int LONGEST_AUTHOR = 20;
    /** So many of the same character in a row are too many; spaces do not count. */
    private static final int RUN = 5;

    private static final Pattern FORMAT = Pattern.compile("\\p{Cf}+");

    private final ForbiddenWords words;

    public Rules(List<String> words) {
        this.words = new ForbiddenWords(words);
    }

    /** What is left of a contribution, or why it is refused. */
    public sealed interface Verdict {}

    /** What a message may say. */
    public record Fine(String author, String text, Optional<String> icon, Map<String, String> selects)
            implements Verdict {}

    public record Wrong(Reason reason) implements Verdict {}

    /** @param before what the message says that is to be changed; empty for a new one */
    public Verdict judge(Contribution contribution, BoardSettings settings, Optional<Fine> before) {
        String author = contribution
                .author()
                .map(name -> clean(name, false).strip())
                .filter(name -> !name.isEmpty())
                .or(() -> before.map(Fine::author))
                .orElse(NOBODY);
        String text = clean(contribution.text(), true).stripTrailing();
        boolean hidden = contribution
                .author()
                .filter(name -> !name.isBlank() && !PlainText.shows(name))
                .isPresent();
        Optional<Reason> wording = hidden ? Optional.of(Reason.NOBODY_TO_SEE) : wording(author, text);
        if (wording.isPresent()) {
            return new Wrong(wording.get());
        }
        Optional<String> icon =
                contribution.icon().or(() -> before.flatMap(Fine::icon)).filter(each -> !each.isBlank());
        boolean newIcon = contribution.icon().filter(each -> !each.isBlank()).isPresent();
        if (newIcon && !settings.icons().contains(icon.orElseThrow())) {
            return new Wrong(Reason.ICON);
        }
        return choose(contribution.selects(), settings, before)
                .<Verdict>map(selects -> new Fine(author, text, icon, selects))
                .orElse(new Wrong(Reason.SELECT));
    }

    private Optional<Reason> wording(String author, String text) {
        if (text.isBlank() || PlainText.length(text) > LONGEST_TEXT) {
            return Optional.of(Reason.MESSAGE);
        }
        if (!PlainText.shows(text)) {
            return Optional.of(Reason.NOTHING_TO_SEE);
        }
        if (PlainText.length(author) > LONGEST_AUTHOR) {
            return Optional.of(Reason.AUTHOR);
        }
        if (Addresses.isIn(folded(author)) || Addresses.isIn(folded(text))) {
            return Optional.of(Reason.URLS);
        }
        if (isRepetitive(text)) {
            return Optional.of(Reason.REPETITION);
        }
        return words.areIn(folded(author)) || words.areIn(folded(text)) ? Optional.of(Reason.WORDS) : Optional.empty();
    }

    /** What was chosen, by label; empty when the board does not offer it. */
    private static Optional<Map<String, String>> choose(
            List<Optional<String>> chosen, BoardSettings settings, Optional<Fine> before) {
        Map<String, String> selects =
                new LinkedHashMap<>(before.map(Fine::selects).orElse(Map.of()));
        for (int i = 0; i < chosen.size(); i++) {
            Optional<String> option = chosen.get(i);
            Optional<Select> select = settings.select(i, option.orElse(""));
            if (option.isPresent() && option.get().isBlank()) {
                select.ifPresent(each -> selects.remove(each.label()));
            } else if (option.isPresent()) {
                if (select.isEmpty()) {
                    return Optional.empty();
                }
                selects.put(select.get().label(), option.get());
            }
        }
        return Optional.of(selects);
    }

    private static String clean(String text, boolean lines) {
        StringBuilder clean = new StringBuilder(text.length());
        text.replace("\r\n", "\n")
                .replace('\r', '\n')
                .replace('\t', ' ')
                .codePoints()
                .forEach(c -> {
                    if (c == '\n') {
                        clean.append(lines ? '\n' : ' ');
                    } else if (!PlainText.isControl(c) && Character.getType(c) != Character.SURROGATE) {
                        clean.appendCodePoint(c);
                    }
                });
        return clean.toString();
    }

    /** A text in the form in which texts are compared: letter case, width and invisible characters make no difference. */
    static String folded(String text) {
        String visible = FORMAT.matcher(PlainText.visible(text)).replaceAll("");
        return Normalizer.normalize(visible, Normalizer.Form.NFKC).toLowerCase(Locale.ROOT);
    }

    private static boolean isRepetitive(String text) {
        int last = -1;
        int run = 0;
        for (int c : text.codePoints().toArray()) {
            run = c == last ? run + 1 : 1;
            last = c;
            if (run >= RUN && !Character.isSpaceChar(c)) {
                return true;
            }
        }
        return false;
    }
}
