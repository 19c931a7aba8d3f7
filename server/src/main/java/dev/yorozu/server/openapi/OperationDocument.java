package dev.yorozu.server.openapi;

import dev.yorozu.server.http.Form;
import dev.yorozu.server.http.Route;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** Makes of what is said of an operation what OpenAPI says of it. */
final class OperationDocument {
    private static final String JSON = "application/json";
    private static final String SCHEMA = "schema";
    private static final String DESCRIPTION = "description";
    /** Answered by every operation, when the server is at fault or its store is out of reach. */
    private static final String EVERY = "every";

    private final Description api;
    private final String key;
    private final Map<String, Object> said;
    private final Map<String, Object> examples;
    private final Notation open;
    private final Notation closed;

    OperationDocument(Description api, String key) {
        this.api = api;
        this.key = key;
        this.said = api.operation(key);
        this.examples = api.examples(key);
        this.open = new Notation(api, false);
        this.closed = new Notation(api, true);
    }

    /** The name of an operation in a document of several interfaces. */
    static String id(Description api, String key) {
        return api.name() + "." + Tree.required(api.operation(key), "id");
    }

    Map<String, Object> whole(String path) {
        Map<String, Object> whole = Tree.of("operationId", id(api, key));
        whole.put("tags", List.of(tag(api, (String) Tree.required(said, "tag"))));
        whole.put("summary", Tree.required(said, "summary"));
        if (said.containsKey(DESCRIPTION)) {
            whole.put(DESCRIPTION, said.get(DESCRIPTION));
        }
        List<Object> parameters = parameters(path);
        if (!parameters.isEmpty()) {
            whole.put("parameters", parameters);
        }
        if (said.containsKey("body")) {
            whole.put("requestBody", body());
        }
        whole.put("responses", responses());
        whole.put("security", security());
        return whole;
    }

    /** The name of a tag in a document of several interfaces. */
    static String tag(Description api, String tag) {
        return api.title() + ": " + tag;
    }

    /** Each is one way in: a name, or several names that belong together. */
    private List<Map<String, Object>> security() {
        List<Map<String, Object>> ways = new ArrayList<>();
        for (Object way : said.containsKey("security") ? Tree.list(said.get("security")) : api.security()) {
            Map<String, Object> schemes = new LinkedHashMap<>();
            Tree.list(way).forEach(scheme -> schemes.put((String) scheme, List.of()));
            ways.add(schemes);
        }
        return ways;
    }

    private List<Object> parameters(String path) {
        List<Object> parameters = new ArrayList<>();
        for (String segment : Route.segments(path)) {
            if (Route.isParameter(segment)) {
                parameters.add(parameter(segment.substring(1, segment.length() - 1), "path"));
            }
        }
        Tree.list(said.get("parameters")).forEach(name -> parameters.add(parameter((String) name, "query")));
        return parameters;
    }

    private Map<String, Object> parameter(String name, String usualPlace) {
        Map<String, Object> written = sketch(api.part("parameters", name));
        Object place = written.getOrDefault("in", usualPlace);
        Map<String, Object> parameter = Tree.of("name", name, "in", place);
        parameter.put("required", place.equals("path") || Boolean.TRUE.equals(written.get("required")));
        parameter.put(DESCRIPTION, written.get(DESCRIPTION));
        parameter.put(SCHEMA, written.get(SCHEMA));
        Object example = Tree.map(examples.get((String) place)).get(name);
        if (example != null) {
            parameter.put(
                    "example", typed(example, Tree.map(written.get(SCHEMA)).get("type")));
        }
        return parameter;
    }

    /** What stood as a text in an address, as what it is. */
    private static Object typed(Object example, @Nullable Object type) {
        if ("integer".equals(type)) {
            return Long.parseLong((String) example);
        }
        return "boolean".equals(type) ? Boolean.valueOf((String) example) : example;
    }

    /** A text stands for a schema with its words. */
    private Map<String, Object> sketch(Object written) {
        Map<String, Object> sketch = written instanceof String text ? Tree.of(SCHEMA, text) : Tree.map(written);
        Map<String, Object> schema = open.schema(Tree.required(sketch, SCHEMA));
        Object words = schema.remove(DESCRIPTION);
        sketch.put(SCHEMA, schema);
        sketch.putIfAbsent(DESCRIPTION, words == null ? "" : words);
        return sketch;
    }

    /** A schema alone is that of JSON which must be sent. */
    private Map<String, Object> body() {
        Object written = Tree.required(said, "body");
        Map<String, Object> body = written instanceof Map && Tree.map(written).containsKey(SCHEMA)
                ? Tree.map(written)
                : Tree.of(SCHEMA, written);
        Map<String, Object> content = new LinkedHashMap<>();
        for (Object type : Tree.list(body.getOrDefault("type", JSON))) {
            content.put(
                    (String) type,
                    media(
                            open.schema(Tree.required(body, SCHEMA)),
                            isJson((String) type) || type.equals(Form.MEDIA_TYPE) ? examples.get("body") : null));
        }
        return Tree.of("required", !Boolean.TRUE.equals(body.get("optional")), "content", content);
    }

    private static Map<String, Object> media(Map<String, Object> schema, @Nullable Object example) {
        Map<String, Object> media = Tree.of(SCHEMA, schema);
        if (example != null) {
            media.put("example", example);
        }
        return media;
    }

    private Map<String, Object> responses() {
        Map<String, Object> statuses = new TreeMap<>();
        Tree.map(api.part("errors", EVERY)).forEach(statuses::put);
        if (parameters("/").stream()
                .anyMatch(each -> Tree.required(Tree.map(each), "in").equals("query"))) {
            statuses.putAll(Tree.map(api.part("errors", "query")));
        }
        for (Object group : Tree.list(said.get("errors"))) {
            statuses.putAll(Tree.map(api.part("errors", (String) group)));
        }
        statuses.putAll(Tree.map(said.get("responses")));
        Map<String, Object> responses = new LinkedHashMap<>();
        statuses.forEach((status, written) -> responses.put(status, response(status, written)));
        return responses;
    }

    private Map<String, Object> response(String status, Object written) {
        Map<String, Object> sketch = written instanceof String words ? Tree.of(DESCRIPTION, words) : Tree.map(written);
        if (Integer.parseInt(status) >= 400 && !sketch.containsKey(SCHEMA)) {
            Map<String, Object> form =
                    said.containsKey("errorForm") ? Tree.map(said.get("errorForm")) : api.errorForm();
            form.forEach(sketch::putIfAbsent);
        }
        Map<String, Object> response = Tree.of(DESCRIPTION, Tree.required(sketch, DESCRIPTION));
        Map<String, Object> headers = new LinkedHashMap<>();
        Tree.list(sketch.get("headers"))
                .forEach(name -> headers.put((String) name, sketch(api.part("headers", (String) name))));
        if (!headers.isEmpty()) {
            response.put("headers", headers);
        }
        if (sketch.containsKey(SCHEMA)) {
            Object example = Tree.map(examples.get("answers")).get(status);
            Map<String, Object> content = new LinkedHashMap<>();
            for (Object type : Tree.list(sketch.getOrDefault("type", JSON))) {
                content.put(
                        (String) type,
                        isJson((String) type)
                                ? media(closed.schema(Tree.required(sketch, SCHEMA)), example)
                                : media(Tree.of("type", "string"), null));
            }
            response.put("content", content);
        }
        return response;
    }

    /** All else is a text, and not shown: pages and pictures. */
    private static boolean isJson(String type) {
        return type.equals(JSON) || type.endsWith("+json");
    }

    @Override
    public String toString() {
        return api.name() + " " + key;
    }
}
