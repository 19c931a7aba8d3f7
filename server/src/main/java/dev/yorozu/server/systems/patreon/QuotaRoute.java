package dev.yorozu.server.systems.patreon;

import dev.yorozu.limit.Decision;
import dev.yorozu.membership.Quota;
import dev.yorozu.membership.Quotas;
import dev.yorozu.membership.Usage;
import dev.yorozu.server.http.Call;
import dev.yorozu.server.http.Reply;
import java.time.YearMonth;

/** What somebody may use this month. Goes by the profile alone: the id at Patreon may be the text of another's profile. */
final class QuotaRoute {
    private final Admission admission;
    private final Quotas quotas;
    private final Limits limits;

    QuotaRoute(Admission admission, Quotas quotas, Limits limits) {
        this.admission = admission;
        this.quotas = quotas;
        this.limits = limits;
    }

    Reply status(Call call) {
        Patron patron = admission.byAny(Bearer.of(call)).patron();
        Decision decision = limits.byUser(PatreonRates.QUOTA, "quota", patron.user());
        YearMonth month = quotas.month();
        Usage usage = patron.profile().map(profile -> quotas.of(profile, month)).orElse(Usage.NONE);
        return Reply.json(200, PatreonJson.quota(new Quota(month, patron.plan(), usage)))
                .with("X-RateLimit-Limit", Long.toString(decision.limit()))
                .with("X-RateLimit-Remaining", Long.toString(decision.remaining()))
                .with("X-RateLimit-Reset", Long.toString(PatreonErrors.resetSecond(decision)))
                .unkept();
    }
}
