package dev.yorozu.server.admin;

import dev.yorozu.server.archive.Restoration;
import dev.yorozu.server.archive.RestoreOptions;
import dev.yorozu.server.archive.Restored;
import dev.yorozu.server.backup.PartJson;
import dev.yorozu.server.backup.Section;
import dev.yorozu.server.backup.TypeName;
import dev.yorozu.store.Life;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
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

    /** What a session or a login is used with, as far as it is known. */
    public static void putDevice(ObjectNode json, String client, String os) {
        if (!client.isEmpty()) {
            json.put("client", client);
        }
        if (!os.isEmpty()) {
            json.put("os", os);
        }
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

    /** What is not refused; why something is refused goes as a problem, with its own status. */
    static ObjectNode json(Restoration restoration) {
        ObjectNode json = object();
        return switch (restoration) {
            case Restoration.Done done -> {
                Restored restored = done.restored();
                yield json.put("restored", restored.keys())
                        .put("ended", restored.ended())
                        .put("leftOut", restored.leftOut())
                        .put("rows", restored.rows())
                        .put("files", restored.files());
            }
            case Restoration.Occupied occupied -> json.put("notEmpty", true);
            case Restoration.Refused refused -> json.put("refused", refused.sentence());
        };
    }

    /** A server keeps everything but its store to itself, so nothing else can be in the way there. */
    static Restoration restoration(JsonNode json) {
        if (json.has("notEmpty")) {
            return new Restoration.Occupied(Set.of(Section.STORE));
        }
        if (json.has("refused")) {
            return new Restoration.Refused(json.required("refused").stringValue());
        }
        return new Restoration.Done(new Restored(
                json.required("restored").longValue(),
                json.required("ended").longValue(),
                json.required("leftOut").longValue(),
                json.required("rows").longValue(),
                json.required("files").longValue()));
    }

    static ObjectNode json(RestoreOptions options) {
        return object().put("force", options.force())
                .put("keepLogins", options.keepLogins())
                .put("storeOnly", options.storeOnly());
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
