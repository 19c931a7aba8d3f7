package dev.yorozu.server.recorded;

import dev.yorozu.secret.Digests;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;

/**
 * The answers to one file of requests, as they are kept: a line for the request, the status, all headers in alphabetical
 * order but for the date, and the body.
 */
final class Transcript {
    private static final String BEGIN = "=== ";
    /** Longer bodies are kept as their digest, and so are static files. */
    private static final int LONGEST = 40_000;

    private final List<String> entries = new ArrayList<>();

    /** Reads what {@link #text} gave. */
    static List<String> entries(String text) {
        List<String> entries = new ArrayList<>();
        for (String entry : text.split("(?m)^(?=" + BEGIN + ")")) {
            if (!entry.isEmpty()) {
                entries.add(entry);
            }
        }
        return entries;
    }

    void add(Step.Exchange request, Answer answer, Masks masks) {
        StringBuilder entry = new StringBuilder(BEGIN + request.line() + "\n");
        boolean varies = answer.isZipped() || masks.varies(request.path(), answer.text());
        String head = masks.apply(request.path(), String.join("\n", headers(answer, varies)));
        String body = masks.apply(request.path(), answer.text());
        entry.append(answer.status()).append('\n').append(head).append("\n\n");
        boolean file = head.contains("\nETag: ") && !head.contains("\nContent-Type: application/json");
        if (body.length() > LONGEST || file) {
            byte[] digest = Digests.sha256(body.getBytes(StandardCharsets.UTF_8));
            body = "(%d characters, SHA-256 %s)"
                    .formatted(body.length(), HexFormat.of().formatHex(digest));
        }
        if (!body.isEmpty()) {
            entry.append(body).append(body.endsWith("\n") ? "\n" : "\n\n");
        }
        entries.add(entry.toString());
    }

    /** @param varies whether the length of the body does: that of a zipped one depends on the machine's library */
    private static List<String> headers(Answer answer, boolean varies) {
        return answer.headers().stream()
                .filter(line -> !line.startsWith("Date: "))
                .map(line -> varies && line.startsWith("Content-Length: ") ? "Content-Length: *" : line)
                .sorted()
                .toList();
    }

    List<String> entries() {
        return entries;
    }

    String text() {
        return String.join("", entries);
    }
}
