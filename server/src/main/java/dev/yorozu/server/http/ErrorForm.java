package dev.yorozu.server.http;

/**
 * How the bodies of errors look: the documented systems each have a form of their own, and their clients expect it of
 * everything below the system's mount, be it answered by the system or by the server around it.
 */
@FunctionalInterface
public interface ErrorForm {
    /** {@code {error, message}}: the server's own form. */
    ErrorForm STANDARD = problem -> new Standard(problem.error(), problem.message());

    /** What is written as JSON. */
    Object body(Problem problem);

    /** What that JSON is said to be. */
    default String mediaType() {
        return "application/json; charset=utf-8";
    }

    /** The fields of the server's own form. */
    record Standard(String error, String message) {}
}
