package dev.yorozu.server.systems.users;

import dev.yorozu.server.http.ErrorForm;
import dev.yorozu.server.http.Problem;
import java.util.stream.Collectors;

/** What this system refuses, in the words of its document, and the form that its errors have: {@code {detail}}. */
final class UsersErrors {
    static final ErrorForm FORM = problem -> new Body(text(problem));

    static final Problem NO_TOKEN =
            new Problem(401, "no_token", "Not authenticated").with("WWW-Authenticate", "Bearer");

    /** One answer for a token that ended, was revoked, is of another kind, or never was one. */
    static final Problem INVALID_TOKEN = new Problem(401, "invalid_token", "Could not validate credentials")
            .with("WWW-Authenticate", "Bearer error=\"invalid_token\"");

    /** Somebody else's, or for operators. */
    static final Problem FORBIDDEN = new Problem(403, "forbidden", "Forbidden");

    static final Problem TOKEN_REUSED = new Problem(401, "token_reused", "Security violation: Token already used");

    static final Problem TOKEN_REVOKED = new Problem(401, "token_revoked", "Token has been revoked");

    /** Of a refresh token whose session has ended. */
    static final Problem SESSION_ENDED = new Problem(401, "session_ended", "Session not found");

    static final Problem INVALID_REFRESH_TOKEN = new Problem(401, "invalid_refresh_token", "Invalid refresh token");

    static final Problem NO_SUCH_SESSION = new Problem(404, "no_such_session", "Session not found");

    static final Problem NO_SUCH_USER = new Problem(404, "no_such_user", "User not found");

    static final Problem SIGNUP_CLOSED =
            new Problem(403, "signup_closed", "Signup is closed here: ask an operator for an account.");

    static final Problem EMAIL_TAKEN = new Problem(409, "email_taken", "Email already registered");

    static final Problem OVERTAKEN =
            new Problem(409, "overtaken", "The account was changed at the same moment: try to sign in.");

    private record Body(String detail) {}

    private UsersErrors() {}

    /** One answer for an unknown user, a wrong password and a disabled account. */
    static Problem wrongCredentials(long remaining) {
        return new Problem(401, "wrong_credentials", "Invalid credentials. " + remaining + " attempts remaining.");
    }

    static Problem tooManyLogins(long retryAfterSeconds) {
        return later("Too many login attempts. Please try again later.", retryAfterSeconds);
    }

    /** Says when to ask again, in whole seconds, rounded up. */
    static Problem tooMany(long retryAfterSeconds) {
        long wait = Math.max(1, retryAfterSeconds);
        return later("Rate limit exceeded. Try again in " + wait + " seconds.", wait);
    }

    private static Problem later(String message, long retryAfterSeconds) {
        return new Problem(429, "too_many_requests", message)
                .with("Retry-After", Long.toString(Math.max(1, retryAfterSeconds)));
    }

    /** The form has one text: what is wrong with which field is said in it. */
    private static String text(Problem problem) {
        return problem.details().isEmpty()
                ? problem.message()
                : problem.details().entrySet().stream()
                        .map(field -> sentence(field.getKey(), field.getValue()))
                        .collect(Collectors.joining("; "));
    }

    /** Some objections are whole sentences, and name what they are about. */
    private static String sentence(String field, String objection) {
        return Character.isUpperCase(objection.charAt(0)) ? objection : field + " " + objection;
    }
}
