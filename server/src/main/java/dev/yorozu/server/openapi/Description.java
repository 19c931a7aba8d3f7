package dev.yorozu.server.openapi;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;

/**
 * What is said of one interface: the words, schemas and errors of the file {@code NAME.yaml}, and the examples of
 * {@code examples/NAME.json}.
 *
 * <p>Its operations are known by the method and the path below the mount, such as {@code GET /apps/{app}/links}. One that begins with
 * two slashes stands at the origin, and the mount follows it: so have it the standards for metadata.
 */
final class Description {
    private static final String SHARED = "shared";
    private static final Map<String, Description> READ = new ConcurrentHashMap<>();

    private final String name;
    private final Map<String, Object> said;
    private final Map<String, Object> operations;
    private final Map<String, Object> examples;

    private Description(String name) {
        this.name = name;
        this.said = Tree.read(name + ".yaml");
        this.operations = Tree.map(said.get("operations"));
        this.examples = name.equals(SHARED) ? Map.of() : Tree.read("examples/" + name + ".json");
    }

    static Description of(String name) {
        return READ.computeIfAbsent(name, Description::new);
    }

    /** What several interfaces have alike, and the security schemes. */
    static Description shared() {
        return of(SHARED);
    }

    String name() {
        return name;
    }

    String title() {
        return (String) said.getOrDefault("title", name);
    }

    String text() {
        return ((String) said.getOrDefault("description", "")).strip();
    }

    /** What its operations are about, and what there is to say of that. */
    Map<String, Object> tags() {
        return Tree.map(said.get("tags"));
    }

    /** The keys of its operations, in the order of the file. */
    List<String> operations() {
        return List.copyOf(operations.keySet());
    }

    /** Routes that are no part of the interface, each with the reason. */
    Map<String, Object> omitted() {
        return Tree.map(said.get("omitted"));
    }

    /** Paths below which all operations answer too, each with the reason; the document names them once. */
    Map<String, Object> prefixes() {
        return Tree.map(said.get("prefixes"));
    }

    /** The operation of this interface that this one is like, or itself. */
    String original(String key) {
        return Tree.map(operations.get(key)).get("like") instanceof String like && operations.containsKey(like)
                ? original(like)
                : key;
    }

    /** What is said of an operation; where it is like another or a shared one, all that it does not say otherwise is as there. */
    Map<String, Object> operation(String key) {
        Map<String, Object> own = Tree.map(operations.get(key));
        if (!(own.remove("like") instanceof String like)) {
            return own;
        }
        Map<String, Object> whole = operations.containsKey(like) ? operation(like) : shared().operation(like);
        own.forEach((part, value) -> whole.merge(
                part,
                value,
                (shared, given) ->
                        part.equals("responses") ? Notation.joined(Tree.map(shared), Tree.map(given)) : given));
        return whole;
    }

    /** The requests and answers of an operation that were recorded. */
    Map<String, Object> examples(String key) {
        return Tree.map(examples.get(key));
    }

    /** The schema of this name, as it is written. */
    Object schema(String schema) {
        return Tree.required(Tree.map(said.get("schemas")), schema);
    }

    /** One of the named parts of a kind, such as a header: one of its own, or a shared one. */
    Object part(String kind, String part) {
        return find(kind, part)
                .or(() -> shared().find(kind, part))
                .orElseThrow(() -> new IllegalArgumentException("Neither " + name + ".yaml nor shared.yaml has " + part
                        + " among its " + kind + ": write there what it is"));
    }

    private Optional<Object> find(String kind, String part) {
        return Optional.ofNullable(Tree.map(said.get(kind)).get(part));
    }

    /** How its errors look: {@code schema}, and {@code type} where it is not plain JSON. */
    Map<String, Object> errorForm() {
        return Tree.map(said.get("errorForm"));
    }

    /** Who may call an operation that does not say so itself. */
    List<?> security() {
        return Tree.list(said.get("security"));
    }
}
