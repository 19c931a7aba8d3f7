package dev.yorozu.server.http.listener;

import dev.yorozu.account.DirectoryException;
import dev.yorozu.secret.PasswordsBusy;
import dev.yorozu.server.http.Problem;
import dev.yorozu.server.http.ProblemException;
import dev.yorozu.store.StoreException;
import io.helidon.http.HttpException;
import io.helidon.http.RequestException;
import java.util.logging.Level;
import java.util.logging.Logger;

/** The one place that turns what was thrown while answering into what the client is told. */
record Faults(long maxBodyBytes) {
    private static final Logger LOGGER = Logger.getLogger(Faults.class.getName());

    /** The problem; what only the operator can mend is written to the log under the request's id. */
    Problem of(Throwable thrown, String requestId) {
        return switch (thrown) {
            case ProblemException expected -> expected.problem();
            case StoreException fault -> store(fault, requestId);
            case DirectoryException fault -> directory(fault, requestId);
            case PasswordsBusy busy -> transport(503);
            case RequestException refused -> transport(refused.status().code());
            case HttpException refused -> transport(refused.status().code());
            case InterruptedException stopped -> stopping();
            default -> unexpected(thrown, requestId);
        };
    }

    private Problem store(StoreException fault, String requestId) {
        return switch (fault) {
            case StoreException.LimitExceeded e -> new Problem(413, "limit_exceeded", e.getMessage() + ": send less.");
            case StoreException.WrongType e ->
                new Problem(409, "wrong_type", e.getMessage() + ": use another key, or delete this one first.");
            case StoreException.NotANumber e ->
                new Problem(409, "not_a_number", e.getMessage() + ": delete the counter to start anew.");
            case StoreException.NotAnObject e ->
                new Problem(409, "not_an_object", e.getMessage() + ": an operator must mend or delete it.");
            case StoreException.Unavailable e -> unavailable(e, requestId);
            case StoreException.CannotOpen e -> unavailable(e, requestId);
            case StoreException.Damaged e -> {
                warn(e, requestId);
                yield new Problem(
                        503,
                        "store_damaged",
                        "What the store holds of this is damaged, and nothing was changed: an operator must repair it.");
            }
            case StoreException.OutcomeUnknown e -> {
                warn(e, requestId);
                yield new Problem(
                        504,
                        "outcome_unknown",
                        "The store failed before it confirmed all of this, which may have happened in part, as a"
                                + " whole, or not at all: read before you try again.");
            }
        };
    }

    private static Problem unavailable(StoreException fault, String requestId) {
        warn(fault, requestId);
        return new Problem(
                        503,
                        "store_unavailable",
                        "The store cannot be reached and nothing was changed: try again soon.")
                .with("Retry-After", "1");
    }

    private static Problem directory(DirectoryException fault, String requestId) {
        warn(fault, requestId);
        if (fault instanceof DirectoryException.Damaged) {
            return new Problem(503, "directory_damaged", "The accounts are damaged: an operator must restore them.");
        }
        return new Problem(503, "directory_unavailable", "The accounts cannot be reached: try again soon.")
                .with("Retry-After", "1");
    }

    /** An endpoint is interrupted only when the server stops and its grace is over. */
    private static Problem stopping() {
        return new Problem(503, "stopping", "The server is stopping and broke this request off: try again soon.")
                .with("Retry-After", "1");
    }

    /** What the HTTP layer itself refused, by the status it chose. */
    Problem transport(int status) {
        return switch (status) {
            case 404 -> Problem.notFound();
            case 413 -> Problem.tooLarge(maxBodyBytes);
            case 414 -> new Problem(414, "uri_too_long", "The address is too long: send large input in the body.");
            case 431 ->
                new Problem(
                        431,
                        "headers_too_large",
                        "The headers are too large: clear this site's cookies, or raise server.maxHeaderBytes.");
            case 501 -> new Problem(501, "not_implemented", "This transfer encoding is not supported: use chunked.");
            case 503 -> new Problem(503, "overloaded", "The server is busy: try again soon.").with("Retry-After", "1");
            case 505 -> new Problem(505, "http_version", "This HTTP version is not supported: use HTTP/1.1.");
            default ->
                status >= 400 && status < 500
                        ? new Problem(
                                status, "bad_request", "The request is not well-formed HTTP: check how it is made.")
                        : Problem.internal();
        };
    }

    private static Problem unexpected(Throwable thrown, String requestId) {
        LOGGER.log(Level.SEVERE, thrown, () -> "Request " + requestId + " failed unexpectedly");
        return Problem.internal();
    }

    private static void warn(RuntimeException fault, String requestId) {
        LOGGER.log(Level.WARNING, () -> "Request " + requestId + ": " + fault.getMessage());
    }
}
