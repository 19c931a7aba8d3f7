package dev.yorozu.server.systems.patreon;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import dev.yorozu.server.written.Written;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Stands in for Patreon on a port of this machine: grants what it is asked for, in the shape of Patreon's own answers, until
 * a test tells it otherwise. A code names the person who comes back with it.
 */
public final class PatreonStandIn implements AutoCloseable {
    public static final String CLIENT_ID = "the-client-id-of-the-test";
    public static final String CLIENT_SECRET = "the-client-secret-of-the-test";
    public static final String CAMPAIGN = "7001";

    /** How an endpoint behaves. */
    public enum Mood {
        GOOD,
        /** Answers to nothing until it is closed. */
        SLOW,
        /** Status 503. */
        FAILING,
        /** Status 401, as for a token or a code that does not count. */
        REFUSING,
        /** A page where JSON is expected. */
        MALFORMED
    }

    private final HttpServer server;
    private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();
    private final CountDownLatch end = new CountDownLatch(1);
    private final Map<String, Pledge> pledges = new ConcurrentHashMap<>();
    private final Set<String> withdrawn = ConcurrentHashMap.newKeySet();
    private final AtomicInteger grants = new AtomicInteger();
    private final AtomicInteger tokenCalls = new AtomicInteger();
    private final AtomicInteger identityCalls = new AtomicInteger();
    private final List<Map<String, String>> forms = new CopyOnWriteArrayList<>();
    private final List<String> issued = new CopyOnWriteArrayList<>();
    private volatile Mood tokens = Mood.GOOD;
    private volatile Mood identities = Mood.GOOD;
    private volatile long expiresIn = 2_678_400;
    private volatile Runnable beforeIdentity = () -> {};

    public PatreonStandIn() {
        try {
            server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        server.setExecutor(threads);
        server.createContext("/api/oauth2/token", this::token);
        server.createContext("/api/oauth2/v2/identity", this::identity);
        server.start();
    }

    public String url() {
        return "http://127.0.0.1:" + server.getAddress().getPort();
    }

    /** What somebody gives to the campaign of the test; everybody gives nothing at first. */
    public void pledge(String user, Pledge pledge) {
        pledges.put(user, pledge);
    }

    Pledge pledge(String user) {
        return pledges.getOrDefault(user, Pledge.NONE);
    }

    public void tokens(Mood mood) {
        tokens = mood;
    }

    public void identities(Mood mood) {
        identities = mood;
    }

    public void expiresIn(long seconds) {
        expiresIn = seconds;
    }

    /** Takes a token back: from now on it does not count. */
    void withdraw(String token) {
        withdrawn.add(token);
    }

    /** Does something each time after an identity was looked up, and before it is told. */
    void beforeIdentityIsTold(Runnable action) {
        beforeIdentity = action;
    }

    public int tokenCalls() {
        return tokenCalls.get();
    }

    int identityCalls() {
        return identityCalls.get();
    }

    public List<Map<String, String>> forms() {
        return forms;
    }

    /** Every token that was granted. */
    public List<String> issued() {
        return issued;
    }

    private void token(HttpExchange exchange) throws IOException {
        tokenCalls.incrementAndGet();
        Map<String, String> form = form(new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8));
        forms.add(form);
        if (!inMood(exchange, tokens)) {
            return;
        }
        String spent = form.getOrDefault("code", form.getOrDefault("refresh_token", ""));
        if (!spent.contains("~") || withdrawn.contains(spent)) {
            answer(exchange, 401, "{\"error\":\"invalid_grant\"}");
        } else {
            answer(exchange, 200, grant(spent.replaceAll(".*~", "")));
        }
    }

    private String grant(String user) {
        int number = grants.incrementAndGet();
        String access = "patreon-access-" + number + "-of-the-test~" + user;
        String refresh = "patreon-refresh-" + number + "-of-the-test~" + user;
        issued.addAll(List.of(access, refresh));
        Written.secret(access);
        Written.secret(refresh);
        return """
                {"access_token": "%s", "refresh_token": "%s", "expires_in": %d, \
                "scope": "identity identity[email] identity.memberships", "token_type": "Bearer", "version": "0.0.1"}""".formatted(access, refresh, expiresIn);
    }

    private void identity(HttpExchange exchange) throws IOException {
        identityCalls.incrementAndGet();
        if (!inMood(exchange, identities)) {
            return;
        }
        String bearer = exchange.getRequestHeaders().getFirst("Authorization").substring("Bearer ".length());
        if (!issued.contains(bearer) || withdrawn.contains(bearer)) {
            answer(exchange, 401, "{\"errors\":[{\"code\":1,\"status\":\"401\",\"title\":\"Unauthorized\"}]}");
            return;
        }
        String user = bearer.replaceAll(".*~", "");
        String told = pledge(user).identity(user);
        beforeIdentity.run();
        answer(exchange, 200, told);
    }

    /** Whether the usual answer is to be given; any other is given here. */
    private boolean inMood(HttpExchange exchange, Mood mood) throws IOException {
        switch (mood) {
            case GOOD -> {
                return true;
            }
            case SLOW -> await();
            case FAILING -> answer(exchange, 503, "{\"errors\":[]}");
            case REFUSING -> answer(exchange, 401, "{\"error\":\"invalid_grant\"}");
            case MALFORMED -> answer(exchange, 200, "<html>");
        }
        return false;
    }

    private void await() {
        try {
            end.await();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private static void answer(HttpExchange exchange, int status, String text) throws IOException {
        byte[] body = text.getBytes(StandardCharsets.UTF_8);
        exchange.getResponseHeaders().set("Content-Type", "application/json");
        exchange.sendResponseHeaders(status, body.length);
        try (exchange) {
            exchange.getResponseBody().write(body);
        }
    }

    private static Map<String, String> form(String text) {
        Map<String, String> form = new HashMap<>();
        for (String pair : text.split("&", -1)) {
            String[] parts = pair.split("=", 2);
            form.put(
                    URLDecoder.decode(parts[0], StandardCharsets.UTF_8),
                    parts.length < 2 ? "" : URLDecoder.decode(parts[1], StandardCharsets.UTF_8));
        }
        return form;
    }

    @Override
    public void close() {
        end.countDown();
        server.stop(0);
        threads.shutdownNow();
    }
}
