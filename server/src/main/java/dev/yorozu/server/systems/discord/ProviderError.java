package dev.yorozu.server.systems.discord;

import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;

/** The error that Discord, or whoever wrote the address, put into a callback: never more than a short plain word. */
final class ProviderError {
    private static final int LONGEST = 64;

    private ProviderError() {}

    static String of(String given) {
        StringBuilder plain = new StringBuilder();
        for (int i = 0; i < given.length() && plain.length() < LONGEST; i++) {
            char c = given.charAt(i);
            boolean kept = (c >= 'a' && c <= 'z')
                    || (c >= 'A' && c <= 'Z')
                    || (c >= '0' && c <= '9')
                    || c == '_'
                    || c == '-'
                    || c == '.';
            if (kept) {
                plain.append(c);
            }
        }
        return plain.isEmpty() ? "unknown_error" : plain.toString();
    }

    /** The path with the error in its query. */
    static String addTo(String path, String error) {
        int fragment = path.indexOf('#');
        String front = fragment < 0 ? path : path.substring(0, fragment);
        String value = "discord_oauth_error=" + URLEncoder.encode(error, StandardCharsets.UTF_8);
        return front + (front.contains("?") ? "&" : "?") + value + (fragment < 0 ? "" : path.substring(fragment));
    }
}
