package dev.yorozu.server.systems.nostalgic;

import dev.yorozu.nostalgic.Service;
import dev.yorozu.server.http.Reply;
import dev.yorozu.server.systems.nostalgic.image.Pictures;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.function.Consumer;
import tools.jackson.core.JsonGenerator;
import tools.jackson.core.ObjectWriteContext;
import tools.jackson.core.PrettyPrinter;
import tools.jackson.core.json.JsonFactory;
import tools.jackson.core.util.DefaultPrettyPrinter;

/** Answers in the forms that this system has; none of them is to be kept by anybody, but for what is {@linkplain #shared shared}. */
final class NostalgicJson {
    private static final JsonFactory JSON = new JsonFactory();

    private static final ObjectWriteContext PRETTY = new ObjectWriteContext.Base() {
        @Override
        public PrettyPrinter getPrettyPrinter() {
            return new DefaultPrettyPrinter();
        }

        @Override
        public boolean hasPrettyPrinter() {
            return true;
        }
    };

    private NostalgicJson() {}

    /** {@code {success, data}}. */
    static Reply data(Consumer<JsonGenerator> data) {
        return data(data, json -> {});
    }

    /** @param beside what also stands beside the data, where some of the earlier widgets look for it */
    static Reply data(Consumer<JsonGenerator> data, Consumer<JsonGenerator> beside) {
        return reply(ObjectWriteContext.empty(), whole(data, beside));
    }

    private static Consumer<JsonGenerator> whole(Consumer<JsonGenerator> data, Consumer<JsonGenerator> beside) {
        return json -> {
            json.writeBooleanProperty("success", true);
            beside.accept(json);
            json.writeObjectPropertyStart("data");
            data.accept(json);
            json.writeEndObject();
        };
    }

    /** A new service: its name and its address stand where each of the earlier versions looked for them. */
    static Reply created(Service service, Consumer<JsonGenerator> data) {
        return data(data, json -> {
            json.writeStringProperty("id", service.id());
            json.writeStringProperty("url", service.url());
        });
    }

    /** An object that says that all went well, the same in itself as in its data. */
    static Reply both(Consumer<JsonGenerator> fields) {
        return data(fields, fields);
    }

    /** The data alone, as people like to read it. */
    static Reply pretty(Consumer<JsonGenerator> fields) {
        return reply(PRETTY, fields);
    }

    static Reply text(String text) {
        return Reply.text(200, text).unkept();
    }

    static Reply picture(String svg) {
        return Reply.bytes(200, Pictures.CONTENT_TYPE, svg.getBytes(StandardCharsets.UTF_8))
                .unkept();
    }

    /** {@code {success, data}}, which others may keep together with what it was made of. */
    static byte[] shared(Consumer<JsonGenerator> data) {
        return bytes(ObjectWriteContext.empty(), whole(data, json -> {}));
    }

    private static Reply reply(ObjectWriteContext context, Consumer<JsonGenerator> fields) {
        return Reply.unkeptJson(200, bytes(context, fields));
    }

    private static byte[] bytes(ObjectWriteContext context, Consumer<JsonGenerator> fields) {
        Whole out = new Whole();
        try (JsonGenerator json = JSON.createGenerator(context, out)) {
            json.writeStartObject();
            fields.accept(json);
            json.writeEndObject();
        }
        return out.bytes();
    }

    /** Takes what the generator has gathered, which for most answers is all of it, without a copy. */
    private static final class Whole extends ByteArrayOutputStream {
        Whole() {
            super(0);
        }

        byte[] bytes() {
            return count == buf.length ? buf : toByteArray();
        }
    }
}
