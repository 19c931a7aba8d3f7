package dev.yorozu.server.systems.users;

import dev.yorozu.limit.Decision;
import dev.yorozu.limit.WindowPolicy;
import dev.yorozu.server.http.Problem;
import dev.yorozu.server.http.Reply;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Map;

/**
 * What a client is told of a limit by the hour: in the headers that many services use, and in those that the IETF drafts
 * (draft-ietf-httpapi-ratelimit-headers), where times are what is left in seconds.
 *
 * @param declared the limit itself, as those say it
 */
record LimitHeaders(WindowPolicy policy, String declared, InstantSource clock) {
    private static final String NAME = "\"hour\"";

    LimitHeaders(WindowPolicy policy, InstantSource clock) {
        this(policy, NAME + ";q=" + policy.limit() + ";w=" + policy.window().toSeconds(), clock);
    }

    Reply on(Reply reply, Decision decision) {
        return reply.with(headers(decision));
    }

    /** What is answered to whoever asked too often. */
    Problem exceeded(Decision decision) {
        return on(UsersErrors.tooMany(decision.retryAfterSeconds()), decision);
    }

    Problem on(Problem problem, Decision decision) {
        Problem told = problem;
        for (Map.Entry<String, String> header : headers(decision).entrySet()) {
            told = told.with(header.getKey(), header.getValue());
        }
        return told;
    }

    private Map<String, String> headers(Decision decision) {
        return Map.of(
                "X-RateLimit-Limit", Long.toString(decision.limit()),
                "X-RateLimit-Remaining", Long.toString(decision.remaining()),
                "X-RateLimit-Reset", Long.toString(epochSecond(decision.reset())),
                "RateLimit-Policy", declared,
                "RateLimit", state(decision));
    }

    private String state(Decision decision) {
        return NAME + ";r=" + decision.remaining() + ";t="
                + seconds(Duration.between(clock.instant(), decision.reset()));
    }

    /** Rounded up: by then the limit is whole again. */
    static long epochSecond(Instant instant) {
        return instant.getEpochSecond() + (instant.getNano() > 0 ? 1 : 0);
    }

    private static long seconds(Duration left) {
        return left.isNegative() ? 0 : left.toSeconds() + (left.toNanosPart() > 0 ? 1 : 0);
    }
}
