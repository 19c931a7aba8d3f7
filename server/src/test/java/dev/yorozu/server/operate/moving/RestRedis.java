package dev.yorozu.server.operate.moving;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.BufferedInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/** The REST interface of Upstash on loopback with a token that may only read, in front of a real Redis. */
public final class RestRedis implements AutoCloseable {
    public static final String READ_ONLY_TOKEN = "token-that-may-only-read";
    private static final Set<String> READING =
            Set.of("GET", "PING", "TYPE", "PTTL", "SCAN", "SMEMBERS", "LRANGE", "ZRANGE", "HGETALL", "INFO");
    private static final JsonMapper MAPPER = JsonMapper.shared();

    private final Socket redis;
    private final InputStream in;
    private final HttpServer server;

    private RestRedis(Socket redis, HttpServer server) throws IOException {
        this.redis = redis;
        this.in = new BufferedInputStream(redis.getInputStream());
        this.server = server;
    }

    public static RestRedis start(int port) {
        try {
            Socket redis = new Socket(InetAddress.getLoopbackAddress(), port);
            HttpServer server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
            RestRedis rest = new RestRedis(redis, server);
            server.createContext("/", rest::handle);
            server.start();
            return rest;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    public String url() {
        return "http://127.0.0.1:" + server.getAddress().getPort();
    }

    @Override
    public void close() {
        server.stop(0);
        try {
            redis.close();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private void handle(HttpExchange exchange) throws IOException {
        JsonNode body = MAPPER.readTree(exchange.getRequestBody().readAllBytes());
        String token = String.valueOf(exchange.getRequestHeaders().getFirst("Authorization"));
        JsonNode answer;
        int status = 200;
        if (!token.equals("Bearer " + READ_ONLY_TOKEN)) {
            answer = MAPPER.createObjectNode().put("error", "WRONGPASS invalid or missing auth token");
            status = 401;
        } else if (exchange.getRequestURI().getPath().equals("/pipeline")) {
            ArrayNode answers = MAPPER.createArrayNode();
            for (JsonNode command : body) {
                answers.add(run(command));
            }
            answer = answers;
        } else {
            answer = run(body);
            status = answer.has("error") ? 400 : 200;
        }
        byte[] bytes = answer.toString().getBytes(StandardCharsets.UTF_8);
        exchange.getResponseHeaders().set("Content-Type", "application/json");
        exchange.sendResponseHeaders(status, bytes.length);
        exchange.getResponseBody().write(bytes);
        exchange.close();
    }

    private synchronized ObjectNode run(JsonNode command) throws IOException {
        String verb = command.get(0).asString();
        if (!READING.contains(verb)) {
            return MAPPER.createObjectNode().put("error", "NOPERM this user has no permissions to run this command");
        }
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        out.writeBytes(("*" + command.size() + "\r\n").getBytes(StandardCharsets.UTF_8));
        for (JsonNode part : command) {
            byte[] bytes = part.asString().getBytes(StandardCharsets.UTF_8);
            out.writeBytes(("$" + bytes.length + "\r\n").getBytes(StandardCharsets.UTF_8));
            out.writeBytes(bytes);
            out.writeBytes("\r\n".getBytes(StandardCharsets.UTF_8));
        }
        redis.getOutputStream().write(out.toByteArray());
        JsonNode reply = reply();
        ObjectNode answer = MAPPER.createObjectNode();
        if (reply == null) {
            return answer.put("error", "ERR of Redis");
        }
        answer.set("result", reply);
        return answer;
    }

    private @Nullable JsonNode reply() throws IOException {
        JsonNodeFactory nodes = JsonNodeFactory.instance;
        String line = line();
        String rest = line.substring(1);
        return switch (line.charAt(0)) {
            case ':' -> nodes.numberNode(Long.parseLong(rest));
            case '+' -> text(rest.getBytes(StandardCharsets.UTF_8));
            case '$' -> {
                if (rest.equals("-1")) {
                    yield nodes.nullNode();
                }
                byte[] bytes = in.readNBytes(Integer.parseInt(rest));
                in.skipNBytes(2);
                yield text(bytes);
            }
            case '*' -> {
                ArrayNode elements = nodes.arrayNode();
                for (int i = 0; i < Integer.parseInt(rest); i++) {
                    elements.add(reply());
                }
                yield elements;
            }
            default -> null;
        };
    }

    private static JsonNode text(byte[] bytes) {
        return JsonNodeFactory.instance.stringNode(Base64.getEncoder().encodeToString(bytes));
    }

    private String line() throws IOException {
        ByteArrayOutputStream line = new ByteArrayOutputStream();
        for (int next = in.read(); next != '\n'; next = in.read()) {
            line.write(next);
        }
        return line.toString(StandardCharsets.UTF_8).strip();
    }
}
