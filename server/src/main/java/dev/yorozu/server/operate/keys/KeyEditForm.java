package dev.yorozu.server.operate.keys;

import dev.yorozu.server.operate.transport.InvalidRequest;
import dev.yorozu.store.Bytes;
import dev.yorozu.store.Expiry;
import java.time.Duration;
import java.util.Base64;
import java.util.Optional;
import tools.jackson.databind.JsonNode;

/** Reads what a client wants changed, which has other fields for each kind of change. */
final class KeyEditForm {
    private KeyEditForm() {}

    static KeyEdit read(JsonNode json) {
        JsonNode given = json.path("name");
        String name = given.isMissingNode()
                ? ""
                : given.stringValueOpt().orElseThrow(() -> InvalidRequest.field("name", "a string"));
        KeyName.require(name);
        return edit(name, json).orElseThrow(() -> new InvalidRequest("The fields do not describe a change of a key."));
    }

    private static Optional<KeyEdit> edit(String name, JsonNode json) {
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
}
