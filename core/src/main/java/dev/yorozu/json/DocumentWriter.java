package dev.yorozu.json;

import dev.yorozu.store.Bytes;
import java.io.ByteArrayOutputStream;
import java.math.BigDecimal;
import java.util.List;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JsonGenerator;
import tools.jackson.core.ObjectWriteContext;
import tools.jackson.core.json.JsonFactory;

/** Writes {@link Document}s: texts, numbers, truth values, null, and lists and objects of these. */
final class DocumentWriter {
    private static final JsonFactory JSON = new JsonFactory();

    private DocumentWriter() {}

    static Bytes write(Document document) {
        Written out = new Written();
        try (JsonGenerator generator = JSON.createGenerator(ObjectWriteContext.empty(), out)) {
            write(generator, document);
        }
        return out.bytes();
    }

    /** Takes what the generator gathered, mostly at once: then its array is as long as that, and is not copied again. */
    private static final class Written extends ByteArrayOutputStream {
        private Written() {
            super(0);
        }

        private Bytes bytes() {
            return Bytes.wrap(buf, 0, count);
        }
    }

    private static void write(JsonGenerator generator, @Nullable Object value) {
        switch (value) {
            case null -> generator.writeNull();
            case String text -> generator.writeString(text);
            case LongText text -> generator.writeRawUTF8String(text.array, text.offset, text.length);
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
