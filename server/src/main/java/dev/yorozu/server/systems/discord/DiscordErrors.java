package dev.yorozu.server.systems.discord;

import dev.yorozu.oauth.ProviderResult;
import dev.yorozu.server.http.Call;
import dev.yorozu.server.http.ErrorForm;
import dev.yorozu.server.http.Problem;
import dev.yorozu.server.http.Reply;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * What this system refuses, and the form of its errors: {@code {ok:false, error}}, with whatever else a program is told behind
 * it.
 */
final class DiscordErrors {
    static final ErrorForm FORM = DiscordErrors::body;

    static final Problem NO_REDIRECT_URI = problem(500, "Discord redirect_uri is not configured");
    static final Problem NO_CLIENT = problem(500, "Discord client id and secret are not configured");
    static final Problem NOT_CONFIGURED = problem(500, "Discord is not configured");
    static final Problem INVALID_STATE = problem(400, "Invalid state or verifier");
    static final Problem TOO_MANY_SESSIONS = problem(403, "Too many sessions: end one first");
    static final Problem OVERTAKEN = problem(401, "Signed out meanwhile: sign in again");

    static final Problem STATE_REQUIRED = problem(400, "State is required");
    static final Problem NO_CLAIM_TOKEN = problem(401, "Missing claim token");
    static final Problem WRONG_CLAIM_TOKEN = problem(403, "Invalid claim token");
    static final Problem NOTHING_TO_CLAIM = problem(404, "Session not found");
    static final Problem ALREADY_CLAIMED = problem(409, "Session already claimed");
    static final Problem CLAIM_EXPIRED = problem(410, "Session expired");

    static final Problem NO_SESSION = problem(401, "no session");
    static final Problem INVALID_SESSION = problem(401, "invalid session");
    static final Problem NO_OBJECT = problem(400, "Bad Request: the body is not a JSON object");
    static final Problem FOREIGN_PAGE = problem(403, "Forbidden: origin not allowed");
    static final Problem NO_CSRF_TOKEN =
            problem(403, "Forbidden: invalid CSRF token").detailing(Map.of("errorCode", "csrf_token_mismatch"));
    static final Problem TOO_MANY = problem(429, "Too Many Requests");

    static final Problem NO_LINKS = problem(500, "Share links are not configured: set RECEIVE_TOKEN_KEY");
    static final Problem NO_ORIGIN = problem(500, "The site origin is not configured");

    private static final int METHOD_NOT_ALLOWED = 405;
    private static final int LONGEST_WORD = 64;

    private DiscordErrors() {}

    private static Problem problem(int status, String message) {
        return new Problem(status, "refused", message);
    }

    private static Map<String, Object> body(Problem problem) {
        Map<String, Object> body = new LinkedHashMap<>();
        body.put("ok", false);
        body.put("error", problem.status() == METHOD_NOT_ALLOWED ? "Method Not Allowed" : problem.message());
        body.putAll(problem.details());
        return body;
    }

    static Problem wrongMethod(String allow) {
        return problem(METHOD_NOT_ALLOWED, "Method Not Allowed").with("Allow", allow);
    }

    /** What Discord answered in place of what was asked of it; no secret is in it. */
    static Problem upstream(String what, ProviderResult.Failed<?> failed) {
        return switch (failed.reason()) {
            case INVALID_GRANT, DENIED -> problem(401, what + ": " + failed.status() + " " + failed.detail());
            case TIMED_OUT -> problem(504, what + ": Discord did not answer in time");
            case UNREACHABLE -> problem(401, what + ": Discord cannot be reached");
        };
    }

    /** The error that Discord, or whoever wrote the address, put into a callback: never more than a short plain word. */
    static String word(String given) {
        String plain = given.replaceAll("[^A-Za-z0-9_.-]", "");
        return plain.isEmpty() ? "unknown_error" : plain.substring(0, Math.min(plain.length(), LONGEST_WORD));
    }

    /** A sign-in that Discord, or the person there, refused. */
    static Reply refused(String word, String redirectTo) {
        Map<String, String> details = new LinkedHashMap<>();
        details.put("oauthError", word);
        details.put("redirectTo", redirectTo);
        return problem(400, "OAuth error").detailing(details).reply(FORM);
    }

    /** A link that is over, with the time at which it ended. */
    static Reply expired(Problem problem, Instant ends) {
        Map<String, Object> body = body(problem);
        body.put("exp", ends.toEpochMilli());
        return problem.on(Reply.json(problem.status(), body));
    }

    /** A refusal as the client of a sign-in route reads it: browsers get plain text. */
    static Reply told(Call call, Problem problem) {
        return DiscordJson.isWanted(call)
                ? problem.reply(FORM)
                : problem.on(Reply.text(problem.status(), problem.message()));
    }
}
