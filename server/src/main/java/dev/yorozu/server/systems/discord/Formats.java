package dev.yorozu.server.systems.discord;

import dev.yorozu.server.http.Call;
import dev.yorozu.server.http.Reply;
import java.util.Locale;
import java.util.Optional;

/** Whether the client of a sign-in route is a program or a browser that shows pages. */
final class Formats {
    private Formats() {}

    static boolean wantsJson(Call call) {
        return call.query("format").filter("json"::equalsIgnoreCase).isPresent() || acceptsJson(call.header("Accept"));
    }

    /** A failure in the form that the client reads. */
    static Reply failure(Call call, int status, String text) {
        return wantsJson(call) ? Answers.error(status, text) : Answers.text(status, text);
    }

    private static boolean acceptsJson(Optional<String> accept) {
        for (String range : accept.orElse("").toLowerCase(Locale.ROOT).split(",", -1)) {
            int end = range.indexOf(';');
            String type = (end < 0 ? range : range.substring(0, end)).strip();
            if (type.equals("application/json") || type.endsWith("+json")) {
                return true;
            }
        }
        return false;
    }
}
