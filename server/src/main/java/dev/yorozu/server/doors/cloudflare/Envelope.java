package dev.yorozu.server.doors.cloudflare;

import dev.yorozu.server.http.Reply;
import java.io.ByteArrayOutputStream;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import tools.jackson.core.JsonGenerator;
import tools.jackson.core.ObjectWriteContext;
import tools.jackson.core.json.JsonFactory;

/** JSON as Cloudflare writes it. */
final class Envelope {
    private static final JsonFactory JSON = new JsonFactory();

    /** A write that has nothing to tell. */
    static final Consumer<JsonGenerator> NOTHING = JsonGenerator::writeNull;

    private Envelope() {}

    /** A result of the REST interface. */
    static Reply of(Consumer<JsonGenerator> result) {
        return of(result, json -> {});
    }

    /** As the other, with more fields beside the result. */
    static Reply of(Consumer<JsonGenerator> result, Consumer<JsonGenerator> further) {
        return bare(json -> {
            json.writeStartObject();
            json.writeBooleanProperty("success", true);
            list("errors", List.of(), json);
            list("messages", List.of(), json);
            json.writeName("result");
            result.accept(json);
            further.accept(json);
            json.writeEndObject();
        });
    }

    /** A value without anything around it. */
    static Reply bare(Consumer<JsonGenerator> value) {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        try (JsonGenerator json = JSON.createGenerator(ObjectWriteContext.empty(), out)) {
            value.accept(json);
        }
        return Reply.ownedJson(200, out.toByteArray());
    }

    private static void list(String name, List<String> texts, JsonGenerator json) {
        json.writeName(name);
        texts(texts, json);
    }

    static void texts(List<String> texts, JsonGenerator json) {
        json.writeStartArray();
        texts.forEach(json::writeString);
        json.writeEndArray();
    }

    /**
     * Keys of a listing.
     *
     * @param metadata writes what lies beside a key, for which a binding and the REST interface have different forms
     */
    static void items(List<KvListing.Item> items, BiConsumer<JsonGenerator, KvMetadata> metadata, JsonGenerator json) {
        json.writeStartArray();
        for (KvListing.Item item : items) {
            json.writeStartObject();
            json.writeStringProperty("name", item.name());
            item.expiration().ifPresent(end -> json.writeNumberProperty("expiration", end));
            item.metadata().ifPresent(kept -> {
                json.writeName("metadata");
                metadata.accept(json, kept);
            });
            json.writeEndObject();
        }
        json.writeEndArray();
    }

    /** Values by their keys, as both forms have them. */
    static void values(Map<String, Optional<KvValues.Entry>> values, KvBulk.Wish wish, JsonGenerator json) {
        json.writeStartObject();
        values.forEach((name, found) -> {
            json.writeName(name);
            found.ifPresentOrElse(entry -> entry(entry, wish, json), json::writeNull);
        });
        json.writeEndObject();
    }

    private static void entry(KvValues.Entry entry, KvBulk.Wish wish, JsonGenerator json) {
        if (!wish.withMetadata()) {
            value(entry, wish, json);
            return;
        }
        json.writeStartObject();
        json.writeName("value");
        value(entry, wish, json);
        json.writeName("metadata");
        entry.metadata().ifPresentOrElse(kept -> json.writeRawValue(kept.json()), json::writeNull);
        json.writeEndObject();
    }

    private static void value(KvValues.Entry entry, KvBulk.Wish wish, JsonGenerator json) {
        String text = entry.value().text();
        if (!wish.json()) {
            json.writeString(text);
            return;
        }
        if (!KvMetadata.isJson(text)) {
            throw KvErrors.invalid("At least one of the requested keys corresponds to a non-json value");
        }
        json.writeRawValue(text);
    }
}
