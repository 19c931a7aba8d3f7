package dev.yorozu.server.systems.patreon;

import com.fasterxml.jackson.annotation.JsonInclude;
import dev.yorozu.membership.Membership;
import dev.yorozu.server.http.Reply;
import dev.yorozu.token.Issued;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.PropertyNamingStrategies.SnakeCaseStrategy;
import tools.jackson.databind.annotation.JsonNaming;

/** What this system answers, as its document names it: in snake_case, but for the signed tokens. */
final class PatreonJson {
    private PatreonJson() {}

    @JsonNaming(SnakeCaseStrategy.class)
    record Health(String status, String timestamp, String environment) {}

    @JsonNaming(SnakeCaseStrategy.class)
    record SignedIn(
            String sessionToken,
            String patreonUserId,
            String email,
            String fullName,
            long expiresIn,
            String plan,
            String tierId,
            String patronStatus,
            @Nullable String nextChargeDate,
            long entitledAmountCents) {}

    /** @param sessionExpiresAt in milliseconds since 1970 */
    @JsonNaming(SnakeCaseStrategy.class)
    record Valid(
            boolean sessionValid,
            String patreonUserId,
            String email,
            String fullName,
            String plan,
            String tierId,
            String patronStatus,
            @Nullable String nextChargeDate,
            long sessionExpiresAt) {}

    @JsonNaming(SnakeCaseStrategy.class)
    record License(
            boolean success,
            boolean sessionValid,
            boolean sessionExpired,
            String plan,
            String tierId,
            String patronStatus,
            @Nullable String nextChargeDate,
            @Nullable String error,
            @Nullable String errorCode) {}

    @JsonNaming(SnakeCaseStrategy.class)
    @JsonInclude(JsonInclude.Include.NON_NULL)
    record LicenseError(
            boolean success,
            boolean sessionValid,
            boolean sessionExpired,
            String error,
            String errorCode,
            @Nullable String reason) {}

    @JsonNaming(SnakeCaseStrategy.class)
    record Failure(boolean success, String error, String errorCode) {}

    record Done(boolean success, String message) {}

    @JsonNaming(SnakeCaseStrategy.class)
    record RevokedAll(boolean success, String message, int revokedCount) {}

    /** Spelled as the record's own names are. */
    record Tokens(String accessToken, String refreshToken, long expiresIn, String tokenType) {}

    record Tier(String id) {}

    @JsonNaming(SnakeCaseStrategy.class)
    record Member(
            String userId,
            String email,
            String fullName,
            boolean isActivePatron,
            String patronStatus,
            long entitledAmountCents,
            @Nullable Tier tier) {}

    @JsonNaming(SnakeCaseStrategy.class)
    record MonthlyUsage(String yearMonth, long tokensUsed, long tokensLimit, boolean isExceeded) {}

    @JsonNaming(SnakeCaseStrategy.class)
    record Quota(boolean success, MonthlyUsage monthlyUsage, String plan, boolean hasBonusTokens) {}

    @JsonNaming(SnakeCaseStrategy.class)
    record QuotaError(String code, String message, boolean isRetryable) {}

    record QuotaFailure(boolean success, QuotaError error) {}

    @JsonNaming(SnakeCaseStrategy.class)
    record Reported(boolean success, String reportId, String message) {}

    /** Spelled as the record's own names are. */
    record Processed(boolean success, String event, boolean processed, boolean planChangeRecorded) {}

    /** Nothing that this system answers is to be kept by anybody. */
    static Reply reply(Object body) {
        return Reply.json(200, body).unkept();
    }

    static Health health(Instant now, String environment) {
        return new Health("ok", now.truncatedTo(ChronoUnit.MILLIS).toString(), environment);
    }

    static SignedIn signedIn(PatreonSignIn.SignedIn signedIn) {
        Membership membership = signedIn.membership();
        return new SignedIn(
                signedIn.session().sid().orElseThrow(),
                membership.userId(),
                membership.email(),
                membership.fullName(),
                signedIn.grant()
                        .expiresIn()
                        .orElse(PatreonSettings.SESSION_LIFE)
                        .toSeconds(),
                membership.plan().text(),
                membership.tierId(),
                membership.patronStatus(),
                membership.nextChargeDate().orElse(null),
                membership.pledgeAmountCents());
    }

    static Valid valid(PatronAuthentication.Authenticated authenticated) {
        Patron patron = authenticated.patron();
        return new Valid(
                true,
                patron.user(),
                patron.email(),
                patron.fullName(),
                patron.plan().text(),
                patron.tierId(),
                patron.patronStatus(),
                patron.nextChargeDate().orElse(null),
                authenticated.end().toEpochMilli());
    }

    static Tokens tokens(Issued issued) {
        return new Tokens(
                issued.accessToken(), issued.refreshToken(), PatreonSettings.ACCESS_LIFE.toSeconds(), "Bearer");
    }

    static Quota quota(dev.yorozu.membership.Quota quota) {
        return new Quota(
                true,
                new MonthlyUsage(quota.month().toString(), quota.usage().tokensUsed(), quota.limit(), quota.exceeded()),
                quota.plan().text(),
                quota.hasBonus());
    }

    static License license(Membership membership) {
        return new License(
                true,
                true,
                false,
                membership.plan().text(),
                membership.tierId(),
                membership.patronStatus(),
                membership.nextChargeDate().orElse(null),
                null,
                null);
    }

    static Member member(Membership membership) {
        return new Member(
                membership.userId(),
                membership.email(),
                membership.fullName(),
                membership.isActive(),
                membership.patronStatus(),
                membership.pledgeAmountCents(),
                membership.tierId().isEmpty() ? null : new Tier(membership.tierId()));
    }
}
