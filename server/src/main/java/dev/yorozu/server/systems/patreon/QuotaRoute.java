package dev.yorozu.server.systems.patreon;

import dev.yorozu.jwt.Jwt;
import dev.yorozu.limit.Decision;
import dev.yorozu.limit.FixedWindow;
import dev.yorozu.membership.Quota;
import dev.yorozu.membership.Quotas;
import dev.yorozu.membership.Usage;
import dev.yorozu.seat.SeatTokens;
import dev.yorozu.server.http.Call;
import dev.yorozu.server.http.Reply;
import dev.yorozu.store.Bytes;
import dev.yorozu.store.Read;
import java.time.YearMonth;
import java.util.List;
import java.util.Optional;

/**
 * What somebody may use this month. Goes by the profile alone: the id at Patreon may be the text of another's profile.
 *
 * <p>A signed token says whose it is, so that the count, the session, its user and the usage are one trip to the store. It
 * is believed only in so far as the session bears it out. The token of a session says nothing by itself, and takes two.
 */
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
        Admission.Arrival arrival = admission.arrive(Bearer.of(call));
        YearMonth month = quotas.month();
        return arrival.jwt()
                .map(jwt -> together(arrival, jwt, month))
                .orElseGet(() -> apart(admission.enter(arrival).patron(), month));
    }

    private Reply together(Admission.Arrival arrival, Jwt jwt, YearMonth month) {
        Quotas.Lookup lookup = quotas.lookup(jwt.subject(), month);
        List<Read<Optional<Bytes>>> questions = arrival.questions();
        questions.add(lookup.question());
        FixedWindow.Checked<List<Optional<Bytes>>> checked =
                counted(jwt.claims().text(SeatTokens.USER).orElse(""), questions);
        if (checked.answer().isEmpty()) {
            return reply(admission.enter(arrival).patron(), Optional.empty(), checked.decision(), month);
        }
        List<Optional<Bytes>> answers = checked.answer().get();
        Patron patron = arrival.found(answers.subList(0, answers.size() - 1)).patron();
        Optional<Usage> usage =
                patron.profile().filter(jwt.subject()::equals).map(same -> lookup.found(answers.getLast()));
        return reply(patron, usage, checked.decision(), month);
    }

    private Reply apart(Patron patron, YearMonth month) {
        Optional<Quotas.Lookup> lookup = patron.profile().map(profile -> quotas.lookup(profile, month));
        FixedWindow.Checked<List<Optional<Bytes>>> checked = counted(
                patron.user(), lookup.stream().map(Quotas.Lookup::question).toList());
        Optional<Usage> usage = lookup.flatMap(each -> checked.answer().map(answers -> each.found(answers.getLast())));
        return reply(patron, usage, checked.decision(), month);
    }

    private FixedWindow.Checked<List<Optional<Bytes>>> counted(String user, List<Read<Optional<Bytes>>> questions) {
        return limits.byUser(PatreonRates.QUOTA, "quota", user, questions);
    }

    /** @param known what was used, where it came with the count */
    private Reply reply(Patron patron, Optional<Usage> known, Decision decision, YearMonth month) {
        Limits.require(decision);
        Usage usage = known.or(() -> patron.profile().map(profile -> quotas.of(profile, month)))
                .orElse(Usage.NONE);
        return Reply.json(200, PatreonJson.quota(new Quota(month, patron.plan(), usage)))
                .with("X-RateLimit-Limit", Long.toString(decision.limit()))
                .with("X-RateLimit-Remaining", Long.toString(decision.remaining()))
                .with("X-RateLimit-Reset", Long.toString(PatreonErrors.resetSecond(decision)))
                .unkept();
    }
}
