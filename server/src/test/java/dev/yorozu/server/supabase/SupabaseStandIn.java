package dev.yorozu.server.supabase;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import dev.yorozu.secret.RandomTokens;
import dev.yorozu.server.supabase.StandInTable.Refusal;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.json.JsonMapper;

/**
 * A Supabase project on a loopback port, with tables in memory: as much of PostgREST and of the accounts' interface as
 * {@link SupabasePatrons} uses, and as strict. Each call is one transaction.
 */
public final class SupabaseStandIn implements AutoCloseable {
    /** How the project behaves. */
    public enum Mood {
        GOOD,
        /** Answers to nothing until it is closed. */
        SLOW,
        /** Status 503. */
        FAILING,
        /** A page where JSON is expected. */
        MALFORMED,
        /** JSON of another shape than asked for. */
        MISSHAPEN,
        /** More than anybody reads. */
        LARGE,
        /** Does what it was asked, and breaks off before it says so. */
        LOST
    }

    private static final JsonMapper MAPPER = JsonMapper.shared();
    private static final DateTimeFormatter MOMENT =
            DateTimeFormatter.ofPattern("yyyy-MM-dd'T'HH:mm:ss.SSSSSSxxx").withZone(ZoneOffset.UTC);

    private final String serviceKey = "service-" + RandomTokens.secure().hex(16);
    private final Map<String, String> accounts = new ConcurrentHashMap<>();
    private final StandInSchema schema = new StandInSchema();
    private final ReentrantLock transaction = new ReentrantLock();
    private final CountDownLatch end = new CountDownLatch(1);
    private final AtomicInteger calls = new AtomicInteger();
    private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();
    private final HttpServer server;
    private volatile Mood mood = Mood.GOOD;

    private SupabaseStandIn() throws IOException {
        server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.setExecutor(threads);
        server.createContext("/", this::handle);
        server.start();
    }

    public static SupabaseStandIn start() {
        try {
            return new SupabaseStandIn();
        } catch (IOException e) {
            throw new UncheckedIOException("Cannot start the stand-in for Supabase", e);
        }
    }

    public URI url() {
        return URI.create("http://127.0.0.1:" + server.getAddress().getPort());
    }

    public String serviceKey() {
        return serviceKey;
    }

    /** A token of somebody who holds this account. */
    public String token(String account) {
        String token = "e30." + RandomTokens.secure().hex(16) + ".c2ln";
        accounts.put(token, account);
        return token;
    }

    public void mood(Mood next) {
        mood = next;
    }

    /** How many calls came so far. */
    public int calls() {
        return calls.get();
    }

    /** Puts a row into a table; instants, numbers and texts are taken as they are. */
    public void seed(String table, Map<String, Object> row) {
        locked(() -> schema.table(table).insert(row, Optional.empty()));
    }

    /** The rows that have a text in a column, with their values as texts. */
    public List<Map<String, String>> rows(String table, String column, String value) {
        return locked(() ->
                schema
                        .table(table)
                        .select(row -> row.containsKey(column)
                                && row.get(column).toString().equals(value))
                        .stream()
                        .map(row -> {
                            Map<String, String> texts = new LinkedHashMap<>();
                            row.forEach((name, each) -> texts.put(name, each.toString()));
                            return texts;
                        })
                        .toList());
    }

    @Override
    public void close() {
        end.countDown();
        server.stop(0);
        threads.close();
    }

    private <T> T locked(Supplier<T> work) {
        transaction.lock();
        try {
            return work.get();
        } finally {
            transaction.unlock();
        }
    }

    private void handle(HttpExchange exchange) throws IOException {
        calls.incrementAndGet();
        byte[] body = exchange.getRequestBody().readAllBytes();
        switch (mood) {
            case GOOD -> answer(exchange, body);
            case FAILING -> reply(exchange, 503, "{\"message\":\"" + serviceKey + " is down\"}");
            case MALFORMED -> reply(exchange, 200, "<html>" + serviceKey + "</html>");
            case MISSHAPEN -> reply(exchange, 200, "[{\"id\":7,\"tokens_used\":\"many\",\"event_number\":1.5}]");
            case LARGE -> reply(exchange, 200, "[\"" + "x".repeat(300_000) + "\"]");
            case SLOW -> awaitEnd();
            case LOST -> locked(() -> result(exchange, body));
        }
        exchange.close();
    }

    private void awaitEnd() {
        try {
            end.await();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private void answer(HttpExchange exchange, byte[] body) throws IOException {
        try {
            Object result = locked(() -> result(exchange, body));
            int status = exchange.getRequestMethod().equals("POST") ? 201 : 200;
            reply(exchange, result instanceof Boolean ? 200 : status, MAPPER.writeValueAsString(result));
        } catch (Refusal refusal) {
            reply(
                    exchange,
                    refusal.status,
                    MAPPER.writeValueAsString(Map.of("code", refusal.code, "message", "refused", "details", "values")));
        }
    }

    private static void reply(HttpExchange exchange, int status, String text) throws IOException {
        byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
        exchange.getResponseHeaders().set("Content-Type", "application/json; charset=utf-8");
        exchange.sendResponseHeaders(status, bytes.length);
        exchange.getResponseBody().write(bytes);
    }

    private Object result(HttpExchange exchange, byte[] body) {
        if (!serviceKey.equals(exchange.getRequestHeaders().getFirst("apikey"))) {
            throw new Refusal(401, "Invalid API key");
        }
        String bearer = Optional.ofNullable(exchange.getRequestHeaders().getFirst("Authorization"))
                .orElse("")
                .replaceFirst("^Bearer ", "");
        String path = exchange.getRequestURI().getPath();
        if (path.equals("/auth/v1/user")) {
            String account = Optional.ofNullable(accounts.get(bearer)).orElseThrow(() -> new Refusal(403, "bad_jwt"));
            return Map.of("id", account, "aud", "authenticated", "role", "authenticated");
        }
        if (!path.startsWith("/rest/v1/")) {
            throw new Refusal(404, "no such path");
        }
        if (!bearer.equals(serviceKey)) {
            throw new Refusal(401, "PGRST301");
        }
        return rest(exchange, path.substring("/rest/v1/".length()), body);
    }

    private Object rest(HttpExchange exchange, String path, byte[] body) {
        String method = exchange.getRequestMethod();
        if (path.equals("rpc/record_token_usage") && method.equals("POST")) {
            return schema.recordTokenUsage(row(exchange, body));
        }
        StandInTable table = schema.table(path);
        StandInQuery query = new StandInQuery(table, exchange.getRequestURI().getRawQuery());
        List<String> preferred =
                List.of(Optional.ofNullable(exchange.getRequestHeaders().getFirst("Prefer"))
                        .orElse("")
                        .split(","));
        List<Map<String, Object>> rows = switch (method) {
            case "GET" -> query.select();
            case "POST" ->
                query.shown(table
                        .insert(
                                row(exchange, body),
                                query.conflict().filter(each -> preferred.contains("resolution=ignore-duplicates")))
                        .stream()
                        .toList());
            case "PATCH" -> query.shown(table.update(query.filter(), row(exchange, body)));
            default -> throw new Refusal(405, method);
        };
        boolean shown = method.equals("GET") || preferred.contains("return=representation");
        return shown ? texts(rows) : "";
    }

    @SuppressWarnings("unchecked") // An object of JSON is read as a map with texts for keys.
    private static Map<String, Object> row(HttpExchange exchange, byte[] body) {
        if (!"application/json".equals(exchange.getRequestHeaders().getFirst("Content-Type"))) {
            throw new Refusal(415, "PGRST102");
        }
        return MAPPER.readValue(body, LinkedHashMap.class);
    }

    private static List<Map<String, Object>> texts(List<Map<String, Object>> rows) {
        return rows.stream()
                .map(row -> {
                    Map<String, Object> texts = new LinkedHashMap<>();
                    row.forEach((name, value) -> texts.put(name, text(value)));
                    return texts;
                })
                .toList();
    }

    private static @Nullable Object text(@Nullable Object value) {
        if (value instanceof Instant moment) {
            return MOMENT.format(moment);
        }
        return value instanceof Long || value == null ? value : value.toString();
    }
}
