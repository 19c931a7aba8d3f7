package dev.yorozu.server.openapi;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * The short way in which our files write schemas, and the schemas that it stands for.
 *
 * <p>A text is a type, and perhaps what it means: {@code integer(0..5) - How often it was tried}. Types are those of JSON Schema, its
 * formats of texts, {@code enum(a,b)}, {@code map(TYPE)}, {@code TYPE[]}, {@code TYPE|null}, and the names of other schemas, which
 * begin with a capital. An object has {@code properties}; those whose names end in a question mark may be missing, and what is not
 * named is not there. What it {@code extends} gives it its properties too. All else is JSON Schema as it stands.
 *
 * @param api whose schemas are meant where no other is named
 * @param closed whether objects have no other properties than those that are named
 */
record Notation(Description api, boolean closed) {
    private static final String SCHEMAS = "#/components/schemas/";
    private static final Pattern WORDS = Pattern.compile("(\\S+)(?: - (.+))?", Pattern.DOTALL);
    private static final Pattern BOUNDED = Pattern.compile("(string|integer|number)\\((-?\\d+)?\\.\\.(-?\\d+)?\\)");
    private static final List<String> TYPES = List.of("string", "integer", "number", "boolean", "object", "null");

    /** Where the schema of a name stands: one of the interface, or one of those that are shared, such as {@code shared.Error}. */
    private String reference(String name) {
        return SCHEMAS + (name.contains(".") ? name : api.name() + "." + name);
    }

    /** The name of the schema, with that of its interface, that stands there. */
    static String nameOf(String reference) {
        return reference.substring(SCHEMAS.length());
    }

    /** The schema that was written. */
    Map<String, Object> schema(Object written) {
        return written instanceof String text ? ofText(text) : ofMap(Tree.map(written));
    }

    private Map<String, Object> ofText(String text) {
        Matcher words = WORDS.matcher(text);
        if (!words.matches()) {
            throw new IllegalArgumentException("This is no schema: " + text);
        }
        Map<String, Object> schema = ofType(words.group(1));
        if (words.group(2) != null) {
            schema.put("description", words.group(2));
        }
        return schema;
    }

    private Map<String, Object> ofType(String type) {
        if (type.endsWith("|null")) {
            return nullable(ofType(type.substring(0, type.length() - 5)));
        }
        if (type.endsWith("[]")) {
            return Tree.of("type", "array", "items", ofType(type.substring(0, type.length() - 2)));
        }
        if (type.startsWith("map(")) {
            return Tree.of("type", "object", "additionalProperties", ofType(type.substring(4, type.length() - 1)));
        }
        if (type.startsWith("enum(")) {
            return Tree.of(
                    "type",
                    "string",
                    "enum",
                    List.of(type.substring(5, type.length() - 1).split(",")));
        }
        Matcher bounded = BOUNDED.matcher(type);
        if (bounded.matches()) {
            return bounded(bounded);
        }
        if (type.equals("any")) {
            return new LinkedHashMap<>();
        }
        if (Character.isUpperCase(type.charAt(type.indexOf('.') + 1))) {
            return Tree.of("$ref", reference(type));
        }
        return TYPES.contains(type) ? Tree.of("type", type) : Tree.of("type", "string", "format", type);
    }

    private static Map<String, Object> bounded(Matcher bounded) {
        boolean text = bounded.group(1).equals("string");
        Map<String, Object> schema = Tree.of("type", bounded.group(1));
        if (bounded.group(2) != null) {
            schema.put(text ? "minLength" : "minimum", Long.parseLong(bounded.group(2)));
        }
        if (bounded.group(3) != null) {
            schema.put(text ? "maxLength" : "maximum", Long.parseLong(bounded.group(3)));
        }
        return schema;
    }

    private static Map<String, Object> nullable(Map<String, Object> schema) {
        if (!(schema.get("type") instanceof String type)) {
            return Tree.of("anyOf", List.of(schema, Map.of("type", "null")));
        }
        schema.put("type", List.of(type, "null"));
        if (schema.get("enum") instanceof List<?> values) {
            List<Object> all = new ArrayList<>(values);
            all.add(null);
            schema.put("enum", all);
        }
        return schema;
    }

    private Map<String, Object> ofMap(Map<String, Object> given) {
        Map<String, Object> written = extended(given);
        Map<String, Object> schema = new LinkedHashMap<>();
        if (written.containsKey("properties")) {
            schema.put("type", "object");
        }
        written.forEach((name, value) -> {
            switch (name) {
                case "properties" -> schema.putAll(properties(Tree.map(value)));
                case "anyOf", "oneOf", "allOf" ->
                    schema.put(name, Tree.list(value).stream().map(this::schema).toList());
                case "items" -> schema.put(name, schema(value));
                case "additionalProperties" -> schema.put(name, value instanceof Boolean ? value : schema(value));
                default -> schema.put(name, value);
            }
        });
        if (closed && written.containsKey("properties")) {
            schema.putIfAbsent("additionalProperties", false);
        }
        return schema;
    }

    private Map<String, Object> extended(Map<String, Object> written) {
        if (!(written.remove("extends") instanceof String other)) {
            return written;
        }
        Map<String, Object> inherited = extended(Tree.map(api.schema(other)));
        written.put("properties", joined(Tree.map(inherited.get("properties")), Tree.map(written.get("properties"))));
        return written;
    }

    private Map<String, Object> properties(Map<String, Object> written) {
        Map<String, Object> properties = new LinkedHashMap<>();
        written.forEach((name, value) -> properties.put(bare(name), schema(value)));
        List<String> required =
                written.keySet().stream().filter(name -> !isOptional(name)).toList();
        return required.isEmpty()
                ? Tree.of("properties", properties)
                : Tree.of("properties", properties, "required", required);
    }

    private static boolean isOptional(String name) {
        return name.endsWith("?");
    }

    /** The name of a property without the mark that it may be missing. */
    static String bare(String name) {
        return isOptional(name) ? name.substring(0, name.length() - 1) : name;
    }

    /** The properties of two objects together; of one that both name, the second says what it is. */
    static Map<String, Object> joined(Map<String, Object> first, Map<String, Object> second) {
        Map<String, Object> joined = new LinkedHashMap<>();
        List<String> own = second.keySet().stream().map(Notation::bare).toList();
        first.forEach((name, value) -> {
            if (!own.contains(bare(name))) {
                joined.put(name, value);
            }
        });
        joined.putAll(second);
        return joined;
    }

    /** The names of all schemas that a schema, or anything that holds some, refers to. */
    static Stream<String> references(Object tree) {
        return switch (tree) {
            case Map<?, ?> map when map.get("$ref") instanceof String reference -> Stream.of(reference);
            case Map<?, ?> map -> map.values().stream().flatMap(Notation::references);
            case List<?> list -> list.stream().flatMap(Notation::references);
            case null, default -> Stream.of();
        };
    }
}
