package dev.yorozu.server.systems.patreon;

import dev.yorozu.membership.Membership;
import dev.yorozu.membership.MembershipAnswer;
import dev.yorozu.membership.Memberships;
import dev.yorozu.seat.Seat;
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
        Seat seat = admission.seat(token);
        limits.byUser(PatreonRates.SYNC, "sync", seat.user());
        return switch (memberships.sync(seat.user(), seat.accessToken())) {
            case MembershipAnswer.Known known -> {
                departures.forget(List.of(seat.keyPart()));
                yield known.membership();
            }
            case MembershipAnswer.Expired expired ->
                throw departures.refused(seat).exception();
            case MembershipAnswer.Trouble trouble ->
                throw PatreonErrors.noIdentity(trouble.status()).exception();
        };
    }
}
