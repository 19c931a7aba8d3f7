package dev.yorozu.server.access;

import dev.yorozu.server.net.PercentEncoding;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/**
 * Where a person goes after signing in: a path of this site and nothing else.
 *
 * <p>What a browser could take for another host is refused in every spelling: two slashes at the start, backslashes,
 * which browsers read as slashes, control characters, which they leave out, and the same in percent-encoding or behind
 * dots; and so is what becomes such where its spaces are left out. Addresses of programs are refused too, so that nobody
 * is led into an action or round in circles.
 */
public final class ReturnTo {
    private static final int LONGEST = 2048;
    private static final String PROGRAMS = "/api";

    private final String mount;

    /** Takes paths for a site whose programs answer at {@code /api}, and below this mount too. */
    public ReturnTo(String mount) {
        this.mount = mount;
    }

    /** The path without the spaces around it; empty when it is none that people may be sent to. */
    public Optional<String> accept(String asked) {
        String path = asked.strip();
        if (path.length() > LONGEST
                || !path.startsWith("/")
                || !path.codePoints().allMatch(ReturnTo::harmless)) {
            return Optional.empty();
        }
        String seen = resolved(path);
        boolean control = seen.chars().anyMatch(c -> c < ' ' || c == 127);
        boolean otherHost = seen.replace(" ", "").startsWith("//");
        return control || otherHost || isProgram(seen, PROGRAMS) || isProgram(seen, mount + PROGRAMS)
                ? Optional.empty()
                : Optional.of(path);
    }

    private static boolean harmless(int c) {
        return c == ' ' || isShown(c);
    }

    private static boolean isShown(int c) {
        return switch (Character.getType(c)) {
            case Character.CONTROL,
                    Character.FORMAT,
                    Character.SURROGATE,
                    Character.SPACE_SEPARATOR,
                    Character.LINE_SEPARATOR,
                    Character.PARAGRAPH_SEPARATOR -> false;
            default -> c != '\\';
        };
    }

    /** The path as a header can carry it: spaces and what is not ASCII in percent-encoding. */
    public static String location(String path) {
        return PercentEncoding.encode(path, octet -> octet > ' ' && octet < 127);
    }

    private static boolean isProgram(String path, String prefix) {
        String lower = path.toLowerCase(Locale.ROOT);
        return lower.equals(prefix) || lower.startsWith(prefix + "/");
    }

    /** The path as the server at the other end may come to see it: decoded, and without dots. */
    private static String resolved(String path) {
        int end = 0;
        while (end < path.length() && path.charAt(end) != '?' && path.charAt(end) != '#') {
            end++;
        }
        // Twice, for servers behind servers that decode once each.
        String decoded = decoded(decoded(path.substring(0, end))).replace('\\', '/');
        if (decoded.startsWith("//")) {
            return decoded;
        }
        List<String> kept = new ArrayList<>();
        for (String segment : decoded.substring(1).split("/", -1)) {
            if (segment.equals("..") && !kept.isEmpty()) {
                kept.removeLast();
            } else if (!segment.equals(".") && !segment.equals("..")) {
                kept.add(segment);
            }
        }
        return "/" + String.join("/", kept);
    }

    private static String decoded(String path) {
        StringBuilder plain = new StringBuilder(path.length());
        for (int i = 0; i < path.length(); i++) {
            char c = path.charAt(i);
            int high = c == '%' && i + 2 < path.length() ? Character.digit(path.charAt(i + 1), 16) : -1;
            int low = high < 0 ? -1 : Character.digit(path.charAt(i + 2), 16);
            if (low < 0) {
                plain.append(c);
            } else {
                plain.append((char) (high * 16 + low));
                i += 2;
            }
        }
        return plain.toString();
    }
}
