package dev.yorozu.server.systems.discord;

import dev.yorozu.server.http.ErrorForm;
import dev.yorozu.server.http.Problem;

/** The form of errors that the server around this system finds: {@code {ok:false, error}}, as its routes answer. */
final class DiscordErrors {
    static final ErrorForm FORM = problem -> new Body(false, text(problem));

    private static final int METHOD_NOT_ALLOWED = 405;

    private record Body(boolean ok, String error) {}

    private DiscordErrors() {}

    private static String text(Problem problem) {
        return problem.status() == METHOD_NOT_ALLOWED ? "Method Not Allowed" : problem.message();
    }
}
