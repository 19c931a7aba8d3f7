package dev.yorozu.token;

/** What became of a refresh token that was presented. */
public sealed interface Rotation {
    /** It was spent for its successor. */
    record Rotated(Pair pair) implements Rotation {}

    /** It had been spent a moment ago: the same successor and the same access token once more. */
    record Repeated(Pair pair) implements Rotation {}

    /** It had been spent before, and somebody else may hold it: its login was ended. */
    record Reused(String user, String family) implements Rotation {}

    /** It is no token that lives, or its user is not admitted. Nothing was spent. */
    record Refused() implements Rotation {}
}
