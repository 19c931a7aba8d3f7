package dev.yorozu.server.admin.keys;

import dev.yorozu.store.Bytes;
import dev.yorozu.store.Expiry;
import java.time.Duration;
import java.util.Base64;
import java.util.Optional;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/** The JSON form of a change and of what became of it, between a command and a server. */
public final class KeyEditJson {
    private KeyEditJson() {}

    public static ObjectNode json(KeyEdit edit) {
        ObjectNode json = object().put("name", edit.name()).put("force", edit.force());
        switch (edit) {
            case KeyEdit.Set set -> {
                json.put("change", "set")
                        .put(
                                "value",
                                Base64.getEncoder().encodeToString(set.value().toArray()));
                set.life().ifPresent(life -> json.put("lifeMillis", life.toMillis()));
            }
            case KeyEdit.Expire expire ->
                json.put("change", "expire").put("lifeMillis", expire.life().toMillis());
            case KeyEdit.Persist persist -> json.put("change", "persist");
        }
        return json;
    }

    /** Empty when the fields describe no change. */
    public static Optional<KeyEdit> edit(String name, JsonNode json) {
        boolean force = json.path("force").asBoolean(false);
        JsonNode millis = json.path("lifeMillis");
        Optional<Duration> life = millis.canConvertToLong() && millis.longValue() > 0
                ? Optional.of(Duration.ofMillis(millis.longValue()))
                        .filter(wanted -> wanted.compareTo(Expiry.LONGEST) <= 0)
                : Optional.empty();
        if (life.isEmpty() && !millis.isMissingNode()) {
            return Optional.empty();
        }
        return switch (json.path("change").asString("")) {
            case "set" ->
                value(json.path("value").asString("")).map(value -> new KeyEdit.Set(name, value, life, force));
            case "expire" -> life.map(left -> new KeyEdit.Expire(name, left, force));
            case "persist" -> Optional.of(new KeyEdit.Persist(name, force));
            default -> Optional.empty();
        };
    }

    private static Optional<Bytes> value(String base64) {
        try {
            return Optional.of(Bytes.of(Base64.getDecoder().decode(base64)));
        } catch (IllegalArgumentException notBase64) {
            return Optional.empty();
        }
    }

    public static ObjectNode json(KeyChange change) {
        return switch (change) {
            case KeyChange.Made made -> object().put("changed", true);
            case KeyChange.Missing missing -> object().put("changed", false);
            case KeyChange.Not not -> object().put("changed", false).put("refused", not.sentence());
        };
    }

    public static KeyChange change(JsonNode json) {
        if (json.has("refused")) {
            return new KeyChange.Not(json.required("refused").stringValue());
        }
        return json.required("changed").booleanValue() ? new KeyChange.Made() : new KeyChange.Missing();
    }

    private static ObjectNode object() {
        return JsonNodeFactory.instance.objectNode();
    }
}
