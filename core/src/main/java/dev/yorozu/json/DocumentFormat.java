package dev.yorozu.json;

import dev.yorozu.store.Bytes;
import java.io.ByteArrayOutputStream;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.core.JsonGenerator;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;
import tools.jackson.core.ObjectReadContext;
import tools.jackson.core.ObjectWriteContext;
import tools.jackson.core.StreamReadConstraints;
import tools.jackson.core.StreamReadFeature;
import tools.jackson.core.json.JsonFactory;

/** Reads and writes {@link Document}s: texts, numbers, truth values, null, and lists and objects of these. */
final class DocumentFormat {
    /** What the product keeps is flat; some depth is for what others put beside it. */
    private static final int DEEPEST = 32;

    private static final JsonFactory JSON = JsonFactory.builder()
            .streamReadConstraints(
                    StreamReadConstraints.builder().maxNestingDepth(DEEPEST).build())
            .enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
            .build();

    private DocumentFormat() {}

    static Optional<Document> read(Bytes json) {
        byte[] array = json.toArray();
        try (JsonParser parser = JSON.createParser(ObjectReadContext.empty(), array)) {
            if (parser.nextToken() != JsonToken.START_OBJECT) {
                return Optional.empty();
            }
            Document document = object(parser);
            return parser.nextToken() == null ? Optional.of(document) : Optional.empty();
        } catch (JacksonException malformed) {
            return Optional.empty();
        }
    }

    private static Document object(JsonParser parser) {
        Map<String, @Nullable Object> fields = new LinkedHashMap<>();
        for (String name = parser.nextName(); name != null; name = parser.nextName()) {
            parser.nextToken();
            fields.put(name, value(parser));
        }
        return new Document(fields);
    }

    private static List<@Nullable Object> list(JsonParser parser) {
        List<@Nullable Object> values = new ArrayList<>();
        while (parser.nextToken() != JsonToken.END_ARRAY) {
            values.add(value(parser));
        }
        return values;
    }

    private static @Nullable Object value(JsonParser parser) {
        return switch (parser.currentToken()) {
            case START_OBJECT -> object(parser);
            case START_ARRAY -> list(parser);
            case VALUE_STRING -> parser.getString();
            case VALUE_NUMBER_INT -> whole(parser);
            case VALUE_NUMBER_FLOAT -> parser.getDecimalValue();
            case VALUE_TRUE -> Boolean.TRUE;
            case VALUE_FALSE -> Boolean.FALSE;
            case VALUE_NULL -> null;
            case NOT_AVAILABLE, END_OBJECT, END_ARRAY, PROPERTY_NAME, VALUE_EMBEDDED_OBJECT ->
                throw new IllegalStateException("Not the beginning of a value: " + parser.currentToken());
        };
    }

    private static Object whole(JsonParser parser) {
        return switch (parser.getNumberType()) {
            case INT, LONG -> parser.getLongValue();
            default -> parser.getDecimalValue();
        };
    }

    static Bytes write(Document document) {
        ByteArrayOutputStream out = new ByteArrayOutputStream(512);
        try (JsonGenerator generator = JSON.createGenerator(ObjectWriteContext.empty(), out)) {
            write(generator, document);
        }
        return Bytes.wrap(out.toByteArray());
    }

    private static void write(JsonGenerator generator, @Nullable Object value) {
        switch (value) {
            case null -> generator.writeNull();
            case String text -> generator.writeString(text);
            case Long number -> generator.writeNumber(number);
            case BigDecimal number -> generator.writeNumber(number);
            case Boolean flag -> generator.writeBoolean(flag);
            case List<?> values -> {
                generator.writeStartArray();
                values.forEach(each -> write(generator, each));
                generator.writeEndArray();
            }
            case Document nested -> {
                generator.writeStartObject();
                nested.fields.forEach((name, each) -> {
                    generator.writeName(name);
                    write(generator, each);
                });
                generator.writeEndObject();
            }
            default -> throw new IllegalStateException("No value of a document: " + value.getClass());
        }
    }
}
