package dev.yorozu.nostalgic;

import java.net.IDN;
import java.nio.charset.StandardCharsets;
import java.util.HexFormat;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The address of a page that has a service, exactly as its owner wrote it: two spellings are two addresses.
 *
 * <p>As lenient as browsers are about what stands behind the host, so that a path in any script is one.
 *
 * @param host in lower case, without the port
 */
public record SiteUrl(String text, String host) {
    /** The most characters of an address in a key; about as many as an address of ASCII characters has. */
    public static final int LONGEST_ENCODED = 1000;

    private static final Pattern FORM = Pattern.compile(
            "(?<scheme>https?)://(?<host>[^/?#@\\\\\\s:\\[\\]<>^|%\"`{}]+|\\[[0-9A-Fa-f:.]+])(?::(?<port>\\d{1,5}))?(?:[/?#].*)?",
            Pattern.CASE_INSENSITIVE);
    private static final Pattern HERE = Pattern.compile("localhost|127\\.\\d+\\.\\d+\\.\\d+|\\[::1]");
    private static final String BARE = "-_.!~*'()";

    /**
     * The address that a text is; empty when it is none that may have a service.
     *
     * @param loopback whether pages on this machine, over plain HTTP, may have one too
     */
    public static Optional<SiteUrl> parse(String text, boolean loopback) {
        Matcher parts = FORM.matcher(text);
        if (!isWritable(text) || !parts.matches()) {
            return Optional.empty();
        }
        String host = parts.group("host").toLowerCase(Locale.ROOT);
        boolean secure = parts.group("scheme").equalsIgnoreCase("https");
        String port = parts.group("port");
        if (!(secure || (loopback && HERE.matcher(host).matches()))
                || (port != null && Integer.parseInt(port) > 65_535)
                || !isHost(host)
                || encode(text).length() > LONGEST_ENCODED) {
            return Optional.empty();
        }
        return Optional.of(new SiteUrl(text, host));
    }

    /** Whether a text has only whole characters that can stand in one line. */
    private static boolean isWritable(String text) {
        return text.length() <= LONGEST_ENCODED
                && text.codePoints()
                        .noneMatch(c -> Character.isISOControl(c)
                                || Character.isWhitespace(c)
                                || Character.getType(c) == Character.SURROGATE);
    }

    private static boolean isHost(String host) {
        if (host.startsWith("[")) {
            return true;
        }
        try {
            // Names with characters younger than the standard behind this method, such as emoji, are names too.
            String ascii = IDN.toASCII(host, IDN.ALLOW_UNASSIGNED);
            return ascii.length() <= 253 && !ascii.startsWith(".") && !ascii.contains("..");
        } catch (IllegalArgumentException noName) {
            return false;
        }
    }

    /** An address as JavaScript's {@code encodeURIComponent} writes it. */
    public static String encode(String text) {
        StringBuilder encoded = new StringBuilder(text.length() + 32);
        for (byte b : text.getBytes(StandardCharsets.UTF_8)) {
            char c = (char) (b & 0xff);
            if ((c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || BARE.indexOf(c) >= 0) {
                encoded.append(c);
            } else {
                encoded.append('%').append(HexFormat.of().withUpperCase().toHexDigits(b));
            }
        }
        return encoded.toString();
    }

    @Override
    public String toString() {
        return text;
    }
}
