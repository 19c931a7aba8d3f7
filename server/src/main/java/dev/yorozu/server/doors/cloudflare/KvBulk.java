package dev.yorozu.server.doors.cloudflare;

import dev.yorozu.server.http.Json;
import dev.yorozu.store.Bytes;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import tools.jackson.databind.JsonNode;

/** What one request asks of many keys. Values are read one by one. */
final class KvBulk {
    /** As Cloudflare's. */
    private static final int MOST_READ = 100;

    private static final int MOST_READ_BYTES = 25 * 1024 * 1024;
    private static final int MOST_WRITTEN = 10_000;

    private KvBulk() {}

    /** How values are wished for: as texts, or as the JSON that they are. */
    record Wish(List<String> keys, boolean json, boolean withMetadata) {}

    static Wish wish(byte[] body) {
        JsonNode wish = Json.read(body, JsonNode.class);
        List<String> keys = names(wish.path("keys"), MOST_READ);
        String type = wish.path("type").asString("text");
        if (!type.equals("text") && !type.equals("json")) {
            throw KvErrors.invalid("The type must be text or json.");
        }
        return new Wish(keys, type.equals("json"), wish.path("withMetadata").asBoolean(false));
    }

    static Map<String, Optional<KvValues.Entry>> find(KvValues values, Wish wish) {
        Map<String, Optional<KvValues.Entry>> found = new LinkedHashMap<>();
        long bytes = 0;
        for (String key : wish.keys()) {
            Optional<KvValues.Entry> entry = values.find(key);
            bytes += entry.map(each -> each.value().length()).orElse(0);
            if (bytes > MOST_READ_BYTES) {
                throw KvErrors.tooLarge("These values have more than 25 MiB together: ask for fewer.");
            }
            found.put(key, entry);
        }
        return found;
    }

    /** Names of keys, as a list of them is sent to be deleted. */
    static List<String> names(byte[] body) {
        return names(Json.read(body, JsonNode.class), MOST_WRITTEN);
    }

    private static List<String> names(JsonNode list, int most) {
        List<String> names = new ArrayList<>();
        for (JsonNode each : elements(list, most)) {
            // Clients have sent keys with their values here, and only the names of those count.
            JsonNode name = each.isObject() ? each.path("name") : each;
            if (!name.isString()) {
                throw KvErrors.invalid("Each key must be a text.");
            }
            names.add(name.stringValue());
            KvValues.requireName(names.getLast());
        }
        return names;
    }

    private static JsonNode elements(JsonNode list, int most) {
        if (!list.isArray() || list.isEmpty() || list.size() > most) {
            throw KvErrors.invalid("Send a list of 1 to " + most + " keys.");
        }
        return list;
    }

    /** Writes by the names of their keys; of those that are named twice the last. */
    static Map<String, KvWrite> writes(byte[] body, Instant now) {
        Map<String, KvWrite> writes = new LinkedHashMap<>();
        for (JsonNode each : elements(Json.read(body, JsonNode.class), MOST_WRITTEN)) {
            JsonNode key = each.path("key");
            JsonNode value = each.path("value");
            if (!key.isString() || !value.isString()) {
                throw KvErrors.invalid("Each element must have a key and a value, both texts.");
            }
            KvValues.requireName(key.stringValue());
            writes.put(
                    key.stringValue(),
                    new KvWrite(
                            bytes(value.stringValue(), each.path("base64").asBoolean(false)),
                            KvWrite.life(number(each.path("expiration")), number(each.path("expiration_ttl")), now),
                            metadata(each.path("metadata"))));
        }
        return writes;
    }

    private static Bytes bytes(String text, boolean base64) {
        try {
            return base64 ? Bytes.wrap(Base64.getDecoder().decode(text)) : Bytes.of(text);
        } catch (IllegalArgumentException malformed) {
            throw KvErrors.invalid("A value that is said to be base64 is not.");
        }
    }

    private static Optional<String> number(JsonNode node) {
        return node.isMissingNode() || node.isNull() ? Optional.empty() : Optional.of(node.asString());
    }

    private static Optional<KvMetadata> metadata(JsonNode node) {
        return node.isMissingNode() || node.isNull() ? Optional.empty() : KvMetadata.parse(node.toString());
    }
}
