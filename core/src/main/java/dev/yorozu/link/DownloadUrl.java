package dev.yorozu.link;

import java.nio.charset.StandardCharsets;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * An address that all readers understand alike; one of https, which alone can be allowed, in the form in which a browser
 * would show it.
 *
 * <p>Browsers forgive much: they drop tabs, take a backslash for a slash, translate wide letters in a host into plain
 * ones, and skip what stands before an at sign. What needs such forgiveness is refused, because a host that was checked
 * must be the host that is visited. Spaces and letters beyond ASCII behind the host are escaped, as browsers do.
 *
 * @param secure whether it is one of https
 * @param host in lower case; empty for schemes that have none
 * @param defaultPort whether the address names no port, or the usual one
 */
record DownloadUrl(boolean secure, String host, boolean defaultPort, String text) {
    private static final int LONGEST = 4096;
    private static final String LABEL = "[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?";
    private static final Pattern HOST = Pattern.compile(LABEL + "(?:\\." + LABEL + ")*");
    /** A host that may also be an address in brackets or end in a dot: well-formed, though never an allowed one. */
    private static final Pattern ADDRESS =
            Pattern.compile("//([a-z0-9._-]+|\\[[0-9a-f:.]+])(?::([0-9]{1,5})?)?([/?#].*)?", Pattern.CASE_INSENSITIVE);

    private static final Pattern SCHEME = Pattern.compile("([a-z][a-z0-9+.-]*):(.*)", Pattern.CASE_INSENSITIVE);
    /** Those behind which a host must stand; others may go on as they like. */
    private static final Set<String> WITH_HOST = Set.of("https", "http", "ws", "wss", "ftp");

    private static final String ESCAPED = " \"<>`{}|^";

    static boolean isHost(String text) {
        return text.length() <= 253 && HOST.matcher(text).matches();
    }

    /** Reads an address; empty when it is none, or one that readers would understand differently. */
    static Optional<DownloadUrl> parse(String text) {
        String address = text.strip();
        if (address.length() > LONGEST || address.chars().anyMatch(c -> c < ' ' || c == 127 || c == '\\')) {
            return Optional.empty();
        }
        Matcher whole = SCHEME.matcher(address);
        if (!whole.matches()) {
            return Optional.empty();
        }
        String scheme = whole.group(1).toLowerCase(Locale.ROOT);
        return WITH_HOST.contains(scheme)
                ? withHost(scheme, whole.group(2))
                : Optional.of(new DownloadUrl(false, "", false, address));
    }

    private static Optional<DownloadUrl> withHost(String scheme, String behind) {
        Matcher matcher = ADDRESS.matcher(behind);
        if (!matcher.matches()) {
            return Optional.empty();
        }
        boolean secure = scheme.equals("https");
        String host = matcher.group(1).toLowerCase(Locale.ROOT);
        String port = matcher.group(2) == null || matcher.group(2).equals("443") ? "" : ":" + matcher.group(2);
        String rest = escaped(matcher.group(3) == null ? "/" : matcher.group(3));
        String path = rest.startsWith("/") ? rest : "/" + rest;
        String whole = scheme + "://" + host + port + path;
        return whole.length() > LONGEST
                ? Optional.empty()
                : Optional.of(new DownloadUrl(secure, host, port.isEmpty(), whole));
    }

    /** The same address with one parameter of its query set to one value, whatever stands there now. */
    DownloadUrl with(String name, String value) {
        int hash = text.indexOf('#');
        String fragment = hash < 0 ? "" : text.substring(hash);
        String bare = hash < 0 ? text : text.substring(0, hash);
        int mark = bare.indexOf('?');
        String query = mark < 0 ? "" : bare.substring(mark + 1);
        String path = mark < 0 ? bare : bare.substring(0, mark);
        return new DownloadUrl(secure, host, defaultPort, path + "?" + QueryText.with(query, name, value) + fragment);
    }

    private static String escaped(String rest) {
        StringBuilder escaped = new StringBuilder(rest.length());
        for (byte octet : rest.getBytes(StandardCharsets.UTF_8)) {
            if (octet < 0 || ESCAPED.indexOf(octet) >= 0) {
                escaped.append(String.format(Locale.ROOT, "%%%02X", octet & 0xff));
            } else {
                escaped.append((char) octet);
            }
        }
        return escaped.toString();
    }
}
