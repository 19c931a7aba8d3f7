package dev.yorozu.server.systems.patreon;

import dev.yorozu.membership.Membership;
import dev.yorozu.membership.Memberships;
import dev.yorozu.oauth.ProviderResult;
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
            case ProviderResult.Success<Membership> found -> {
                departures.forget(List.of(session.keyPart()));
                yield found.value();
            }
            case ProviderResult.Failed<Membership> failed ->
                throw (failed.isUnauthorized() ? departures.refused(session) : PatreonErrors.noMembership(failed))
                        .exception();
        };
    }
}
