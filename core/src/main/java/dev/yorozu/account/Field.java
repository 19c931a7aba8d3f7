package dev.yorozu.account;

import dev.yorozu.text.PlainText;
import java.text.Normalizer;
import java.util.regex.Pattern;

/**
 * A text that a directory keeps, and what may stand there.
 *
 * <p>Lengths count characters as people do (code points). Texts are kept in Unicode's composed form (NFC), so that what
 * looks the same is the same, and hold no control characters and no halves of characters.
 */
public enum Field {
    LOGIN_ID("loginId", 1, 64),
    EMAIL("email", 3, 254),
    USERNAME("username", 1, 100),
    PASSWORD_HASH("passwordHash", 1, 512),
    ROLE("role", 1, 50),
    FIRST_NAME("firstName", 0, 100),
    LAST_NAME("lastName", 0, 100),
    PHONE("phone", 0, 40),
    ADDRESS("address", 0, 500),
    DEVICE_NAME("deviceName", 0, 100),
    CLIENT("client", 0, 100),
    USER_AGENT("userAgent", 0, 200),
    APP_VERSION("appVersion", 0, 50),
    TIMEZONE("timezone", 0, 50),
    LOCATION("location", 0, 200);

    private static final Pattern ROLE_NAME = Pattern.compile("[a-z0-9][a-z0-9_-]*");

    private final String label;
    private final int shortest;
    private final int longest;

    Field(String label, int shortest, int longest) {
        this.label = label;
        this.shortest = shortest;
        this.longest = longest;
    }

    /** Its name for people and in messages. */
    public String label() {
        return label;
    }

    /** The most characters it holds. */
    public int longest() {
        return longest;
    }

    /** Whether this text may stand here. */
    public boolean accepts(String text) {
        // A text this long is refused unread; a character takes at most two units, and composing shortens little.
        if (text.length() > longest * 4) {
            return false;
        }
        String normal = normal(text);
        int length = normal.codePointCount(0, normal.length());
        return length >= shortest && length <= longest && isPlain(normal) && hasForm(normal);
    }

    /** The text as it is kept; one that may not stand here is a fault of the caller, which checks what people send. */
    public String checked(String text) {
        if (!accepts(text)) {
            throw new IllegalArgumentException("This is no valid " + label);
        }
        return normal(text);
    }

    private boolean hasForm(String text) {
        return switch (this) {
            case LOGIN_ID -> Identifier.isLoginId(text);
            case EMAIL -> Identifier.isEmail(text);
            case USERNAME -> PlainText.shows(text);
            case ROLE -> ROLE_NAME.matcher(text).matches();
            default -> true;
        };
    }

    private static String normal(String text) {
        return Normalizer.normalize(text, Normalizer.Form.NFC);
    }

    private static boolean isPlain(String text) {
        return text.codePoints()
                .noneMatch(c -> Character.isISOControl(c)
                        || Character.getType(c) == Character.SURROGATE
                        || Character.getType(c) == Character.LINE_SEPARATOR
                        || Character.getType(c) == Character.PARAGRAPH_SEPARATOR);
    }
}
