package dev.yorozu.seat;

/** What became of a refresh token that somebody presented. */
public sealed interface Refresh {
    /** It was spent for a new pair. */
    record Refreshed(SeatTokens.Issued issued) implements Refresh {}

    /** It had been spent a moment ago: the same pair once more. */
    record Repeated(SeatTokens.Issued issued) implements Refresh {}

    /** It had been spent before, and somebody else may hold it: all tokens of its family were ended. */
    record Reused(String user, String family) implements Refresh {}

    /** It lives and could be spent, but its session is over. Nothing was spent. */
    record SessionOver() implements Refresh {}

    /** It is no token that lives. */
    record Invalid() implements Refresh {}
}
