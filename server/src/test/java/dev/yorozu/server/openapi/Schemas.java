package dev.yorozu.server.openapi;

import com.networknt.schema.Schema;
import com.networknt.schema.SchemaRegistry;
import com.networknt.schema.dialect.Dialect;
import com.networknt.schema.dialect.Dialects;
import com.networknt.schema.keyword.NonValidationKeyword;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentHashMap;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** The schemas of the document, as an independent validator reads them; each is compiled when it is first needed. */
final class Schemas {
    /** Where schemas that others refer to stand, beside the one that is compiled. */
    private static final String COMPONENTS = "components";

    private static final SchemaRegistry REGISTRY =
            SchemaRegistry.withDefaultDialect(Dialect.builder(Dialects.getDraft202012())
                    .keyword(new NonValidationKeyword(COMPONENTS))
                    .build());
    private static final Map<JsonNode, Schema> COMPILED = Collections.synchronizedMap(new IdentityHashMap<>());
    /** The properties, by the places of their schemas in the document, that an answer had. */
    private static final Set<String> SEEN = ConcurrentHashMap.newKeySet();

    private Schemas() {}

    static void forget() {
        SEEN.clear();
    }

    /** What is wrong with a value; notes the properties that it has. */
    static List<String> check(JsonNode schema, JsonNode value) {
        List<String> wrong = compiled(schema).validate(value).stream()
                .map(error -> error.getInstanceLocation() + " " + error.getMessage())
                .toList();
        if (wrong.isEmpty()) {
            note("", schema, value);
        }
        return wrong;
    }

    private static Schema compiled(JsonNode schema) {
        Schema known = COMPILED.get(schema);
        if (known == null) {
            ObjectNode whole = ((ObjectNode) schema).deepCopy();
            whole.set(COMPONENTS, Operation.DOCUMENT.get(COMPONENTS));
            known = REGISTRY.getSchema(whole);
            COMPILED.put(schema, known);
        }
        return known;
    }

    private static JsonNode target(JsonNode reference) {
        return Operation.DOCUMENT.at(reference.asString().substring(1));
    }

    /** Every way in which the schema can be met is followed, so that what one of them names counts as seen. */
    private static void note(String place, JsonNode schema, JsonNode value) {
        JsonNode reference = schema.get("$ref");
        if (reference != null) {
            note(reference.asString(), target(reference), value);
        }
        for (String kind : List.of("anyOf", "oneOf", "allOf")) {
            int number = 0;
            for (JsonNode each : schema.path(kind)) {
                if (kind.equals("allOf") || compiled(each).validate(value).isEmpty()) {
                    note(place + "/" + kind + "/" + number, each, value);
                }
                number++;
            }
        }
        value.forEach(element -> {
            if (value.isArray() && schema.has("items")) {
                note(place + "/items", schema.get("items"), element);
            }
        });
        value.properties().forEach(field -> {
            JsonNode property = schema.path("properties").get(field.getKey());
            if (property != null) {
                SEEN.add(place + "/properties/" + field.getKey());
                note(place + "/properties/" + field.getKey(), property, field.getValue());
            } else if (schema.path("additionalProperties").isObject()) {
                note(place + "/additionalProperties", schema.get("additionalProperties"), field.getValue());
            }
        });
    }

    /** The places of all properties below a schema, and of those that it refers to, which no answer had. */
    static Set<String> unseen(JsonNode schema) {
        Set<String> all = new TreeSet<>();
        collect("", schema, all, new TreeSet<>());
        all.removeIf(place -> !place.startsWith("#") || SEEN.contains(place));
        return all;
    }

    /** The names of all properties below a schema, however deep. */
    static Set<String> names(JsonNode schema) {
        Set<String> all = new TreeSet<>();
        collect("", schema, all, new TreeSet<>());
        Set<String> names = new TreeSet<>();
        all.forEach(place -> names.add(place.substring(place.lastIndexOf('/') + 1)));
        return names;
    }

    private static void collect(String place, JsonNode schema, Set<String> all, Set<String> followed) {
        JsonNode reference = schema.get("$ref");
        if (reference != null && followed.add(reference.asString())) {
            collect(reference.asString(), target(reference), all, followed);
        }
        for (String kind : List.of("anyOf", "oneOf", "allOf")) {
            int number = 0;
            for (JsonNode each : schema.path(kind)) {
                collect(place + "/" + kind + "/" + number++, each, all, followed);
            }
        }
        for (String kind : List.of("items", "additionalProperties")) {
            if (schema.path(kind).isObject()) {
                collect(place + "/" + kind, schema.get(kind), all, followed);
            }
        }
        schema.path("properties").properties().forEach(property -> {
            all.add(place + "/properties/" + property.getKey());
            collect(place + "/properties/" + property.getKey(), property.getValue(), all, followed);
        });
    }
}
