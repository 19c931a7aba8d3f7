package dev.yorozu.server.http.connection;

import java.nio.charset.StandardCharsets;
import java.util.Locale;

/** Why a connection is not served. */
public enum Rejection {
    ADDRESS("too_many_connections", "This address has too many connections open: close some, and try again soon."),
    TOTAL("overloaded", "The server is busy: try again soon.");

    private final byte[] reply;

    Rejection(String error, String message) {
        String body = "{\"error\":\"%s\",\"message\":\"%s\"}".formatted(error, message);
        String head = """
                HTTP/1.1 503 Service Unavailable\r
                Content-Type: application/json; charset=utf-8\r
                Content-Length: %d\r
                Cache-Control: no-store\r
                Retry-After: 1\r
                X-Content-Type-Options: nosniff\r
                Connection: close\r
                \r
                """;
        this.reply = (head.formatted(body.length()) + body).getBytes(StandardCharsets.US_ASCII);
    }

    /** What is sent before the connection is closed, whatever the client asks. */
    byte[] reply() {
        return reply.clone();
    }

    /** The name that metrics have for it. */
    String label() {
        return name().toLowerCase(Locale.ROOT);
    }
}
