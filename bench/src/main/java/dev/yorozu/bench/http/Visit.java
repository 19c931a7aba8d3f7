package dev.yorozu.bench.http;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/**
 * One request and the body that must answer it, with status 200.
 *
 * <p>Made once and sent often, so it is bytes already.
 */
public final class Visit {
    private final byte[] request;
    private final byte[] expected;

    private Visit(byte[] request, byte[] expected) {
        this.request = request;
        this.expected = expected;
    }

    /** A request with one cookie. */
    public static Visit get(String path, String cookie, String expected) {
        return getWith(path, "Cookie: " + cookie, expected);
    }

    /** A request with one header beyond what all have. */
    public static Visit getWith(String path, String header, String expected) {
        return new Visit(request("GET", path, header + "\r\n\r\n"), expected.getBytes(StandardCharsets.UTF_8));
    }

    /** A request that sends JSON. */
    public static byte[] post(String path, String json) {
        byte[] body = json.getBytes(StandardCharsets.UTF_8);
        String rest = "Content-Type: application/json\r\nContent-Length: " + body.length + "\r\n\r\n" + json;
        return request("POST", path, rest);
    }

    private static byte[] request(String method, String path, String rest) {
        String request = method + " " + path + " HTTP/1.1\r\n"
                + "Host: 127.0.0.1\r\n"
                + "User-Agent: yorozu-bench\r\n"
                + "Accept: application/json\r\n"
                + rest;
        return request.getBytes(StandardCharsets.UTF_8);
    }

    /** This request, answered as another is. */
    public Visit expecting(Visit other) {
        return new Visit(request, other.expected);
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
        if (answer.status() != 200 || !answer.bodyEquals(expected)) {
            throw new IllegalStateException("Expected status 200 and " + new String(expected, StandardCharsets.UTF_8)
                    + " but was answered:\n" + answer);
        }
    }
}
