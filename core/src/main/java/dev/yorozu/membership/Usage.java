package dev.yorozu.membership;

/**
 * What somebody used in one month, and what they may use beyond their plan.
 *
 * @param bonusTokens what is left of bonuses that have not ended
 */
public record Usage(long tokensUsed, long bonusTokens) {
    public static final Usage NONE = new Usage(0, 0);
}
