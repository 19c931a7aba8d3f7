package dev.yorozu.server.doors.cloudflare;

import dev.yorozu.command.call.Reply;
import dev.yorozu.server.http.Problem;
import dev.yorozu.server.http.ProblemException;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** What this door refuses, with the codes that Cloudflare gives. A binding looks at the status alone. */
final class KvErrors {
    static final Problem UNAUTHORIZED = new Problem(
            401, "10000", "Authentication error: send a credential of this server as Authorization: Bearer.");
    static final Problem WAIT = new Problem(
                    429, "10000", "Too many wrong credentials came from this address: wait a minute.")
            .with("Retry-After", "60");
    static final Problem ELSEWHERE = new Problem(
            403, "10000", "This door answers its own machine only: doors.cloudflare.remote opens it to others.");
    static final Problem FORBIDDEN =
            new Problem(403, "10000", "The rights of this credential do not allow this: ask for others.");
    static final Problem NO_KEY = new Problem(404, "10009", "get: 'key not found'");
    /** No 404, which a binding takes for a key that is absent. */
    static final Problem NO_NAMESPACE =
            new Problem(400, "10013", "namespace not found: doors.cloudflare.namespaces lists those that there are.");

    static final Problem DECLARED = new Problem(
            405, "10026", "Namespaces are declared in the setting doors.cloudflare.namespaces: change them there.");
    static final Problem NOT_HELD =
            new Problem(400, "10029", "This namespace holds no keys of this name: see doors.cloudflare.namespaces.");

    private KvErrors() {}

    static ProblemException invalid(String message) {
        return new Problem(400, "10029", message).exception();
    }

    static ProblemException tooLarge(String message) {
        return new Problem(413, "10147", message).exception();
    }

    /** The number that stands for a problem; those of the server itself have none. */
    static int code(Problem problem) {
        return problem.error().matches("\\d+") ? Integer.parseInt(problem.error()) : 10_001;
    }

    record Failure(int code, String message) {}

    /** As Cloudflare wraps what went wrong. */
    record Failed(
            boolean success,
            List<Failure> errors,
            List<String> messages,
            @Nullable Object result) {
        static Object of(Problem problem) {
            return new Failed(false, List.of(new Failure(code(problem), problem.message())), List.of(), null);
        }
    }

    /** The reply of a command, unless it is a refusal. */
    static Reply fine(Reply reply) {
        if (!(reply instanceof Reply.Failure failure)) {
            return reply;
        }
        String text = failure.text();
        if (text.startsWith("NOPERM ")) {
            throw FORBIDDEN.exception();
        }
        boolean fault = text.startsWith("UNAVAILABLE ") || text.startsWith("UNKNOWN ");
        throw new Problem(fault ? 503 : 400, "10001", text).exception();
    }
}
