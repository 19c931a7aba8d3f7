package dev.yorozu.account;

import dev.yorozu.secret.Digests;
import java.util.Locale;
import java.util.regex.Pattern;

/**
 * What a person calls an account when signing in: a login id or an e-mail address, in any case.
 *
 * <p>The two are told apart by their form, so that one identifier never names two accounts: an address has an at sign and
 * a login id has none. A login id is no number and no UUID either, because operators name accounts by those as well.
 */
public final class Identifier {
    private static final Pattern LOGIN_ID = Pattern.compile("[0-9A-Za-z][0-9A-Za-z._-]{0,63}");
    private static final Pattern NUMBER = Pattern.compile("[0-9]+");
    private static final Pattern UUID =
            Pattern.compile("[0-9A-Fa-f]{8}-[0-9A-Fa-f]{4}-[0-9A-Fa-f]{4}-[0-9A-Fa-f]{4}-[0-9A-Fa-f]{12}");

    /** Dots may stand anywhere before the at sign: some carriers gave such addresses out. */
    private static final Pattern EMAIL = Pattern.compile("[0-9A-Za-z.!#$%&'*+/=?^_`{|}~-]{1,64}"
            + "@[0-9A-Za-z](?:[0-9A-Za-z-]{0,62})(?:\\.[0-9A-Za-z](?:[0-9A-Za-z-]{0,62})){0,9}");

    private static final int LONGEST = 254;

    private Identifier() {}

    /** Letters, digits, dots, dashes and underscores of ASCII, with a letter or digit first. */
    public static boolean isLoginId(String text) {
        return LOGIN_ID.matcher(text).matches() && !NUMBER.matcher(text).matches() && !isUuid(text);
    }

    static boolean isUuid(String text) {
        return UUID.matcher(text).matches();
    }

    public static boolean isEmail(String text) {
        return text.length() <= LONGEST && EMAIL.matcher(text).matches();
    }

    /** Whether any account could be called this. */
    public static boolean isPossible(String text) {
        return isLoginId(text) || isEmail(text);
    }

    /** Stands for an identifier of no account where accounts are counted, fit for a key; the same for all spellings. */
    public static String unknown(String text) {
        return "x" + Digests.shortHex(normal(text));
    }

    /** The form in which two spellings of one identifier are equal. */
    public static String normal(String text) {
        return text.toLowerCase(Locale.ROOT);
    }
}
