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
        return switch (TypeName.type(json.required("type").stringValue())) {
            case STRING -> new Part.Text(bytes(json.required("value")));
            case SET -> new Part.Members(elements(json, PartJson::bytes));
            case LIST -> new Part.Elements(elements(json, PartJson::bytes));
            case RANK ->
                new Part.Ranking(elements(json, pair -> new Ranked(bytes(pair.required(0)), score(pair.required(1)))));
            case HASH ->
                new Part.Fields(
                        elements(json, pair -> new Part.Field(bytes(pair.required(0)), bytes(pair.required(1)))));
        };
    }

    private static void writeAll(List<Bytes> all, ArrayNode elements) {
        for (Bytes bytes : all) {
            elements.add(bytes(bytes));
        }
    }

    private static <T> List<T> elements(JsonNode json, Function<JsonNode, T> element) {
        List<T> all = new ArrayList<>();
        for (JsonNode node : json.required("elements")) {
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
        return Bytes.wrap(Base64.getDecoder().decode(json.required("base64").stringValue()));
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
