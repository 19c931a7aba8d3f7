package dev.yorozu.server.doors.upstash;

import dev.yorozu.command.call.Reply;
import dev.yorozu.store.Bytes;
import java.io.ByteArrayOutputStream;
import java.util.Base64;
import java.util.List;
import tools.jackson.core.JsonGenerator;
import tools.jackson.core.ObjectWriteContext;
import tools.jackson.core.json.JsonFactory;

/**
 * Replies as JSON: {@code {"result": …}}, or {@code {"error": "…"}} for a refusal.
 *
 * @param base64 whether texts come in base64, so that any bytes are safe; all but OK, as clients expect
 */
record RestReply(boolean base64) {
    private static final JsonFactory JSON = new JsonFactory();

    byte[] of(Reply reply) {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        try (JsonGenerator json = JSON.createGenerator(ObjectWriteContext.empty(), out)) {
            write(reply, json);
        }
        return out.toByteArray();
    }

    byte[] of(List<Reply> replies) {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        try (JsonGenerator json = JSON.createGenerator(ObjectWriteContext.empty(), out)) {
            json.writeStartArray();
            replies.forEach(reply -> write(reply, json));
            json.writeEndArray();
        }
        return out.toByteArray();
    }

    private void write(Reply reply, JsonGenerator json) {
        json.writeStartObject();
        if (reply instanceof Reply.Failure failure) {
            json.writeStringProperty("error", failure.text());
        } else {
            json.writeName("result");
            value(reply.plain(), json);
        }
        json.writeEndObject();
    }

    private void value(Reply plain, JsonGenerator json) {
        switch (plain) {
            case Reply.Simple simple -> json.writeString(simple == Reply.OK ? "OK" : text(Bytes.of(simple.text())));
            case Reply.Failure failure -> json.writeString(failure.text());
            case Reply.Int number -> json.writeNumber(number.value());
            case Reply.Bulk bulk -> json.writeString(text(bulk.value()));
            case Reply.Null none -> json.writeNull();
            case Reply.NullArray none -> json.writeNull();
            case Reply.Array array -> list(array.items(), json);
            case Reply.Members members -> list(members.items(), json);
            case Reply.Pairs pairs -> list(pairs.items(), json);
            case Reply.Scored scored -> list(scored.items(), json);
            case Reply.Real real -> value(real.plain(), json);
        }
    }

    private void list(List<Reply> items, JsonGenerator json) {
        json.writeStartArray();
        items.forEach(item -> value(item, json));
        json.writeEndArray();
    }

    private String text(Bytes bytes) {
        return base64 ? Base64.getEncoder().encodeToString(bytes.toArray()) : bytes.text();
    }
}
