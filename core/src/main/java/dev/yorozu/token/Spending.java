package dev.yorozu.token;

/** What became of a chained token that was presented. */
public sealed interface Spending {
    /** An access token, and the token that renews it. Its text form shows neither. */
    record Pair(String accessToken, String refreshToken) {
        @Override
        public String toString() {
            return "Pair";
        }
    }

    /** It was spent for its successor. */
    record Spent(Pair pair) implements Spending {}

    /** It had been spent a moment ago: the same pair once more. */
    record Repeated(Pair pair) implements Spending {}

    /** It had been spent before, and somebody else may hold it: its family was ended. */
    record Reused(String user, String family) implements Spending {}

    /** It could be spent, but nothing is issued for it any more, because what it hangs on is over. Nothing was spent. */
    record Over() implements Spending {}

    /** It is no token that lives. Nothing was spent. */
    record Refused() implements Spending {}
}
