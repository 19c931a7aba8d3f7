package dev.yorozu.server.http;

import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/** The fields of a form as browsers send it, {@code application/x-www-form-urlencoded}. */
public final class Form {
    static final String MEDIA_TYPE = "application/x-www-form-urlencoded";
    /** More than any form of ours has; the rest is not looked at. */
    private static final int MAX_FIELDS = 64;

    private final Map<String, String> fields;

    private Form(Map<String, String> fields) {
        this.fields = Map.copyOf(fields);
    }

    /** Reads a body; one that is not percent-encoded UTF-8 ends the call with status 400. */
    public static Form read(byte[] body) {
        Map<String, String> fields = new HashMap<>();
        String raw = new String(body, StandardCharsets.ISO_8859_1);
        for (String pair : raw.split("&", MAX_FIELDS)) {
            int equals = pair.indexOf('=');
            if (equals > 0) {
                fields.putIfAbsent(decoded(pair.substring(0, equals)), decoded(pair.substring(equals + 1)));
            }
        }
        return new Form(fields);
    }

    private static String decoded(String raw) {
        return PercentEncoding.query(raw)
                .orElseThrow(() -> Problem.badRequest("The form is not percent-encoded UTF-8: encode it anew.")
                        .exception());
    }

    /** The first value of a field; empty when it was not sent. */
    public Optional<String> field(String name) {
        return Optional.ofNullable(fields.get(name));
    }

    /** The first value of a field, or an empty text. */
    public String text(String name) {
        return fields.getOrDefault(name, "");
    }
}
