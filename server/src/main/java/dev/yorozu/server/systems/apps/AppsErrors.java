package dev.yorozu.server.systems.apps;

import com.fasterxml.jackson.annotation.JsonInclude;
import dev.yorozu.server.access.credential.CredentialGate;
import dev.yorozu.server.http.ErrorForm;
import dev.yorozu.server.http.Problem;
import java.util.Map;

/** What this interface refuses, and how errors look: problem details, as RFC 9457 has them. */
final class AppsErrors {
    private static final String CHALLENGE = "WWW-Authenticate";
    private static final String REALM = "Bearer realm=\"yorozu\"";

    static final Problem NO_CREDENTIAL = new Problem(
                    401,
                    "credential_missing",
                    "Send the secret of a credential: Authorization: Bearer yrz_…, from ./yorozu app create.")
            .with(CHALLENGE, REALM);
    static final Problem WRONG_CREDENTIAL = new Problem(
                    401,
                    "credential_invalid",
                    "This credential does not count: it is wrong, was replaced or removed, or waits to be confirmed.")
            .with(CHALLENGE, REALM + ", error=\"invalid_token\"");
    static final Problem WAIT = new Problem(
                    429, "too_many_attempts", "Too many wrong credentials came from this address: wait a minute.")
            .with("Retry-After", "60");
    static final Problem FORBIDDEN = new Problem(
            403, "forbidden", "This credential has no right to this: give it one with ./yorozu credential allow.");
    static final Problem NO_APP = new Problem(
            404, "no_such_app", "There is no app of this name: ./yorozu app list shows those that there are.");
    static final Problem NO_METADATA = new Problem(
            404,
            "no_metadata",
            "Metadata are published where tokens.issuer of the app is its address: https://HOST/v1/apps/NAME.");
    static final Problem QUOTA = new Problem(
            507, "quota_exceeded", "This app keeps as much as it may: delete some, or have its quota raised.");
    static final Problem NO_SESSION =
            new Problem(404, "no_such_session", "There is no such session: it has ended, or its id is wrong.");
    static final Problem TOO_MANY_SESSIONS =
            new Problem(409, "too_many_sessions", "This user has as many sessions as the app allows: end one first.");
    static final Problem OVERTAKEN = new Problem(
            409,
            "overtaken",
            "The session ended before it began, with all of this user's or to make way for newer ones: start another if that"
                    + " is still wanted.");
    static final Problem SUPERSEDED = new Problem(
            409, "version_mismatch", "The session was changed meanwhile: check it, and send its new version.");
    static final Problem TOKEN_REFUSED = new Problem(
            401, "refresh_token_invalid", "This refresh token does not count: have the user sign in again.");
    static final Problem TOKEN_REUSED = new Problem(
            401,
            "refresh_token_reused",
            "This refresh token was spent before, so that somebody else may have it: its login was ended.");
    static final Problem WRONG_URL =
            new Problem(400, "url_invalid", "A link leads to an https address with a host name, at the usual port.");
    static final Problem NO_FREE_TOKEN =
            new Problem(503, "no_free_token", "Every short token that was tried is taken: try again.");
    static final Problem NO_LIMIT = new Problem(
            404, "no_such_limit", "This app declares no limit of this name, and the call brings none with it.");
    static final Problem LIMIT_OUT_OF_BOUNDS = new Problem(
            400, "limit_out_of_bounds", "A limit that comes with a call must lie within the app's limit_bounds.");
    static final Problem COST_TOO_GREAT =
            new Problem(400, "cost_too_great", "A request that costs more than the whole limit never passes.");
    static final Problem EXISTS =
            new Problem(409, "exists", "There is one of this kind and id already: take it, or send replace: true.");
    static final Problem HELD = new Problem(409, "lock_held", "Another owner holds this lock: try again later.");
    static final Problem NOT_HELD = new Problem(
            409, "lock_lost", "This owner does not hold the lock any more: its life has passed, or it was released.");
    static final Problem LEASE_LOST = new Problem(
            409,
            "lease_lost",
            "The lease has ended or the id was invalidated: what was loaded may be old, and is not kept.");
    static final Problem WRONG_CURSOR = new Problem(
            400,
            "cursor_invalid",
            "This cursor is none of this list: send the next_cursor of its last page, or none to begin anew.");
    static final Problem NO_ENTRY = new Problem(404, "no_such_entry", "This name has no place in the ranking.");
    static final Problem NO_MESSAGE = new Problem(
            404, "no_such_message", "There is no such message: it was removed, or newer ones have taken its place.");
    static final Problem WORKING = new Problem(
                    409,
                    "request_in_progress",
                    "A call with this Idempotency-Key is still at work: send it again soon.")
            .with("Retry-After", "1");
    static final Problem ANOTHER = new Problem(
            422, "idempotency_key_reused", "This Idempotency-Key was sent with another call: use a new one.");
    static final Problem WRONG_KEY = new Problem(
            400, "idempotency_key_invalid", "An Idempotency-Key is one header of 1 to 255 visible characters.");

    /** The fields of problem details, and what is wrong with which field. */
    @JsonInclude(JsonInclude.Include.NON_EMPTY)
    record Details(String type, String title, int status, String detail, Map<String, String> errors) {}

    static final ErrorForm FORM = new ErrorForm() {
        @Override
        public Object body(Problem problem) {
            return new Details(
                    "urn:yorozu:problem:" + problem.error(),
                    problem.error().replace('_', ' '),
                    problem.status(),
                    problem.message(),
                    problem.details());
        }

        @Override
        public String mediaType() {
            return "application/problem+json";
        }
    };

    private AppsErrors() {}

    static Problem of(CredentialGate.Refusal refusal) {
        return switch (refusal) {
            case MISSING -> NO_CREDENTIAL;
            case WRONG -> WRONG_CREDENTIAL;
            case WAIT -> WAIT;
            case FORBIDDEN -> FORBIDDEN;
        };
    }
}
