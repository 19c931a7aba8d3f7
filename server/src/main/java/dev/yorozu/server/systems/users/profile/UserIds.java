package dev.yorozu.server.systems.users.profile;

import dev.yorozu.server.http.Call;
import dev.yorozu.server.http.Problem;
import java.util.Optional;
import java.util.UUID;

/** The names of users in paths and bodies. */
final class UserIds {
    private static final Problem MALFORMED = Problem.badRequest("user_id must be a UUID");

    private UserIds() {}

    /** The UUID that a text spells in its canonical form, in any case. */
    static Optional<UUID> parse(String text) {
        try {
            UUID user = UUID.fromString(text);
            return user.toString().equalsIgnoreCase(text) ? Optional.of(user) : Optional.empty();
        } catch (IllegalArgumentException malformed) {
            return Optional.empty();
        }
    }

    /** The user that the path names; the call ends with status 400 when it names none. */
    static UUID parameter(Call call) {
        return parse(call.parameter("user_id")).orElseThrow(MALFORMED::exception);
    }
}
