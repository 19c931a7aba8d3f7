package dev.yorozu.server.systems.discord;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Stands in for Discord on a port of this machine: grants what it is asked for, in the shape of Discord's own answers,
 * until a test tells it otherwise. A code names the person who comes back with it.
 */
public final class DiscordStandIn implements AutoCloseable {
    static final String CLIENT_ID = "1000000000000000001";
    static final String CLIENT_SECRET = "the-client-secret-of-the-test";

    /** An answer of the stand-in. */
    record Answer(int status, String body) {
        static Answer of(int status, String body) {
            return new Answer(status, body);
        }
    }

    private final HttpServer server;
    private final AtomicInteger grants = new AtomicInteger();
    private final List<Map<String, String>> tokenForms = new CopyOnWriteArrayList<>();
    private final List<String> issued = new CopyOnWriteArrayList<>();
    private final List<String> parents = new CopyOnWriteArrayList<>();
    private volatile long expiresIn = 604_800;
    private volatile Answer token = Answer.of(0, "");
    private volatile Answer user = Answer.of(0, "");
    private volatile long delayMillis;
    private volatile String avatar = "\"a_d5efa99b3eeaa7dd43acca82f5692432\"";
    private volatile String name = "nelly";

    public DiscordStandIn() {
        try {
            server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        server.setExecutor(Executors.newVirtualThreadPerTaskExecutor());
        server.createContext("/api/oauth2/token", this::token);
        server.createContext("/api/users/@me", this::user);
        server.start();
    }

    String url() {
        return "http://127.0.0.1:" + server.getAddress().getPort();
    }

    public Map<String, String> settings() {
        return Map.of(
                "systems.discord.clientId",
                CLIENT_ID,
                "systems.discord.clientSecret",
                CLIENT_SECRET,
                "systems.discord.authorizeUrl",
                url() + "/oauth2/authorize",
                "systems.discord.apiUrl",
                url() + "/api");
    }

    /** How long the tokens last that are granted from now on; below zero, that is not said. */
    public void expiresIn(long seconds) {
        expiresIn = seconds;
    }

    /** What the token endpoint answers from now on; status 0 for its usual grants. */
    public void tokenAnswers(int status, String body) {
        token = Answer.of(status, body);
    }

    /** What the user endpoint answers from now on; status 0 for the usual person. */
    public void userAnswers(int status, String body) {
        user = Answer.of(status, body);
    }

    void delay(long millis) {
        delayMillis = millis;
    }

    void person(String name, String avatarJson) {
        this.name = name;
        this.avatar = avatarJson;
    }

    /** The forms that the token endpoint was sent. */
    public List<Map<String, String>> tokenForms() {
        return tokenForms;
    }

    /** Every token that was granted. */
    public List<String> issued() {
        return issued;
    }

    /** The traces that the token endpoint was asked in, as the headers say. */
    public List<String> parents() {
        return parents;
    }

    private void token(HttpExchange exchange) throws IOException {
        parents.addAll(exchange.getRequestHeaders().getOrDefault("Traceparent", List.of()));
        Map<String, String> form = form(new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8));
        tokenForms.add(form);
        pause();
        Answer told = token;
        answer(exchange, told.status() == 0 ? grant(form) : told);
    }

    private Answer grant(Map<String, String> form) {
        int number = grants.incrementAndGet();
        String who = form.getOrDefault("code", form.getOrDefault("refresh_token", "nobody"))
                .replaceAll(".*~", "");
        String access = "access-token-number-" + number + "-of-the-test~" + who;
        String refresh = "refresh-token-number-" + number + "-of-the-test~" + who;
        issued.addAll(List.of(access, refresh));
        String end = expiresIn < 0 ? "" : "\"expires_in\": %d, ".formatted(expiresIn);
        return Answer.of(200, """
                {"token_type": "Bearer", "access_token": "%s", %s"refresh_token": "%s", \
                "scope": "identify guilds"}""".formatted(access, end, refresh));
    }

    private void user(HttpExchange exchange) throws IOException {
        pause();
        String bearer = exchange.getRequestHeaders().getFirst("Authorization");
        String id = bearer.replaceAll(".*~", "").replaceAll("\\D", "");
        Answer told = user;
        answer(
                exchange,
                told.status() != 0
                        ? told
                        : Answer.of(200, """
                {"id": "%s", "username": "%s", "discriminator": "0", "global_name": "Anybody Else", "avatar": %s, \
                "public_flags": 64, "mfa_enabled": true, "locale": "ja"}""".formatted(id.isEmpty() ? "80351110224678912" : id, name, avatar)));
    }

    private void pause() {
        try {
            Thread.sleep(delayMillis);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private static void answer(HttpExchange exchange, Answer answer) throws IOException {
        byte[] body = answer.body().getBytes(StandardCharsets.UTF_8);
        exchange.getResponseHeaders().set("Content-Type", "application/json");
        exchange.sendResponseHeaders(answer.status(), body.length == 0 ? -1 : body.length);
        try (exchange) {
            exchange.getResponseBody().write(body);
        }
    }

    static Map<String, String> form(String text) {
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
        server.stop(0);
    }
}
