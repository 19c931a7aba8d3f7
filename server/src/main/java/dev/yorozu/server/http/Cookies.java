package dev.yorozu.server.http;

import java.util.Optional;

/**
 * Finds one cookie among those that a browser sent.
 *
 * <p>The header is walked once and nothing but the value is copied: this is done for every request of a session. A value
 * longer than a browser keeps is treated as absent, and so is one with characters that we never put into a cookie.
 */
final class Cookies {
    /** What browsers keep of a cookie with its name and attributes. */
    private static final int LONGEST = 4096;

    private Cookies() {}

    static Optional<String> find(String header, String name) {
        int end = header.length();
        int at = 0;
        while (at < end) {
            while (at < end && (header.charAt(at) == ' ' || header.charAt(at) == ';')) {
                at++;
            }
            int stop = header.indexOf(';', at);
            stop = stop < 0 ? end : stop;
            if (header.startsWith(name, at) && at + name.length() < stop && header.charAt(at + name.length()) == '=') {
                return value(header, at + name.length() + 1, stop);
            }
            at = stop;
        }
        return Optional.empty();
    }

    private static Optional<String> value(String header, int start, int stop) {
        int end = stop;
        while (end > start && header.charAt(end - 1) == ' ') {
            end--;
        }
        if (end == start || end - start > LONGEST) {
            return Optional.empty();
        }
        for (int i = start; i < end; i++) {
            char c = header.charAt(i);
            if (c <= ' ' || c >= 127 || c == '"' || c == ',' || c == '\\') {
                return Optional.empty();
            }
        }
        return Optional.of(header.substring(start, end));
    }
}
