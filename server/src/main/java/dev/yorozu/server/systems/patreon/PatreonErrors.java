package dev.yorozu.server.systems.patreon;

import com.fasterxml.jackson.annotation.JsonInclude;
import dev.yorozu.limit.Decision;
import dev.yorozu.membership.Membership;
import dev.yorozu.oauth.ProviderResult;
import dev.yorozu.server.config.Setting;
import dev.yorozu.server.http.Call;
import dev.yorozu.server.http.ErrorForm;
import dev.yorozu.server.http.Problem;
import java.util.Locale;
import java.util.Map;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.PropertyNamingStrategies.SnakeCaseStrategy;
import tools.jackson.databind.annotation.JsonNaming;

/**
 * What this system refuses, with the codes of its document, and the forms that its errors have: {@code {error,
 * error_code}}, with a {@code reason} where it is known why a session ended, and those of the license and of the quota,
 * whose clients look for more.
 */
final class PatreonErrors {
    private static final int UNAUTHORIZED = 401;
    private static final int TOO_MANY = 429;

    /** Codes of errors that the server around this system finds, where they are not spelled as the server does. */
    private static final Map<String, String> CODES =
            Map.of("bad_request", "VALIDATION_ERROR", "too_large", "PAYLOAD_TOO_LARGE");

    /** Among the details of a problem: why the session ended. */
    private static final String REASON = "reason";

    static final ErrorForm FORM = problem -> new Body(text(problem), code(problem), reason(problem));

    /** Tells clients to forget a session only where it is known to be over. */
    static final ErrorForm LICENSE_FORM = problem -> switch (problem.status()) {
        case UNAUTHORIZED ->
            new PatreonJson.LicenseError(false, false, true, text(problem), code(problem), reason(problem));
        case TOO_MANY -> FORM.body(problem);
        default -> new PatreonJson.Failure(false, text(problem), code(problem));
    };

    static final ErrorForm QUOTA_FORM = problem -> problem.status() == TOO_MANY
            ? FORM.body(problem)
            : new PatreonJson.QuotaFailure(
                    false, new PatreonJson.QuotaError(code(problem), text(problem), problem.status() >= 500));

    static final Problem MISSING_AUTH = unauthorized("MISSING_AUTH", "Missing or malformed Authorization header");

    /** One answer for what was never a session's token and for what is none any more. */
    static final Problem SESSION_INVALID = unauthorized("SESSION_INVALID", "Invalid or expired session");

    static final Problem SESSION_EXPIRED = unauthorized("SESSION_EXPIRED", "Session has expired, sign in again");

    static final Problem PATREON_TOKEN_EXPIRED =
            unauthorized("PATREON_TOKEN_EXPIRED", "Patreon no longer accepts this session, sign in again");

    static final Problem PATREON_NOT_LINKED =
            unauthorized("PATREON_NOT_LINKED", "No profile is linked to this Patreon account");

    /** One answer for a refresh token that is unknown, expired or spent. */
    static final Problem INVALID_REFRESH_TOKEN = unauthorized("INVALID_REFRESH_TOKEN", "Invalid refresh token");

    static final Problem MISSING_REFRESH_TOKEN =
            new Problem(400, "MISSING_REFRESH_TOKEN", "Missing or invalid field: refreshToken");

    static final Problem INVALID_REDIRECT_URI =
            new Problem(400, "INVALID_REDIRECT_URI", "This redirect_uri is not allowed");

    static final Problem JWT_NOT_CONFIGURED =
            new Problem(503, "JWT_NOT_CONFIGURED", "Setting " + PatreonSettings.JWT_SECRET.name() + " is missing");

    static final Problem MISSING_SIGNATURE =
            new Problem(401, "MISSING_SIGNATURE", "Missing X-Patreon-Signature header");

    static final Problem INVALID_SIGNATURE = new Problem(401, "INVALID_SIGNATURE", "Invalid signature");

    @JsonNaming(SnakeCaseStrategy.class)
    @JsonInclude(JsonInclude.Include.NON_NULL)
    private record Body(
            String error, String errorCode, @Nullable String reason) {}

    private PatreonErrors() {}

    private static Problem unauthorized(String code, String message) {
        return new Problem(UNAUTHORIZED, code, message).with("WWW-Authenticate", "Bearer");
    }

    /** The token that a call brings; without one, the call ends with status 401. */
    static String bearer(Call call) {
        return call.bearer().orElseThrow(MISSING_AUTH::exception);
    }

    /** As {@link #SESSION_INVALID}, of a session of which it is known why it ended. */
    static Problem ended(String reason) {
        return SESSION_INVALID.detailing(Map.of(REASON, reason));
    }

    /** What cannot be done until an operator sets this. */
    static Problem notConfigured(Setting<?> missing) {
        return new Problem(503, "CONFIG_ERROR", "Setting " + missing.name() + " is missing");
    }

    /** What Patreon answered; where it did not, the call ends with what is wrong. */
    static <T> T value(ProviderResult<T> result, Function<ProviderResult.Failed<T>, Problem> error) {
        return switch (result) {
            case ProviderResult.Success<T> success -> success.value();
            case ProviderResult.Failed<T> failed -> throw error.apply(failed).exception();
        };
    }

    /** Patreon did not give tokens for a code. */
    static Problem noExchange(int status) {
        return new Problem(status, "TOKEN_EXCHANGE_FAILED", "Patreon did not accept the code");
    }

    /** Patreon did not give tokens for a refresh token. */
    static Problem noRefresh(int status) {
        return new Problem(status, "TOKEN_REFRESH_FAILED", "Patreon did not renew the tokens");
    }

    /** Patreon did not say what a patron is, or does not know the access token any more. */
    static Problem noMembership(ProviderResult.Failed<Membership> failed) {
        return failed.isUnauthorized() ? PATREON_TOKEN_EXPIRED : noIdentity(failed.relayed());
    }

    /** Patreon did not say who somebody is. */
    static Problem noIdentity(int status) {
        return new Problem(status, "IDENTITY_FETCH_FAILED", "Patreon did not say who this is");
    }

    static Problem invalidField(String name) {
        return new Problem(400, "VALIDATION_ERROR", "Missing or invalid field: " + name);
    }

    /** Says when to ask again: after so many seconds, and at which second since 1970 the whole limit is free. */
    static Problem tooMany(Decision decision) {
        return new Problem(TOO_MANY, "RATE_LIMITED", "Too Many Requests")
                .with("Retry-After", Long.toString(Math.max(1, decision.retryAfterSeconds())))
                .with("X-RateLimit-Reset", Long.toString(resetSecond(decision)));
    }

    /** Rounded up: at this second the limit is free. */
    static long resetSecond(Decision decision) {
        return Math.ceilDiv(decision.reset().toEpochMilli(), 1000L);
    }

    /** The form has one text: of several wrong fields it names the first. */
    private static String text(Problem problem) {
        return problem.details().isEmpty() || problem.status() == UNAUTHORIZED
                ? problem.message()
                : "Missing or invalid field: "
                        + problem.details().keySet().iterator().next();
    }

    private static @Nullable String reason(Problem problem) {
        return problem.status() == UNAUTHORIZED ? problem.details().get(REASON) : null;
    }

    private static String code(Problem problem) {
        return CODES.getOrDefault(problem.error(), problem.error().toUpperCase(Locale.ROOT));
    }
}
