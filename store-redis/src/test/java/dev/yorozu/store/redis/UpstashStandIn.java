package dev.yorozu.store.redis;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import dev.yorozu.store.Bytes;
import io.lettuce.core.protocol.CommandType;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JsonGenerator;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;
import tools.jackson.core.ObjectReadContext;
import tools.jackson.core.ObjectWriteContext;
import tools.jackson.core.json.JsonFactory;

/** Speaks the REST interface of Upstash on loopback, and passes all commands on to a real Redis. */
final class UpstashStandIn implements AutoCloseable {
    static final String TOKEN = "token-that-may-write";
    static final String READ_ONLY_TOKEN = "token-that-may-read";

    private static final JsonFactory JSON = new JsonFactory();
    private static final Duration TIMEOUT = Duration.ofSeconds(10);
    private static final Set<String> READING = Set.of("GET", "PING", "TYPE", "PTTL", "SCAN");

    private final LettuceSingle redis;
    private final HttpServer server;
    private final ExecutorService executor = Executors.newVirtualThreadPerTaskExecutor();
    private final AtomicInteger requests = new AtomicInteger();
    private volatile Behaviour behaviour = Behaviour.ANSWER;

    /** What becomes of the next requests. */
    enum Behaviour {
        ANSWER,
        /** The command is run, but the connection ends before the answer. */
        LOSE_ANSWER,
        FAIL_INSIDE,
        TOO_MANY
    }

    private UpstashStandIn(LettuceSingle redis, HttpServer server) {
        this.redis = redis;
        this.server = server;
    }

    static UpstashStandIn start(int redisPort) {
        try {
            RedisUrl.Address address = new RedisUrl.Address("127.0.0.1", redisPort);
            LettuceSingle redis =
                    LettuceSingle.connect(Lettuce.uri(address, false, new RedisUrl.Login("", ""), 0, TIMEOUT), TIMEOUT);
            HttpServer server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
            UpstashStandIn standIn = new UpstashStandIn(redis, server);
            server.createContext("/", standIn::handle);
            server.setExecutor(standIn.executor);
            server.start();
            return standIn;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    RedisSettings settings() {
        return RedisSettings.of(
                        "upstash:http://127.0.0.1:" + server.getAddress().getPort())
                .withToken(TOKEN);
    }

    int requests() {
        return requests.get();
    }

    void behave(Behaviour next) {
        behaviour = next;
    }

    @Override
    public void close() {
        server.stop(0);
        executor.shutdownNow();
        redis.close();
    }

    private void handle(HttpExchange exchange) throws IOException {
        requests.incrementAndGet();
        byte[] body = exchange.getRequestBody().readAllBytes();
        String token = String.valueOf(exchange.getRequestHeaders().getFirst("Authorization"));
        boolean readOnly = token.equals("Bearer " + READ_ONLY_TOKEN);
        if (!readOnly && !token.equals("Bearer " + TOKEN)) {
            respond(exchange, 401, "{\"error\":\"WRONGPASS invalid or missing auth token\"}".getBytes());
            return;
        }
        switch (behaviour) {
            case FAIL_INSIDE -> respond(exchange, 502, "<html>Bad gateway</html>".getBytes());
            case TOO_MANY -> respond(exchange, 429, "{\"error\":\"too many\"}".getBytes());
            case LOSE_ANSWER -> {
                answer(exchange, body, readOnly);
                exchange.close();
            }
            case ANSWER -> {
                Answer answer = answer(exchange, body, readOnly);
                respond(exchange, answer.status(), answer.body());
            }
        }
    }

    private record Answer(int status, byte[] body) {}

    private Answer answer(HttpExchange exchange, byte[] body, boolean readOnly) {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        boolean failed = false;
        try (JsonParser in = JSON.createParser(ObjectReadContext.empty(), body);
                JsonGenerator json = JSON.createGenerator(ObjectWriteContext.empty(), out)) {
            in.nextToken();
            if (exchange.getRequestURI().getPath().equals("/pipeline")) {
                json.writeStartArray();
                while (in.nextToken() == JsonToken.START_ARRAY) {
                    run(command(in), readOnly, json);
                }
                json.writeEndArray();
            } else {
                failed = !run(command(in), readOnly, json);
            }
        }
        return new Answer(failed ? 400 : 200, out.toByteArray());
    }

    private static List<String> command(JsonParser in) {
        List<String> parts = new ArrayList<>();
        while (in.nextToken() != JsonToken.END_ARRAY) {
            parts.add(in.getString());
        }
        return parts;
    }

    /** Returns whether Redis gave a result. */
    private boolean run(List<String> parts, boolean readOnly, JsonGenerator json) {
        json.writeStartObject();
        try {
            String verb = parts.getFirst();
            if (readOnly && !READING.contains(verb)) {
                throw new Failure.Refused("NOPERM this user has no permissions to run the '" + verb + "' command");
            }
            List<Bytes> arguments = parts.stream().skip(1).map(Bytes::of).toList();
            Object result = redis.send(new Command(CommandType.valueOf(verb), -1, arguments))
                    .reply(System.nanoTime() + TIMEOUT.toNanos());
            json.writeName("result");
            write(result, json);
            json.writeEndObject();
            return true;
        } catch (Failure failure) {
            json.writeStringProperty("error", String.valueOf(failure.getMessage()));
            json.writeEndObject();
            return false;
        }
    }

    private static void write(@Nullable Object result, JsonGenerator json) {
        if (result == null) {
            json.writeNull();
        } else if (result instanceof Long number) {
            json.writeNumber(number);
        } else if (result instanceof Bytes bytes) {
            boolean acknowledgement = bytes.equals(Bytes.of("OK"));
            json.writeString(acknowledgement ? "OK" : Base64.getEncoder().encodeToString(bytes.toArray()));
        } else {
            json.writeStartArray();
            for (Object element : Replies.list(result)) {
                write(element, json);
            }
            json.writeEndArray();
        }
    }

    private static void respond(HttpExchange exchange, int status, byte[] body) throws IOException {
        exchange.getResponseHeaders().set("Content-Type", "application/json");
        exchange.sendResponseHeaders(status, body.length);
        exchange.getResponseBody().write(body);
        exchange.close();
    }
}
