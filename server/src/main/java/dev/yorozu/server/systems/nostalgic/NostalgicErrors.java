package dev.yorozu.server.systems.nostalgic;

import dev.yorozu.nostalgic.Kind;
import dev.yorozu.server.access.AccessRules;
import dev.yorozu.server.http.ErrorForm;
import dev.yorozu.server.http.Problem;
import dev.yorozu.server.http.ProblemException;
import java.time.Duration;

/**
 * What this system refuses, and the form that its errors have: {@code {success, error, code, statusCode}}.
 *
 * <p>Earlier widgets put the sentence into pages as markup, so that it never repeats what a client sent.
 */
final class NostalgicErrors {
    static final ErrorForm FORM = problem -> new Body(false, sentence(problem), code(problem), problem.status());

    /** Owners are known by what their calls say, not before: to the gate, nobody is. */
    static final AccessRules<Void> ACCESS = AccessRules.anonymous(
            "A key of a service holds what it should not",
            denied -> tooMany(denied.retryAfterSeconds()).problem());

    private static final String VALIDATION = "VALIDATION_ERROR";
    private static final String UNAUTHORIZED = "UNAUTHORIZED";
    private static final String NOT_FOUND = "NOT_FOUND";
    private static final String RATE_LIMITED = "RATE_LIMITED";
    private static final String STORAGE = "STORAGE_ERROR";

    static final Problem WRONG_TOKEN = new Problem(403, UNAUTHORIZED, "Invalid token for this URL");
    static final Problem NO_MESSAGE = new Problem(404, NOT_FOUND, "Message not found");
    static final Problem NO_ENTRY = new Problem(404, NOT_FOUND, "No entry with this name");

    /** A webhook that leads to a service would set off the next one, for ever. */
    static final Problem LOOP = problem("webhookUrl", "must not lead to a service of this platform");

    /** Asking for the head, or ahead of time, must change nothing. */
    static final Problem UNSEEN = problem("action", "changes something, and so is not done for HEAD or a prefetch");

    static final Problem UNCONFIRMED = new Problem(
                    503, STORAGE, "The store did not confirm in time: look whether it happened before you try again.")
            .with("Retry-After", "1");

    private record Body(boolean success, String error, String code, int statusCode) {}

    private NostalgicErrors() {}

    /** @param reason what must be otherwise; never what was sent */
    static ProblemException invalid(String field, String reason) {
        return problem(field, reason).exception();
    }

    private static Problem problem(String field, String reason) {
        return new Problem(400, VALIDATION, "Input validation failed: " + field + ": " + reason);
    }

    static ProblemException missing(String field) {
        return invalid(field, "is required");
    }

    /** A text that the rules of a board or ranking do not let in. */
    static ProblemException unwanted(String sentence) {
        return new Problem(400, VALIDATION, sentence).exception();
    }

    /** @param id has the form of a name, and so holds nothing but letters, digits and hyphens */
    static ProblemException unknown(Kind kind, String id) {
        return new Problem(404, NOT_FOUND, kind.id() + " with id '" + id + "' not found").exception();
    }

    /** Somebody else's message. */
    static ProblemException notYours(String deed) {
        return new Problem(403, UNAUTHORIZED, "Permission denied: You can only " + deed + " your own posts")
                .exception();
    }

    static ProblemException tooMany(long seconds) {
        return waiting(429, "Rate limit exceeded. Please try again later.", seconds);
    }

    /** @param what such as messages */
    static ProblemException tooMany(String what, Duration left, boolean legacy) {
        return tooSoon("Too many " + what + " from this address. Please try again later.", left, legacy);
    }

    /** @param legacy whether to answer with the status of the earlier program */
    static ProblemException tooSoon(String sentence, Duration left, boolean legacy) {
        return waiting(legacy ? 400 : 429, sentence, left.toSeconds() + (left.toNanosPart() > 0 ? 1 : 0));
    }

    private static ProblemException waiting(int status, String sentence, long seconds) {
        return new Problem(status, RATE_LIMITED, sentence)
                .with("Retry-After", Long.toString(Math.max(1, seconds)))
                .exception();
    }

    /** The server's own problems have names in lower case, and no code of this system. */
    private static boolean isOwn(Problem problem) {
        return Character.isUpperCase(problem.error().charAt(0));
    }

    private static String sentence(Problem problem) {
        boolean about = !isOwn(problem) && problem.status() == 400;
        return about ? "Input validation failed: request: " + problem.message() : problem.message();
    }

    private static String code(Problem problem) {
        if (isOwn(problem)) {
            return problem.error();
        }
        return switch (problem.status()) {
            case 401, 403 -> UNAUTHORIZED;
            case 404 -> NOT_FOUND;
            case 405 -> "METHOD_NOT_ALLOWED";
            case 413, 414, 431 -> "TOO_LARGE";
            case 429 -> RATE_LIMITED;
            case 503, 504 -> problem.error().startsWith("store") ? STORAGE : "UNAVAILABLE";
            default -> problem.status() < 500 ? VALIDATION : "INTERNAL_ERROR";
        };
    }
}
