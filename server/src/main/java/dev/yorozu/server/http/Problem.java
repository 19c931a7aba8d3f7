package dev.yorozu.server.http;

/**
 * An error as a client sees it: a status, a short name for programs, and a sentence for people.
 *
 * <p>The sentence says what to do next. It is written by us and never repeats what the client sent.
 */
public record Problem(int status, String error, String message) {
    private record Body(String error, String message) {}

    public static Problem badRequest(String message) {
        return new Problem(400, "bad_request", message);
    }

    public static Problem notFound() {
        return new Problem(404, "not_found", "There is nothing at this address: check the path for a typing error.");
    }

    public static Problem tooLarge(long allowed) {
        return new Problem(
                413,
                "too_large",
                "The body may hold at most " + allowed + " bytes: send less, or raise server.maxBodyBytes.");
    }

    public static Problem internal() {
        return new Problem(
                500,
                "internal_error",
                "The server made a mistake: look for this request's id (X-Request-Id) in its log.");
    }

    public Reply reply() {
        return Reply.json(status, new Body(error, message)).with("Cache-Control", "no-store");
    }

    /** This problem as an exception, for code that cannot return a reply. */
    public ProblemException exception() {
        return new ProblemException(this);
    }
}
