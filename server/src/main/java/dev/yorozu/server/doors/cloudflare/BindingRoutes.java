package dev.yorozu.server.doors.cloudflare;

import dev.yorozu.server.http.Call;
import dev.yorozu.server.http.Reply;
import dev.yorozu.store.Bytes;
import java.io.IOException;
import java.util.List;
import java.util.Optional;
import tools.jackson.core.JsonGenerator;

/** What the KV binding of a Worker calls. It looks at the status, the body, and the header with metadata. */
final class BindingRoutes {
    private static final String METADATA = "CF-KV-Metadata";
    private static final char LOST = '\ufffd';

    private BindingRoutes() {}

    static Reply get(KvClient client) {
        KvValues.Entry found = client.values().find(client.key()).orElseThrow(KvErrors.NO_KEY::exception);
        Reply reply = Reply.bytes(200, "application/octet-stream", found.value().toArray());
        return found.metadata().map(kept -> reply.with(METADATA, kept.json())).orElse(reply);
    }

    static Reply put(KvClient client) throws IOException {
        Call call = client.call();
        KvWrite write = new KvWrite(
                Bytes.wrap(call.body()),
                KvWrite.life(call.query("expiration"), call.query("expiration_ttl"), client.now()),
                call.header(METADATA).flatMap(BindingRoutes::metadata));
        client.values().put(client.key(), write);
        return Reply.empty(200);
    }

    /** The server reads headers as ASCII and marks what is none: that is refused, and never kept as something else. */
    private static Optional<KvMetadata> metadata(String header) {
        if (header.indexOf(LOST) >= 0) {
            throw KvErrors.invalid(
                    "Metadata in a header must be ASCII: write other characters as \\u and four digits.");
        }
        return KvMetadata.parse(header);
    }

    static Reply delete(KvClient client) {
        client.values().delete(List.of(client.key()));
        return Reply.empty(200);
    }

    static Reply list(KvClient client) {
        KvListing.Page page = client.list("key_count_limit");
        return Envelope.bare(json -> {
            json.writeStartObject();
            json.writeName("keys");
            // A binding takes metadata as a text that holds JSON.
            Envelope.items(page.items(), (out, kept) -> out.writeString(kept.json()), json);
            json.writeBooleanProperty("list_complete", page.cursor().isEmpty());
            cursor(page, json);
            json.writeNullProperty("cacheStatus");
            json.writeEndObject();
        });
    }

    private static void cursor(KvListing.Page page, JsonGenerator json) {
        Optional.of(page.cursor())
                .filter(cursor -> !cursor.isEmpty())
                .ifPresent(cursor -> json.writeStringProperty("cursor", cursor));
    }

    static Reply getMany(KvClient client) throws IOException {
        KvBulk.Wish wish = KvBulk.wish(client.call().body());
        var found = KvBulk.find(client.values(), wish);
        return Envelope.bare(json -> Envelope.values(found, wish, json));
    }
}
