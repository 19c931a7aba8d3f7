package dev.yorozu.server.operate.backup.format;

import dev.yorozu.store.Bytes;
import dev.yorozu.store.Ranked;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.function.Function;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/** The JSON form of a part: text as strings, all other bytes as {@code {"base64": …}}. */
public final class PartJson {
    private PartJson() {}

    /** Adds the part to an object, and returns the object. */
    public static ObjectNode write(Part part, ObjectNode json) {
        json.put("type", TypeName.of(part.type()));
        switch (part) {
            case Part.Text text -> json.set("value", bytes(text.value()));
            case Part.Members set -> writeAll(set.members(), json.putArray("elements"));
            case Part.Elements list -> writeAll(list.elements(), json.putArray("elements"));
            case Part.Ranking ranking -> {
                ArrayNode elements = json.putArray("elements");
                for (Ranked ranked : ranking.ranked()) {
                    elements.addArray().add(bytes(ranked.member())).add(score(ranked.score()));
                }
            }
            case Part.Fields hash -> {
                ArrayNode elements = json.putArray("elements");
                for (Part.Field field : hash.fields()) {
                    elements.addArray().add(bytes(field.name())).add(bytes(field.value()));
                }
            }
        }
        return json;
    }

    /** Reads what {@link #write} wrote; an {@link IllegalArgumentException} or a fault of Jackson says that it is not. */
    public static Part read(JsonNode json) {
        return switch (TypeName.type(required(json, "type").stringValue())) {
            case STRING -> new Part.Text(bytes(required(json, "value")));
            case SET -> new Part.Members(elements(json, PartJson::bytes));
            case LIST -> new Part.Elements(elements(json, PartJson::bytes));
            case RANK ->
                new Part.Ranking(elements(
                        json, pair -> new Ranked(bytes(required(pair, 0)), score(required(pair, 1)))));
            case HASH ->
                new Part.Fields(elements(
                        json, pair -> new Part.Field(bytes(required(pair, 0)), bytes(required(pair, 1)))));
        };
    }

    static JsonNode required(JsonNode json, String name) {
        JsonNode found = json.get(name);
        if (found == null) {
            throw new IllegalArgumentException("A property is missing");
        }
        return found;
    }

    static JsonNode required(JsonNode json, int index) {
        JsonNode found = json.get(index);
        if (found == null) {
            throw new IllegalArgumentException("An element is missing");
        }
        return found;
    }

    private static void writeAll(List<Bytes> all, ArrayNode elements) {
        for (Bytes bytes : all) {
            elements.add(bytes(bytes));
        }
    }

    private static <T> List<T> elements(JsonNode json, Function<JsonNode, T> element) {
        List<T> all = new ArrayList<>();
        for (JsonNode node : required(json, "elements")) {
            all.add(element.apply(node));
        }
        if (all.isEmpty()) {
            throw new IllegalArgumentException("A collection cannot be empty");
        }
        return all;
    }

    static JsonNode bytes(Bytes bytes) {
        String text = bytes.text();
        if (Bytes.of(text).equals(bytes)) {
            return LineJson.MAPPER.getNodeFactory().stringNode(text);
        }
        return LineJson.MAPPER
                .createObjectNode()
                .put("base64", Base64.getEncoder().encodeToString(bytes.toArray()));
    }

    static Bytes bytes(JsonNode json) {
        if (json.isString()) {
            return Bytes.of(json.stringValue());
        }
        return Bytes.wrap(Base64.getDecoder().decode(required(json, "base64").stringValue()));
    }

    /** JSON has no infinite numbers, and sorted sets do. */
    private static JsonNode score(double score) {
        if (Double.isInfinite(score)) {
            return LineJson.MAPPER.getNodeFactory().stringNode(score > 0 ? "inf" : "-inf");
        }
        return LineJson.MAPPER.getNodeFactory().numberNode(score);
    }

    private static double score(JsonNode json) {
        if (json.isNumber()) {
            return json.doubleValue();
        }
        return switch (json.stringValue()) {
            case "inf" -> Double.POSITIVE_INFINITY;
            case "-inf" -> Double.NEGATIVE_INFINITY;
            default -> throw new IllegalArgumentException("There is no such score");
        };
    }
}
