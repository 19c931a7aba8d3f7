package dev.yorozu.membership;

/**
 * What a profile used in one month, and what it may use beyond its plan.
 *
 * @param bonusTokens what is left of bonuses that have not ended
 */
public record Usage(long tokensUsed, long bonusTokens) {
    public static final Usage NONE = new Usage(0, 0);
}
