package dev.yorozu.server.systems.apps.feed;

import dev.yorozu.server.http.Problem;
import java.time.Duration;

/** What the feed refuses. */
final class FeedErrors {
    static final Problem FORBIDDEN = new Problem(
            403,
            "forbidden",
            "This credential may read no such feed: give it the scope SYSTEM:revocations or app/NAME:revocations.");
    static final Problem WRONG_CURSOR = new Problem(
            400, "cursor_invalid", "This is no cursor of the feed: send the one of the last answer as it was.");
    static final Problem OUTDATED = new Problem(
            410,
            "cursor_outdated",
            "The feed began anew since, or forgot what comes after this cursor: drop all that was kept, and read without one.");
    static final Problem WRONG_WAIT =
            new Problem(400, "wait_invalid", "The seconds to wait are a whole number from 0 to 30.");
    static final Problem WRONG_LIMIT = new Problem(400, "limit_invalid", "A limit is a whole number from 1 to 1000.");
    static final Problem SHORT_LIVED = new Problem(
            409,
            "tokens_outlive_feed",
            "Access tokens live longer here than revocations are kept: have revocations.keep raised, or access_life lowered.");
    static final Problem TOO_MANY = new Problem(
                    429, "too_many_readers", "As many calls wait for revocations as may: end one, or try again later.")
            .with("Retry-After", "5");

    private FeedErrors() {}

    static Problem incomplete(Duration until) {
        return new Problem(
                        503,
                        "snapshot_incomplete",
                        "There were more revocations than are kept, so that the beginning is missing: ask about each token, or"
                                + " begin later.")
                .with("Retry-After", Long.toString(until.toSeconds()));
    }
}
