package dev.yorozu.server.openapi;

import dev.yorozu.server.http.Reply;
import dev.yorozu.server.http.ResponseDefaults;
import dev.yorozu.server.http.Route;
import java.nio.charset.StandardCharsets;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Stream;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** One operation of the documents, and what was seen of it. Safe for use by any number of threads. */
final class Operation {
    /** Every interface, each at a mount of its own, so that no two share a path. */
    static final JsonNode DOCUMENT;

    private static final Map<String, Operation> ALL = new LinkedHashMap<>();
    private static final Set<String> EVERY = Set.of("500", "503", "504");
    /** What the server looks at itself, whatever the route. */
    private static final Set<String> USUAL_HEADERS = Set.of(
            "accept",
            "accept-language",
            "authorization",
            "forwarded",
            "host",
            "if-none-match",
            "origin",
            "purpose",
            "referer",
            "sec-fetch-site",
            "sec-purpose",
            "user-agent",
            "x-forwarded-for",
            "x-forwarded-host",
            "x-forwarded-proto",
            "x-moz",
            "x-purpose");

    static {
        Map<String, String> mounts = new LinkedHashMap<>();
        DescribedInterfaces.NAMES.forEach(name -> mounts.put(name, "/" + name));
        OpenApi whole = new OpenApi(
                mounts,
                DescribedInterfaces.NAMES.stream()
                        .flatMap(name ->
                                Description.of(name).operations().stream().map(key -> route(key, "/" + name)))
                        .toList());
        DOCUMENT = JsonMapper.shared().valueToTree(whole.document());
        DescribedInterfaces.NAMES.forEach(name ->
                Description.of(name).operations().forEach(key -> ALL.put(name + " " + key, new Operation(name, key))));
    }

    private final String name;
    private final String original;
    private final JsonNode described;
    private final Set<String> query = new TreeSet<>();
    private final Set<String> headers = new TreeSet<>();
    private final Set<String> fields = new TreeSet<>();
    /** Statuses, and names that were looked for, which were seen. */
    private final Set<String> seen = ConcurrentHashMap.newKeySet();

    private Operation(String api, String key) {
        this.name = api + " " + key;
        this.original = api + " " + Description.of(api).original(key);
        Route route = route(key, "/" + api);
        this.described =
                DOCUMENT.get("paths").get(route.pattern()).get(route.method().toLowerCase(Locale.ROOT));
        for (JsonNode parameter : described.path("parameters")) {
            switch (parameter.get("in").asString()) {
                case "query" -> query.add(parameter.get("name").asString());
                case "header" -> headers.add(parameter.get("name").asString().toLowerCase(Locale.ROOT));
                default -> {}
            }
        }
        described
                .path("requestBody")
                .path("content")
                .forEach(media -> fields.addAll(Schemas.names(media.get("schema"))));
    }

    private static Route route(String key, String mount) {
        String path = key.substring(key.indexOf(' ') + 1);
        return new Route(
                key.substring(0, key.indexOf(' ')),
                OpenApi.path(mount, path),
                call -> Reply.empty(204),
                ResponseDefaults.STANDARD);
    }

    static List<Operation> all() {
        return List.copyOf(ALL.values());
    }

    /** The operation that a route of a server is; empty for one that is none of this interface. */
    static Optional<Operation> find(String api, String mount, String method, String pattern) {
        if (pattern.startsWith(mount)) {
            String below = pattern.substring(mount.length());
            Optional<Operation> found = Stream.concat(
                            Stream.of(below),
                            Description.of(api).prefixes().keySet().stream()
                                    .filter(below::startsWith)
                                    .map(prefix -> below.substring(prefix.length())))
                    .flatMap(path -> Optional.ofNullable(ALL.get(api + " " + method + " " + path)).stream())
                    .findFirst();
            if (found.isPresent()) {
                return found;
            }
        }
        String beginning = api + " " + method + " ";
        return ALL.entrySet().stream()
                .filter(each -> each.getKey().startsWith(beginning + "//"))
                .filter(each -> OpenApi.path(mount, each.getKey().substring(beginning.length()))
                        .equals(pattern))
                .map(Map.Entry::getValue)
                .findFirst();
    }

    String name() {
        return name;
    }

    JsonNode described() {
        return described;
    }

    Set<String> seen() {
        return seen;
    }

    /** What is wrong with looking for a name: it must be described. */
    Collection<String> reads(String where, String asked) {
        boolean known = switch (where) {
            case "query" -> query.contains(asked);
            case "header" ->
                headers.contains(asked.toLowerCase(Locale.ROOT))
                        || USUAL_HEADERS.contains(asked.toLowerCase(Locale.ROOT));
            default -> fields.contains(asked) || query.contains(asked);
        };
        seen.add("name " + (where.equals("header") ? asked.toLowerCase(Locale.ROOT) : asked));
        return known
                ? List.of()
                : List.of(name + ": looks for the " + where + " " + asked + ", which is not described");
    }

    /** A name was looked for, perhaps in the request. */
    void looked(String asked) {
        seen.add("name " + asked);
    }

    /** The names that are described and that the program was not seen to look for. */
    Set<String> unread() {
        Set<String> unread = new TreeSet<>(query);
        unread.addAll(headers);
        unread.addAll(fields);
        unread.removeIf(each -> isSeenAmongLike("name " + each));
        return unread;
    }

    /**
     * The statuses that were not seen: of those that the operation names itself, here; of those that it has in common with others,
     * at none of the interface. Those that every operation has, when the server is at fault, are not asked for.
     */
    Set<String> unseenStatuses() {
        String api = name.substring(0, name.indexOf(' '));
        Set<String> own = Tree.map(Description.of(api)
                        .operation(name.substring(api.length() + 1))
                        .get("responses"))
                .keySet();
        Set<String> unseen = new TreeSet<>();
        for (String status : described.get("responses").propertyNames()) {
            if (own.contains(status) && !isSeenAmongLike("status " + status)) {
                unseen.add(name + " never answers " + status);
            } else if (!own.contains(status) && !EVERY.contains(status) && !isSeenAnywhere(api, status)) {
                unseen.add(api + " in common " + status);
            }
        }
        return unseen;
    }

    /** Operations that are like one another are answered by the same code. */
    private boolean isSeenAmongLike(String what) {
        return ALL.values().stream().anyMatch(each -> each.original.equals(original) && each.seen.contains(what));
    }

    private static boolean isSeenAnywhere(String api, String status) {
        return ALL.values().stream()
                .anyMatch(each -> each.name.startsWith(api + " ") && each.seen.contains("status " + status));
    }

    /** What is wrong with an answer. */
    Collection<String> judge(Reply reply) {
        String status = Integer.toString(reply.status());
        JsonNode response = described.get("responses").get(status);
        if (response == null) {
            return List.of(name + ": answers " + status + ", which is not described: " + body(reply));
        }
        seen.add("status " + status);
        String type = type(reply);
        JsonNode content = response.path("content");
        if (content.isMissingNode() || type.isEmpty()) {
            return isEmpty(reply) == content.isMissingNode()
                    ? List.of()
                    : List.of(
                            name + ": the " + status + " has content where none is described, or the other way round: "
                                    + type + " " + body(reply));
        }
        JsonNode media = content.get(type);
        if (media == null) {
            return List.of(name + ": the " + status + " is of the type " + type + ", which is not described");
        }
        return isJson(type) && reply.body() instanceof Reply.Body.Whole whole
                ? json(status, media.get("schema"), whole.bytes())
                : List.of();
    }

    static boolean isJson(String type) {
        return type.equals("application/json") || type.endsWith("+json");
    }

    private Collection<String> json(String status, JsonNode schema, byte[] bytes) {
        try {
            JsonNode body = JsonMapper.shared().readTree(bytes);
            return Schemas.check(schema, body).stream()
                    .map(wrong -> name + ": the " + status + " has " + wrong + " in " + shortened(body.toString()))
                    .toList();
        } catch (JacksonException none) {
            return List.of(name + ": the " + status + " is no JSON");
        }
    }

    private static String type(Reply reply) {
        return reply.headers().stream()
                .filter(header -> header.headerName().lowerCase().equals("content-type"))
                .map(header -> header.get().split(";", 2)[0].strip())
                .findFirst()
                .orElse("");
    }

    private static boolean isEmpty(Reply reply) {
        return reply.body() instanceof Reply.Body.Whole whole && whole.bytes().length == 0;
    }

    private static String body(Reply reply) {
        return reply.body() instanceof Reply.Body.Whole whole
                ? shortened(new String(whole.bytes(), StandardCharsets.UTF_8))
                : "(streamed)";
    }

    private static String shortened(String text) {
        return text.length() <= 300 ? text : text.substring(0, 300) + "…";
    }

    @Override
    public String toString() {
        return name;
    }
}
