package dev.yorozu.server.admin;

import dev.yorozu.server.backup.PartJson;
import dev.yorozu.server.backup.Restored;
import dev.yorozu.server.backup.TypeName;
import dev.yorozu.store.Life;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/**
 * The JSON form of what the operations answer: what the admin interface sends, what its client reads, and what commands
 * print when asked for JSON.
 */
public final class OperationsJson {
    static final JsonMapper MAPPER = JsonMapper.shared();

    private OperationsJson() {}

    public static ObjectNode json(Entry entry) {
        ObjectNode json = object().put("name", entry.name());
        entry.pattern().ifPresent(pattern -> json.put("pattern", pattern));
        json.put("size", entry.size()).put("bytes", entry.bytes()).put("secret", entry.secret());
        life(entry.life(), json);
        json.put("type", TypeName.of(entry.type()));
        entry.value().ifPresent(value -> PartJson.write(value, json));
        return json;
    }

    public static Entry entry(JsonNode json) {
        return new Entry(
                json.required("name").stringValue(),
                Optional.ofNullable(json.get("pattern")).map(JsonNode::stringValue),
                TypeName.type(json.required("type").stringValue()),
                life(json),
                json.required("size").longValue(),
                json.required("bytes").longValue(),
                json.has("value") || json.has("elements") ? Optional.of(PartJson.read(json)) : Optional.empty(),
                json.required("secret").booleanValue());
    }

    static ObjectNode json(Listing listing) {
        ObjectNode json = object();
        ArrayNode keys = json.putArray("keys");
        listing.keys().forEach(key -> keys.add(json(key)));
        return json.put("next", listing.next());
    }

    public static ObjectNode json(Listing.Listed key) {
        ObjectNode json = object().put("name", key.name()).put("type", TypeName.of(key.type()));
        life(key.life(), json);
        return json;
    }

    static Listing listing(JsonNode json) {
        List<Listing.Listed> keys = new ArrayList<>();
        json.required("keys")
                .forEach(key -> keys.add(new Listing.Listed(
                        key.required("name").stringValue(),
                        TypeName.type(key.required("type").stringValue()),
                        life(key))));
        return new Listing(keys, json.required("next").stringValue());
    }

    public static ObjectNode json(Restored restored) {
        return object().put("restored", restored.keys()).put("ended", restored.ended());
    }

    static Restored restored(JsonNode json) {
        return new Restored(
                json.required("restored").longValue(), json.required("ended").longValue());
    }

    /** Milliseconds until the end; nothing for a key that never ends. */
    private static void life(Life life, ObjectNode json) {
        if (life instanceof Life.Ends ends) {
            json.put("lifeMillis", ends.left().toMillis());
        }
    }

    private static Life life(JsonNode json) {
        JsonNode millis = json.get("lifeMillis");
        return millis == null ? new Life.Endless() : new Life.Ends(Duration.ofMillis(millis.longValue()));
    }

    public static ObjectNode object() {
        return JsonNodeFactory.instance.objectNode();
    }
}
