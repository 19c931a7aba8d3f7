package dev.yorozu.server.http;

import dev.yorozu.server.net.PercentEncoding;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/** The fields of a form as browsers send it, {@code application/x-www-form-urlencoded}; a query has the same form. */
public final class Form {
    public static final String MEDIA_TYPE = "application/x-www-form-urlencoded";
    /** More than any form of ours has; the rest is not looked at. */
    private static final int MAX_FIELDS = 64;

    private final Map<String, String> fields;
    private final boolean repeated;

    private Form(Map<String, String> fields, boolean repeated) {
        this.fields = fields;
        this.repeated = repeated;
    }

    /** Reads a body; one that is not percent-encoded UTF-8 ends the call with status 400. */
    public static Form read(byte[] body) {
        return parse(new String(body, StandardCharsets.ISO_8859_1))
                .orElseThrow(() -> Problem.badRequest("The form is not percent-encoded UTF-8: encode it anew.")
                        .exception());
    }

    /** Reads a query or a form; empty when it is not percent-encoded UTF-8. */
    public static Optional<Form> parse(String raw) {
        Map<String, String> fields = new HashMap<>();
        boolean repeated = false;
        int start = 0;
        for (int field = 1; field <= MAX_FIELDS && start <= raw.length(); field++) {
            int and = field == MAX_FIELDS ? -1 : raw.indexOf('&', start);
            int end = and < 0 ? raw.length() : and;
            int equals = raw.indexOf('=', start);
            if (equals > start && equals < end) {
                Optional<String> name = PercentEncoding.query(raw.substring(start, equals));
                Optional<String> value = PercentEncoding.query(raw.substring(equals + 1, end));
                if (name.isEmpty() || value.isEmpty()) {
                    return Optional.empty();
                }
                repeated |= fields.putIfAbsent(name.get(), value.get()) != null;
            }
            start = end + 1;
        }
        return Optional.of(new Form(fields, repeated));
    }

    /** Whether a field was sent more than once, which those forms must not do that a standard says so of. */
    public boolean isRepeated() {
        return repeated;
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
