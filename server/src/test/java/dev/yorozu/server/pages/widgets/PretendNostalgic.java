package dev.yorozu.server.pages.widgets;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.function.Function;
import tools.jackson.core.type.TypeReference;
import tools.jackson.databind.json.JsonMapper;

/**
 * A server that answers what a test tells it to, also what ours never would: it shows what the widgets do with the words of
 * an earlier or a hostile one.
 */
final class PretendNostalgic implements AutoCloseable {
    private static final JsonMapper JSON = new JsonMapper();

    /** An answer: what is sent as JSON, under a status. */
    record Answer(int status, Object body) {
        static Answer of(Object data) {
            return new Answer(200, Map.of("success", true, "data", data));
        }

        static Answer refused(int status, String code, String error) {
            return new Answer(status, Map.of("success", false, "error", error, "code", code, "statusCode", status));
        }
    }

    /** A call as it came in, with the parameters of query and body together. */
    record Asked(String method, String action, Map<String, String> parameters) {}

    private final Map<String, Function<Map<String, String>, Answer>> answers = new ConcurrentHashMap<>();
    private final List<Asked> asked = new CopyOnWriteArrayList<>();
    private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();
    private final Map<String, byte[]> widgets = Widgets.scripts();
    private final HttpServer server;

    PretendNostalgic() {
        try {
            server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        server.setExecutor(threads);
        server.createContext("/api/", this::call);
        server.createContext("/components/", this::component);
        server.start();
    }

    /** The address of one of its scripts. */
    String script(String name) {
        return origin() + "/components/" + name + ".js";
    }

    String origin() {
        return "http://127.0.0.1:" + server.getAddress().getPort();
    }

    /** Tells what to answer to an action, like {@code bbs post}. */
    void answer(String action, Function<Map<String, String>, Answer> answer) {
        answers.put(action, answer);
    }

    /** All calls of an action since the last {@link #forget}. */
    List<Asked> asked(String action) {
        return asked.stream().filter(each -> each.action().equals(action)).toList();
    }

    void forget() {
        asked.clear();
        answers.clear();
    }

    private void call(HttpExchange exchange) throws IOException {
        try (exchange) {
            exchange.getResponseHeaders().set("Access-Control-Allow-Origin", "*");
            if (exchange.getRequestMethod().equals("OPTIONS")) {
                exchange.getResponseHeaders().set("Access-Control-Allow-Headers", "Content-Type, Authorization");
                exchange.sendResponseHeaders(204, -1);
                return;
            }
            Map<String, String> parameters = parameters(exchange);
            String service = exchange.getRequestURI().getPath().substring("/api/".length());
            String action = service + " " + parameters.remove("action");
            asked.add(new Asked(exchange.getRequestMethod(), action, parameters));
            Answer answer = answers.getOrDefault(
                            action, all -> Answer.refused(404, "NOT_FOUND", service + " not found"))
                    .apply(parameters);
            byte[] body = JSON.writeValueAsBytes(answer.body());
            exchange.getResponseHeaders().set("Content-Type", "application/json");
            exchange.sendResponseHeaders(answer.status(), body.length);
            exchange.getResponseBody().write(body);
        }
    }

    private static Map<String, String> parameters(HttpExchange exchange) throws IOException {
        Map<String, String> parameters = new TreeMap<>();
        String query = exchange.getRequestURI().getRawQuery();
        for (String pair : query.split("&", -1)) {
            int equals = pair.indexOf('=');
            parameters.put(
                    URLDecoder.decode(pair.substring(0, equals), StandardCharsets.UTF_8),
                    URLDecoder.decode(pair.substring(equals + 1), StandardCharsets.UTF_8));
        }
        byte[] body = exchange.getRequestBody().readAllBytes();
        if (body.length > 0) {
            JSON.readValue(body, new TypeReference<Map<String, Object>>() {})
                    .forEach((name, value) -> parameters.put(name, String.valueOf(value)));
        }
        return parameters;
    }

    private void component(HttpExchange exchange) throws IOException {
        try (exchange) {
            String file = exchange.getRequestURI().getPath().substring("/components/".length());
            byte[] script = Objects.requireNonNull(widgets.get(file.replace(".js", "")));
            exchange.getResponseHeaders().set("Content-Type", "text/javascript; charset=utf-8");
            exchange.getResponseHeaders().set("Access-Control-Allow-Origin", "*");
            exchange.sendResponseHeaders(200, script.length);
            exchange.getResponseBody().write(script);
        }
    }

    @Override
    public void close() {
        server.stop(0);
        threads.close();
    }
}
