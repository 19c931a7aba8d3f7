package dev.yorozu.server.operate.transport;

import dev.yorozu.server.http.Problem;
import dev.yorozu.server.http.Reply;
import java.time.DateTimeException;
import java.time.Instant;

/** A request asks for what cannot be. The message is one sentence that repeats nothing of the request. */
public final class InvalidRequest extends RuntimeException {
    private final boolean answered;

    public InvalidRequest(String message) {
        this(message, false);
    }

    private InvalidRequest(String message, boolean answered) {
        super(message, null, false, false);
        this.answered = answered;
    }

    /** One that is the answer of the operation itself, and so passes the gate, which adds its own headers. */
    public static InvalidRequest answer(String message) {
        return new InvalidRequest(message, true);
    }

    /** What a server answers with, unless the error goes past the gate as an exception. */
    public Reply reply() {
        Problem problem = Problem.badRequest(String.valueOf(getMessage()));
        if (answered) {
            return problem.reply();
        }
        throw problem.exception();
    }

    /** One about a field, with what it may hold. */
    public static InvalidRequest field(String name, String allowed) {
        return new InvalidRequest("The field " + name + " must be " + allowed + ".");
    }

    public static Instant requireInstant(String name, String text) {
        try {
            return Instant.parse(text);
        } catch (DateTimeException wrong) {
            throw field(name, "an instant such as 2026-11-15T12:00:00Z");
        }
    }

    /** Checks what most requests about people have. */
    public static String requireUser(String user) {
        if (user.isEmpty()) {
            throw new InvalidRequest("The field user must name a user.");
        }
        return user;
    }
}
