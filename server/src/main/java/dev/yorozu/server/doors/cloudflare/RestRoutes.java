package dev.yorozu.server.doors.cloudflare;

import dev.yorozu.server.http.Call;
import dev.yorozu.server.http.Reply;
import dev.yorozu.store.Bytes;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import tools.jackson.core.JsonGenerator;

/** Cloudflare's REST interface for namespaces and their keys. Accounts mean nothing here: any is fine. */
final class RestRoutes {
    private RestRoutes() {}

    static Reply namespaces(KvClient client) {
        List<KvNamespace> all = client.door().namespaces();
        long page =
                client.call().query("page").filter(text -> !text.equals("1")).isPresent() ? 2 : 1;
        List<KvNamespace> shown = page == 1 ? all : List.of();
        return Envelope.of(
                json -> {
                    json.writeStartArray();
                    shown.forEach(namespace -> namespace(namespace, json));
                    json.writeEndArray();
                },
                json -> {
                    json.writeObjectPropertyStart("result_info");
                    json.writeNumberProperty("count", shown.size());
                    json.writeNumberProperty("page", page);
                    json.writeNumberProperty("per_page", Math.max(1, all.size()));
                    json.writeNumberProperty("total_count", all.size());
                    json.writeEndObject();
                });
    }

    static Reply namespace(KvClient client) {
        KvNamespace namespace = client.namespace();
        return Envelope.of(json -> namespace(namespace, json));
    }

    private static void namespace(KvNamespace namespace, JsonGenerator json) {
        json.writeStartObject();
        json.writeStringProperty("id", namespace.id());
        json.writeStringProperty("title", namespace.title());
        json.writeBooleanProperty("supports_url_encoding", true);
        json.writeEndObject();
    }

    static Reply refuse(KvClient client) {
        throw KvErrors.DECLARED.exception();
    }

    static Reply get(KvClient client) {
        KvValues values = client.values();
        KvValues.Entry found = values.find(client.key()).orElseThrow(KvErrors.NO_KEY::exception);
        OptionalLong end = values.expiration(client.key());
        Reply reply = Reply.bytes(200, "application/octet-stream", found.value().toArray());
        return end.isPresent() ? reply.with("Expiration", Long.toString(end.getAsLong())) : reply;
    }

    static Reply metadata(KvClient client) {
        KvValues.Entry found = client.values().find(client.key()).orElseThrow(KvErrors.NO_KEY::exception);
        return Envelope.of(
                json -> found.metadata().ifPresentOrElse(kept -> json.writeRawValue(kept.json()), json::writeNull));
    }

    static Reply put(KvClient client) throws IOException {
        Call call = client.call();
        List<Bytes> life = KvWrite.life(call.query("expiration"), call.query("expiration_ttl"), client.now());
        byte[] body = call.body();
        KvWrite write = call.mediaType().equals(MultipartForm.MEDIA_TYPE)
                ? form(call.header("Content-Type").orElseThrow(), body, life)
                : new KvWrite(Bytes.wrap(body), life, Optional.empty());
        client.values().put(client.key(), write);
        return Envelope.of(Envelope.NOTHING);
    }

    private static KvWrite form(String contentType, byte[] body, List<Bytes> life) {
        Map<String, byte[]> fields = MultipartForm.fields(contentType, body);
        byte[] value = fields.get("value");
        if (value == null) {
            throw KvErrors.invalid("The form has no field value.");
        }
        byte[] metadata = fields.getOrDefault("metadata", "null".getBytes(StandardCharsets.UTF_8));
        return new KvWrite(Bytes.wrap(value), life, KvMetadata.parse(new String(metadata, StandardCharsets.UTF_8)));
    }

    static Reply delete(KvClient client) {
        client.values().delete(List.of(client.key()));
        return Envelope.of(Envelope.NOTHING);
    }

    static Reply keys(KvClient client) {
        KvListing.Page page = client.list("limit");
        return Envelope.of(
                json -> Envelope.items(page.items(), (out, kept) -> out.writeRawValue(kept.json()), json), json -> {
                    json.writeObjectPropertyStart("result_info");
                    json.writeNumberProperty("count", page.items().size());
                    json.writeStringProperty("cursor", page.cursor());
                    json.writeEndObject();
                });
    }

    static Reply getMany(KvClient client) throws IOException {
        KvBulk.Wish wish = KvBulk.wish(client.call().body());
        var found = KvBulk.find(client.values(), wish);
        return Envelope.of(json -> {
            json.writeStartObject();
            json.writeName("values");
            Envelope.values(found, wish, json);
            json.writeEndObject();
        });
    }

    static Reply putMany(KvClient client) throws IOException {
        Map<String, KvWrite> writes = KvBulk.writes(client.call().body(), client.now());
        client.values().put(writes);
        return counted(writes.size());
    }

    static Reply deleteMany(KvClient client) throws IOException {
        List<String> names = KvBulk.names(client.call().body());
        client.values().delete(names);
        return counted(names.size());
    }

    private static Reply counted(int keys) {
        return Envelope.of(json -> {
            json.writeStartObject();
            json.writeNumberProperty("successful_key_count", keys);
            json.writeName("unsuccessful_keys");
            Envelope.texts(List.of(), json);
            json.writeEndObject();
        });
    }
}
