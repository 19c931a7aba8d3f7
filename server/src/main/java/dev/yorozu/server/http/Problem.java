package dev.yorozu.server.http;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * An error as a client sees it: a status, a short name for programs, and a sentence for people.
 *
 * <p>The sentence says what to do next. It is written by us and never repeats what the client sent.
 *
 * @param details what is wrong with which field, in their order; most errors have none
 * @param headers that the reply carries beside the usual ones
 */
public record Problem(
        int status, String error, String message, Map<String, String> details, Map<String, String> headers) {
    public Problem {
        details = Collections.unmodifiableMap(new LinkedHashMap<>(details));
        headers = Map.copyOf(headers);
    }

    public Problem(int status, String error, String message) {
        this(status, error, message, Map.of(), Map.of());
    }

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

    /** This problem, with what is wrong with these fields. */
    public Problem detailing(Map<String, String> fields) {
        return new Problem(status, error, message, fields, headers);
    }

    /** This problem, with one more header. */
    public Problem with(String name, String value) {
        Map<String, String> more = new LinkedHashMap<>(headers);
        more.put(name, value);
        return new Problem(status, error, message, details, more);
    }

    /** The reply in the server's own form. */
    public Reply reply() {
        return reply(ErrorForm.STANDARD);
    }

    public Reply reply(ErrorForm form) {
        return on(Reply.bytes(status, form.mediaType(), Json.bytes(form.body(this))));
    }

    /** What shows this problem, with the headers that belong to it. */
    public Reply on(Reply shown) {
        Reply reply = shown.unkept();
        for (Map.Entry<String, String> header : headers.entrySet()) {
            reply = reply.with(header.getKey(), header.getValue());
        }
        return reply;
    }

    /** This problem as an exception, for code that cannot return a reply. */
    public ProblemException exception() {
        return new ProblemException(this);
    }
}
