package dev.yorozu.server.http;

import tools.jackson.core.JacksonException;
import tools.jackson.core.StreamReadFeature;
import tools.jackson.core.TokenStreamLocation;
import tools.jackson.databind.DeserializationFeature;
import tools.jackson.databind.json.JsonMapper;

/** JSON as the server reads and writes it: strict about duplicate names and about what follows the value. */
public final class Json {
    private static final JsonMapper MAPPER = JsonMapper.builder()
            .enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
            .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
            .build();

    private Json() {}

    public static byte[] bytes(Object value) {
        return MAPPER.writeValueAsBytes(value);
    }

    public static String text(Object value) {
        return MAPPER.writeValueAsString(value);
    }

    /** Reads what a client sent; anything but a value of this type ends the call with status 400. */
    public static <T> T read(byte[] bytes, Class<T> type) {
        T value;
        try {
            value = MAPPER.readValue(bytes, type);
        } catch (JacksonException e) {
            throw Problem.badRequest("The body is not the JSON that is expected here: look at " + place(e) + ".")
                    .exception();
        }
        if (value == null) {
            throw Problem.badRequest("The body is null in JSON: send an object.")
                    .exception();
        }
        return value;
    }

    private static String place(JacksonException e) {
        TokenStreamLocation location = e.getLocation();
        if (location == null || location.getLineNr() < 1) {
            return "the fields and their types";
        }
        return "line " + location.getLineNr() + ", column " + location.getColumnNr();
    }
}
