package dev.yorozu.server.systems.tokens;

import dev.yorozu.server.http.ErrorForm;
import dev.yorozu.server.http.Problem;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** What this system refuses, and the form that its errors have: {@code {statusCode, message, details}}. */
final class TokensErrors {
    static final ErrorForm FORM = problem ->
            new Body(problem.status(), problem.message(), problem.details().isEmpty() ? null : problem.details());

    /** One answer for an unknown user, a wrong password and a disabled account. */
    static final Problem WRONG_CREDENTIALS =
            new Problem(401, "wrong_credentials", "The login identifier or the password is not right.");

    static final Problem INVALID_REFRESH_TOKEN = new Problem(401, "invalid_refresh_token", "Invalid refresh token");

    static final Problem NOT_YOURS = new Problem(
            403, "not_yours", "This refresh token is none of yours, or has ended: send the one of this device.");

    static final Problem NO_BEARER = new Problem(
                    401, "no_token", "This needs an access token: send it in one header Authorization: Bearer.")
            .with("WWW-Authenticate", "Bearer");

    static final Problem INVALID_BEARER = new Problem(
                    401, "invalid_token", "The access token is not valid, or has ended: refresh it, or sign in again.")
            .with("WWW-Authenticate", "Bearer error=\"invalid_token\"");

    static final Problem NOT_ADMIN = new Problem(403, "forbidden", "This is for users with the role admin.");

    static final Problem REGISTRATION_CLOSED =
            new Problem(403, "registration_closed", "Registration is closed here: ask an operator for an account.");

    static final Problem NO_SUCH_DEVICE = new Problem(404, "no_such_device", "You have no such device.");

    static final Problem NO_SUCH_USER = new Problem(404, "no_such_user", "There is no such user.");

    static final Problem OVERTAKEN =
            new Problem(409, "overtaken", "The account was changed at the same moment: look at it, then try again.");

    private record Body(
            int statusCode, String message, @Nullable Map<String, String> details) {}

    private TokensErrors() {}

    static Problem tooMany(long retryAfterSeconds) {
        return new Problem(429, "too_many_requests", "Too many requests or failed tries: wait before the next.")
                .with("Retry-After", Long.toString(Math.max(1, retryAfterSeconds)));
    }

    /** One field that is not as it must be. */
    static Problem field(String name, String wrong) {
        return Problem.badRequest("Some fields are not as they must be: see the details.")
                .detailing(Map.of(name, wrong));
    }

    static Problem taken(String field) {
        return new Problem(409, "taken", "Somebody has this already: choose another.")
                .detailing(Map.of(field, "is taken"));
    }
}
