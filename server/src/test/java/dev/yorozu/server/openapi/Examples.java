package dev.yorozu.server.openapi;

import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.regex.Pattern;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.SerializationFeature;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/**
 * The examples of the documents, of requests that were sent and answers that came. Of each operation the first request that
 * succeeded counts, and for each status the first answer.
 */
public final class Examples {
    /** Longer ones say no more. */
    private static final int LONGEST = 4_000;

    private static final Pattern TOKEN = Pattern.compile("eyJ[\\w-]+\\.eyJ[\\w-]+\\.[\\w-]+");
    private static final Pattern NUMBERED = Pattern.compile("uuid-number-(\\d+)");
    /** Where a server is, or what a request keeps because it differs from run to run. */
    private static final Pattern MASKED = Pattern.compile("\\{\\{([\\w.-]+)}}");

    private static final Pattern UNKNOWN_NUMBER = Pattern.compile("(?<=\":)\\*(?=[,}])");
    private static final JsonMapper JSON =
            JsonMapper.builder().enable(SerializationFeature.INDENT_OUTPUT).build();

    private final Map<String, ObjectNode> interfaces = new LinkedHashMap<>();

    /**
     * What was sent and answered.
     *
     * @param path the values of what varies in the pattern, by its names
     */
    public record Exchange(
            String method,
            String pattern,
            Map<String, String> path,
            String query,
            String body,
            int status,
            String type,
            String answer) {}

    public Examples() {
        DescribedInterfaces.NAMES.forEach(name -> interfaces.put(name, JSON.createObjectNode()));
    }

    /** Signed tokens are not shown whole: they differ from run to run, and say nothing to people. */
    public static String withoutTokens(String text) {
        return TOKEN.matcher(text).replaceAll("eyJhbGciOi…");
    }

    /** Adds an exchange with a server that has the interfaces at these mounts. */
    public void add(Map<String, String> mounts, Exchange exchange) {
        mounts.entrySet().stream()
                .flatMap(mount ->
                        Operation.find(mount.getKey(), mount.getValue(), exchange.method(), exchange.pattern())
                                .stream())
                .findFirst()
                .ifPresent(operation -> add(operation, exchange));
    }

    private void add(Operation operation, Exchange exchange) {
        String[] name = operation.name().split(" ", 2);
        ObjectNode examples = Objects.requireNonNull(interfaces.get(name[0])).withObjectProperty(name[1]);
        if (exchange.status() < 400 && !examples.has("path")) {
            ObjectNode path = examples.putObject("path");
            exchange.path().forEach((parameter, value) -> path.put(parameter, shown(value)));
            examples.set("query", fields(exchange.query()));
            if (!exchange.body().isEmpty()) {
                examples.set("body", json(exchange.body()).orElseGet(() -> fields(exchange.body())));
            }
        }
        ObjectNode answers = examples.withObjectProperty("answers");
        if (!exchange.answer().isEmpty()
                && exchange.answer().length() <= LONGEST
                && Operation.isJson(exchange.type())
                && !answers.has(Integer.toString(exchange.status()))) {
            json(exchange.answer()).ifPresent(answer -> answers.set(Integer.toString(exchange.status()), answer));
        }
    }

    private static ObjectNode fields(String form) {
        ObjectNode fields = JSON.createObjectNode();
        for (String field : form.split("&")) {
            String[] pair = field.split("=", 2);
            if (pair.length == 2) {
                fields.put(pair[0], shown(URLDecoder.decode(pair[1], StandardCharsets.UTF_8)));
            }
        }
        return fields;
    }

    private static Optional<JsonNode> json(String text) {
        try {
            return Optional.of(JSON.readTree(shown(UNKNOWN_NUMBER.matcher(text).replaceAll("1"))));
        } catch (JacksonException none) {
            return Optional.empty();
        }
    }

    /** The text with something of the right form in place of what differs from run to run. */
    private static String shown(String text) {
        return NUMBERED.matcher(MASKED.matcher(text).replaceAll("$1.example"))
                .replaceAll(found -> "00000000-0000-0000-0000-%012d".formatted(Long.parseLong(found.group(1))));
    }

    /** The files of all interfaces, by their names. */
    public Map<String, String> files() {
        Map<String, String> files = new LinkedHashMap<>();
        interfaces.forEach((name, examples) ->
                files.put("examples/" + name + ".json", JSON.writeValueAsString(sorted(examples)) + "\n"));
        return files;
    }

    /** In the order of the descriptions. */
    private static ObjectNode sorted(ObjectNode examples) {
        ObjectNode sorted = JSON.createObjectNode();
        examples.propertyNames().stream().sorted().forEach(key -> sorted.set(key, examples.get(key)));
        return sorted;
    }
}
