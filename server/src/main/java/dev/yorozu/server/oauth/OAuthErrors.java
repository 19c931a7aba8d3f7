package dev.yorozu.server.oauth;

import dev.yorozu.server.access.credential.CredentialGate;
import dev.yorozu.server.http.ErrorForm;
import dev.yorozu.server.http.Problem;
import tools.jackson.databind.PropertyNamingStrategies.SnakeCaseStrategy;
import tools.jackson.databind.annotation.JsonNaming;

/** What endpoints of OAuth 2.0 refuse, in the form of RFC 6749, section 5.2: {@code {error, error_description}}. */
public final class OAuthErrors {
    public static final ErrorForm FORM = problem -> new Body(problem.error(), problem.message());

    /** Every way in which a client can authenticate here, so that the one that it chose is among them. */
    private static final String CHALLENGE = "Basic realm=\"yorozu\", Bearer realm=\"yorozu\"";

    private static final Problem NO_CLIENT = new Problem(
                    401,
                    "invalid_client",
                    "Send the name and the secret of a credential as HTTP Basic, or the secret alone as Bearer.")
            .with("WWW-Authenticate", CHALLENGE);

    private static final Problem WRONG_CLIENT = new Problem(
                    401,
                    "invalid_client",
                    "There is no such credential: look at the name and the secret, or make one with ./yorozu credential.")
            .with("WWW-Authenticate", CHALLENGE);

    private static final Problem FORBIDDEN = new Problem(
            403,
            "insufficient_scope",
            "This credential lacks the scope or the permission: give it both, or use another.");

    private static final Problem WAIT = new Problem(
                    429, "too_many_requests", "Too many wrong secrets came from this address: wait a minute.")
            .with("Retry-After", "60");

    @JsonNaming(SnakeCaseStrategy.class)
    private record Body(String error, String errorDescription) {}

    private OAuthErrors() {}

    static Problem of(CredentialGate.Refusal refusal) {
        return switch (refusal) {
            case MISSING -> NO_CLIENT;
            case WRONG -> WRONG_CLIENT;
            case FORBIDDEN -> FORBIDDEN;
            case WAIT -> WAIT;
        };
    }

    public static Problem invalidRequest(String message) {
        return new Problem(400, "invalid_request", message);
    }
}
