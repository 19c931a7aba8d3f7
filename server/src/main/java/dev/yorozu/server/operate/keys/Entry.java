package dev.yorozu.server.operate.keys;

import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.annotation.JsonValue;
import dev.yorozu.server.operate.backup.format.Part;
import dev.yorozu.server.operate.backup.format.PartJson;
import dev.yorozu.server.operate.backup.format.TypeName;
import dev.yorozu.server.operate.transport.OperateJson;
import dev.yorozu.store.ValueType;
import java.time.Duration;
import java.util.Optional;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * A key as an operator sees it.
 *
 * @param name redacted unless revealed
 * @param pattern the declaration that describes it; empty when the product does not write such keys
 * @param life how long it still lives; empty for one that never ends by itself
 * @param size how many elements the value has; one for a string
 * @param bytes about how much room it takes
 * @param value its first elements; empty when none were asked for, or when they are secret
 * @param secret whether the value is declared secret, as all are that are not declared at all
 */
public record Entry(
        String name,
        Optional<String> pattern,
        ValueType type,
        Optional<Duration> life,
        long size,
        long bytes,
        Optional<Part> value,
        boolean secret) {
    /** Written by hand, because a value stands in the same object, in the form that a backup has for it. */
    @JsonValue
    ObjectNode json() {
        ObjectNode json = OperateJson.object().put("name", name);
        pattern.ifPresent(template -> json.put("pattern", template));
        json.put("size", size).put("bytes", bytes).put("secret", secret);
        life.ifPresent(left -> json.put("lifeMillis", left.toMillis()));
        json.put("type", TypeName.of(type));
        value.ifPresent(part -> PartJson.write(part, json));
        return json;
    }

    @JsonCreator(mode = JsonCreator.Mode.DELEGATING)
    static Entry of(JsonNode json) {
        return new Entry(
                json.required("name").stringValue(),
                Optional.ofNullable(json.get("pattern")).map(JsonNode::stringValue),
                TypeName.type(json.required("type").stringValue()),
                Optional.ofNullable(json.get("lifeMillis")).map(millis -> Duration.ofMillis(millis.longValue())),
                json.required("size").longValue(),
                json.required("bytes").longValue(),
                json.has("value") || json.has("elements") ? Optional.of(PartJson.read(json)) : Optional.empty(),
                json.required("secret").booleanValue());
    }
}
