package dev.yorozu.server.openapi;

import dev.yorozu.server.config.Version;
import dev.yorozu.server.http.Route;
import java.util.ArrayDeque;
import java.util.Collection;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The documents of a server: its declared routes, as far as they are described. What is described and not declared, because a system
 * is switched off or a setting takes a route away, is not in them. What is declared and not described is a fault, which a test finds.
 */
public final class OpenApi {
    /** The server's own routes, which are at the origin. */
    public static final String SERVER = "server";
    /** Those for operators. */
    public static final String ADMIN = "admin";

    private static final String AT_ORIGIN = "//";

    private final List<Mounted> apis;
    private final Set<String> declared;

    /** An interface, and where it is. */
    private record Mounted(Description description, String mount) {
        /** The whole path of an operation. */
        String path(String key) {
            return OpenApi.path(mount, key.substring(key.indexOf(' ') + 1));
        }
    }

    /** The whole path of one that is written as below the mount, or at the origin: then the mount is its end, or its inner {@code //}. */
    static String path(String mount, String path) {
        if (!path.startsWith(AT_ORIGIN)) {
            return mount + path;
        }
        int below = path.indexOf(AT_ORIGIN, AT_ORIGIN.length());
        return below < 0 ? path.substring(1) + mount : path.substring(1, below) + mount + path.substring(below + 1);
    }

    /**
     * The documents of what answers here.
     *
     * @param mounts of the interfaces, by their names, in the order of the documents
     */
    public OpenApi(Map<String, String> mounts, Collection<Route> routes) {
        this.apis = mounts.entrySet().stream()
                .map(each -> new Mounted(Description.of(each.getKey()), each.getValue()))
                .toList();
        this.declared = routes.stream()
                .map(route -> route.method() + " " + route.pattern())
                .collect(Collectors.toSet());
    }

    /** The names of all operations that are described, by their methods and the patterns of their whole paths. */
    public static Map<String, String> operationIds(Map<String, String> mounts) {
        Map<String, String> ids = new HashMap<>();
        new OpenApi(mounts, List.of())
                .apis.forEach(api -> api.description().operations().forEach(key -> {
                    String method = key.substring(0, key.indexOf(' '));
                    ids.put(method + " " + api.path(key), OperationDocument.id(api.description(), key));
                }));
        return ids;
    }

    /** The document of all. */
    public Map<String, Object> document() {
        return document("Yorozu", Description.shared().text(), apis);
    }

    /** The document of one interface, whose name must be among those of the mounts. */
    public Map<String, Object> document(String name) {
        Mounted api = apis.stream()
                .filter(each -> each.description().name().equals(name))
                .findFirst()
                .orElseThrow();
        return document(
                "Yorozu: " + api.description().title(), api.description().text(), List.of(api));
    }

    private Map<String, Object> document(String title, String text, List<Mounted> chosen) {
        Map<String, Object> paths = paths(chosen);
        Map<String, Object> info = Tree.of("title", title, "version", Version.text());
        info.put("description", text);
        info.put("license", Tree.of("name", "Apache License 2.0", "identifier", "Apache-2.0"));
        Map<String, Object> document = Tree.of("openapi", "3.1.1", "info", info);
        document.put("servers", List.of(Tree.of("url", "/", "description", "This server")));
        document.put("tags", tags(chosen, paths));
        document.put("paths", paths);
        document.put("components", Tree.of("schemas", schemas(paths), "securitySchemes", securitySchemes(paths)));
        return document;
    }

    private Map<String, Object> paths(List<Mounted> chosen) {
        Map<String, Object> paths = new TreeMap<>();
        for (Mounted api : chosen) {
            for (String key : api.description().operations()) {
                String method = key.substring(0, key.indexOf(' '));
                String path = api.path(key);
                if (declared.contains(method + " " + path) || declared.contains(Route.ANY_METHOD + " " + path)) {
                    Map<String, Object> methods = Tree.map(paths.get(path));
                    methods.put(
                            method.toLowerCase(Locale.ROOT), new OperationDocument(api.description(), key).whole(path));
                    paths.put(path, methods);
                }
            }
        }
        return paths;
    }

    private static Stream<Map<String, Object>> operations(Map<String, Object> paths) {
        return paths.values().stream()
                .flatMap(path -> Tree.map(path).values().stream().map(Tree::map));
    }

    private static List<Map<String, Object>> tags(List<Mounted> chosen, Map<String, Object> paths) {
        Set<Object> used = operations(paths)
                .flatMap(operation -> Tree.list(operation.get("tags")).stream())
                .collect(Collectors.toSet());
        return chosen.stream()
                .flatMap(api -> api.description().tags().entrySet().stream()
                        .map(tag -> Tree.of(
                                "name",
                                OperationDocument.tag(api.description(), tag.getKey()),
                                "description",
                                tag.getValue())))
                .filter(tag -> used.contains(tag.get("name")))
                .toList();
    }

    /** What the paths refer to, and what that refers to. */
    private static Map<String, Object> schemas(Map<String, Object> paths) {
        Map<String, Object> schemas = new TreeMap<>();
        Deque<String> wanted = new ArrayDeque<>(Notation.references(paths).toList());
        while (!wanted.isEmpty()) {
            String name = Notation.nameOf(wanted.pop());
            if (!schemas.containsKey(name)) {
                int dot = name.indexOf('.');
                Description api = Description.of(name.substring(0, dot));
                Map<String, Object> schema = new Notation(api, true).schema(api.schema(name.substring(dot + 1)));
                schemas.put(name, schema);
                wanted.addAll(Notation.references(schema).toList());
            }
        }
        return schemas;
    }

    private static Map<String, Object> securitySchemes(Map<String, Object> paths) {
        Map<String, Object> schemes = new TreeMap<>();
        operations(paths)
                .flatMap(operation -> Tree.list(operation.get("security")).stream())
                .flatMap(way -> Tree.map(way).keySet().stream())
                .forEach(name -> schemes.put(name, Description.shared().part("securitySchemes", name)));
        return schemes;
    }
}
