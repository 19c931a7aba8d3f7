package dev.yorozu.server.systems.patreon;

import dev.yorozu.membership.Membership;
import dev.yorozu.membership.MembershipResult;
import dev.yorozu.membership.Memberships;
import dev.yorozu.session.Session;
import java.util.List;

/** Asks Patreon anew what a session entitles to, and forgets what was kept before. */
final class Licenses {
    private final Admission admission;
    private final Memberships memberships;
    private final Departures departures;
    private final Limits limits;

    Licenses(Admission admission, Memberships memberships, Departures departures, Limits limits) {
        this.admission = admission;
        this.memberships = memberships;
        this.departures = departures;
        this.limits = limits;
    }

    /** What Patreon says now of the user of this session. */
    Membership sync(String token) {
        Session session = admission.session(token);
        limits.byUser(PatreonRates.SYNC, "sync", session.user());
        return switch (memberships.sync(session.user(), Admission.accessToken(session))) {
            case MembershipResult.Known known -> {
                departures.forget(List.of(session.keyPart()));
                yield known.membership();
            }
            case MembershipResult.Expired expired ->
                throw departures.refused(session).exception();
            case MembershipResult.Failed trouble ->
                throw PatreonErrors.noIdentity(trouble.status()).exception();
        };
    }
}
