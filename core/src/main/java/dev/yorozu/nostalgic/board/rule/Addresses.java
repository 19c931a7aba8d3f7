package dev.yorozu.nostalgic.board.rule;

import java.util.regex.Pattern;

/**
 * Finds addresses of sites in a text that {@link Rules} has brought into one form.
 *
 * <p>A bare name of a host counts when it ends like one that nobody writes by accident. Endings that are everyday words
 * count only with a path behind them, because people forget the space after a full stop.
 */
final class Addresses {
    private static final String USUAL = "com|net|org|info|biz|xyz|icu|edu|gov|mil|dev|io|co|tv|cc|ws|tk|ml|ga|cf|gq|eu"
            + "|jp|cn|kr|tw|hk|ru|ua|uk|de|fr|nl|pl|cz|br|ir|vn";
    private static final String WORDY = "app|site|online|shop|top|club|link|click|live|work|fun|space|store|tech"
            + "|website|page|blog|news|wiki|pro|vip|me|to|is|it|in|us|ly|gl|gg|be|at|am";

    private static final Pattern ADDRESS = Pattern.compile("[a-z][a-z0-9+.-]{1,20}://"
            + "|(?<![a-z0-9])www\\.[\\p{L}\\p{N}]"
            + "|(?<![a-z0-9@._-])(?:[\\p{L}\\p{N}][\\p{L}\\p{N}-]*+\\.)+?"
            + "(?:(?:" + USUAL + ")(?![a-z0-9_-]|\\.[a-z0-9])|(?:" + WORDY + ")(?::\\d+)?/)");

    /** Names of well-known programs that end like hosts. */
    private static final Pattern PROGRAM = Pattern.compile("(?<![a-z0-9.])(?:asp|vb|ado|paint)\\.net(?![a-z0-9./-])");

    private Addresses() {}

    static boolean isIn(String text) {
        return ADDRESS.matcher(PROGRAM.matcher(text).replaceAll(" ")).find();
    }
}
