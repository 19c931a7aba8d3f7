package dev.yorozu.membership;

import java.time.YearMonth;

/** What a profile may use in one month, and how much of it was used. */
public record Quota(YearMonth month, Plan plan, Usage usage) {
    /** How many tokens the plan and the bonuses make together. */
    public long limit() {
        long sum = plan.monthlyTokens() + usage.bonusTokens();
        return sum < 0 ? Long.MAX_VALUE : sum;
    }

    /** Whether nothing is left, as it is from the beginning where the limit is zero. */
    public boolean exceeded() {
        return usage.tokensUsed() >= limit();
    }

    public boolean hasBonus() {
        return usage.bonusTokens() > 0;
    }
}
