package dev.yorozu.link;

import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/** Changes the query of an address and leaves what it does not touch letter for letter, because it may be signed. */
final class QueryText {
    private QueryText() {}

    /** The query with the parameter where it stood first, else at the end, and nowhere else. */
    static String with(String query, String name, String value) {
        List<String> pairs = new ArrayList<>();
        boolean set = false;
        for (String pair : query.isEmpty() ? new String[0] : query.split("&", -1)) {
            if (!name(pair).equals(name)) {
                pairs.add(pair);
            } else if (!set) {
                pairs.add(name + "=" + value);
                set = true;
            }
        }
        if (!set) {
            pairs.add(name + "=" + value);
        }
        return String.join("&", pairs);
    }

    /** The name as a server reads it; one with a broken escape stands for itself. */
    private static String name(String pair) {
        int equals = pair.indexOf('=');
        String name = equals < 0 ? pair : pair.substring(0, equals);
        try {
            return URLDecoder.decode(name, StandardCharsets.UTF_8);
        } catch (IllegalArgumentException broken) {
            return name;
        }
    }
}
