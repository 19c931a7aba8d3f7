package dev.yorozu.store.redis;

import dev.yorozu.store.Bytes;
import java.io.ByteArrayOutputStream;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.core.JsonGenerator;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;
import tools.jackson.core.ObjectReadContext;
import tools.jackson.core.ObjectWriteContext;
import tools.jackson.core.StreamReadConstraints;
import tools.jackson.core.json.JsonFactory;

/** The JSON of the REST interface: arrays of strings to it, objects with a result or an error from it. */
final class RestJson {
    private static final JsonFactory FACTORY = JsonFactory.builder()
            .streamReadConstraints(StreamReadConstraints.builder()
                    .maxStringLength(Integer.MAX_VALUE)
                    .build())
            .build();

    private RestJson() {}

    static byte[] request(List<String> command) {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        try (JsonGenerator json = FACTORY.createGenerator(ObjectWriteContext.empty(), out)) {
            write(command, json);
        }
        return out.toByteArray();
    }

    static byte[] requests(List<List<String>> commands) {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        try (JsonGenerator json = FACTORY.createGenerator(ObjectWriteContext.empty(), out)) {
            json.writeStartArray();
            for (List<String> command : commands) {
                write(command, json);
            }
            json.writeEndArray();
        }
        return out.toByteArray();
    }

    /** The reply to a command that was sent alone. */
    static @Nullable Object reply(byte[] body) throws Failure {
        return reply(body, -1);
    }

    /** The reply to one of the commands that were sent together. */
    static @Nullable Object reply(byte[] body, int index) throws Failure {
        try (JsonParser json = FACTORY.createParser(ObjectReadContext.empty(), body)) {
            JsonToken first = json.nextToken();
            if (first == JsonToken.START_ARRAY) {
                json.nextToken();
                for (int i = 0; i < index; i++) {
                    json.skipChildren();
                    json.nextToken();
                }
            }
            return outcome(json);
        } catch (JacksonException | IllegalArgumentException e) {
            throw new Failure.Lost("Upstash gave an answer that cannot be read", e);
        }
    }

    private static void write(List<String> command, JsonGenerator json) {
        json.writeStartArray();
        for (String part : command) {
            json.writeString(part);
        }
        json.writeEndArray();
    }

    private static @Nullable Object outcome(JsonParser json) throws Failure {
        if (json.currentToken() != JsonToken.START_OBJECT) {
            throw new IllegalArgumentException("Not an object");
        }
        String name = json.nextName();
        json.nextToken();
        if ("error".equals(name)) {
            throw new Failure.Refused(json.getString());
        }
        if (!"result".equals(name)) {
            throw new IllegalArgumentException("Neither a result nor an error");
        }
        return value(json);
    }

    private static @Nullable Object value(JsonParser json) {
        return switch (json.currentToken()) {
            case VALUE_NULL -> null;
            case VALUE_NUMBER_INT -> json.getLongValue();
            case VALUE_STRING -> bytes(json.getString());
            case START_ARRAY -> values(json);
            default -> throw new IllegalArgumentException("An unexpected kind of result");
        };
    }

    private static List<@Nullable Object> values(JsonParser json) {
        List<@Nullable Object> values = new ArrayList<>();
        while (json.nextToken() != JsonToken.END_ARRAY) {
            values.add(value(json));
        }
        return values;
    }

    /** All strings come in base64 but the mere acknowledgement, which cannot be mistaken because base64 is padded. */
    private static Bytes bytes(String text) {
        return text.equals("OK")
                ? Bytes.of(text)
                : Bytes.wrap(Base64.getDecoder().decode(text));
    }
}
