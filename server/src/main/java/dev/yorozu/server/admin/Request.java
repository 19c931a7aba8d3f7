package dev.yorozu.server.admin;

import dev.yorozu.server.http.Call;
import dev.yorozu.server.http.Problem;
import java.io.IOException;
import java.time.DateTimeException;
import java.time.Instant;
import tools.jackson.databind.JsonNode;

/** The fields of a request's body; what is missing counts as empty, false or the least allowed number. */
record Request(JsonNode body) {
    static Request of(Call call) throws IOException {
        return new Request(call.json(JsonNode.class));
    }

    String text(String field) {
        JsonNode found = body.path(field);
        if (found.isMissingNode()) {
            return "";
        }
        return found.stringValueOpt().orElseThrow(() -> wrong(field, "a string"));
    }

    String name() {
        String name = text("name");
        if (!KeyName.isValid(name)) {
            throw wrong("name", KeyName.ALLOWED);
        }
        return name;
    }

    String user() {
        String user = text("user");
        if (user.isEmpty()) {
            throw Problem.badRequest("The field user must name a user.").exception();
        }
        return user;
    }

    Instant instant(String field) {
        try {
            return Instant.parse(text(field));
        } catch (DateTimeException wrong) {
            throw wrong(field, "an instant such as 2026-11-15T12:00:00Z");
        }
    }

    boolean flag(String field) {
        JsonNode found = body.path(field);
        return !found.isMissingNode() && found.booleanValueOpt().orElseThrow(() -> wrong(field, "true or false"));
    }

    int number(String field, int least, int most) {
        JsonNode found = body.path(field);
        int number = found.isMissingNode() ? least : found.intValueOpt().orElse(least - 1);
        if (number < least || number > most) {
            throw wrong(field, "a number from " + least + " to " + most);
        }
        return number;
    }

    private static RuntimeException wrong(String field, String allowed) {
        return Problem.badRequest("The field " + field + " must be " + allowed + ".")
                .exception();
    }
}
