package dev.yorozu.bench.http;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/**
 * One request and how the body that answers it must begin, with status 200.
 *
 * <p>Made once and sent often, so it is bytes already.
 */
public final class Visit {
    private final byte[] request;
    private final byte[] expected;
    private final boolean whole;

    /** @param whole whether the expected is all of the body, and not only its beginning */
    private Visit(byte[] request, byte[] expected, boolean whole) {
        this.request = request;
        this.expected = expected;
        this.whole = whole;
    }

    /** A request with one cookie, and the whole body that answers it. */
    public static Visit get(String path, String cookie, String expected) {
        return new Visit(request("GET", path, "Cookie: " + cookie + "\r\n\r\n"), bytes(expected), true);
    }

    /** A request with an access token, and how the body begins that answers it. */
    public static Visit bearing(String path, String token, String beginning) {
        return new Visit(request("GET", path, "Authorization: Bearer " + token + "\r\n\r\n"), bytes(beginning), false);
    }

    /** A request of a browser of this name, which a proxy says comes from this address. */
    public static byte[] from(String path, String address, String userAgent) {
        return bytes("GET " + path + " HTTP/1.1\r\n"
                + "Host: 127.0.0.1\r\n"
                + "User-Agent: " + userAgent + "\r\n"
                + "X-Forwarded-For: " + address + "\r\n"
                + "Accept: application/json\r\n\r\n");
    }

    private static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }

    /** A request that sends JSON. */
    public static byte[] post(String path, String json) {
        String rest = "Content-Type: application/json\r\nContent-Length: " + bytes(json).length + "\r\n\r\n" + json;
        return request("POST", path, rest);
    }

    /** A request with an access token, which sends JSON unless that is empty. */
    public static byte[] authorized(String method, String path, String token, String json) {
        String body = json.isEmpty()
                ? "\r\n"
                : "Content-Type: application/json\r\nContent-Length: " + bytes(json).length + "\r\n\r\n" + json;
        return request(method, path, "Authorization: Bearer " + token + "\r\n" + body);
    }

    private static byte[] request(String method, String path, String rest) {
        String request = method + " " + path + " HTTP/1.1\r\n"
                + "Host: 127.0.0.1\r\n"
                + "User-Agent: yorozu-bench\r\n"
                + "Accept: application/json\r\n"
                + rest;
        return bytes(request);
    }

    /** This request, answered as another is. */
    public Visit expecting(Visit other) {
        return new Visit(request, other.expected, other.whole);
    }

    /**
     * Makes this visit once. Gives what {@link BareServer} needs to answer the same: the body and, after it, the headers
     * that are not about the connection.
     */
    public List<String> sample(int port) throws IOException {
        return sample(port, Talk.any(List.of(this)));
    }

    /** The same for the first request of a talk. */
    public static List<String> sample(int port, Talk talk) throws IOException {
        try (Visitor visitor = new Visitor(port, 0, talk)) {
            visitor.ask();
            while (!visitor.receive()) {}
            List<String> reply = new ArrayList<>(List.of(visitor.answer().body()));
            visitor.answer().headers().stream()
                    .filter(header -> !Answer.ofConnection(header))
                    .forEach(reply::add);
            return reply;
        }
    }

    byte[] request() {
        return request;
    }

    /** Throws when the answer is another than expected: a server that errs must not count as a fast one. */
    void check(Answer answer) {
        boolean right = whole ? answer.bodyEquals(expected) : answer.bodyBegins(expected);
        if (answer.status() != 200 || !right) {
            throw new IllegalStateException("Expected status 200 and " + new String(expected, StandardCharsets.UTF_8)
                    + " but was answered:\n" + answer);
        }
    }
}
