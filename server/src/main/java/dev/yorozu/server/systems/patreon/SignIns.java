package dev.yorozu.server.systems.patreon;

import dev.yorozu.membership.Linking;
import dev.yorozu.membership.Membership;
import dev.yorozu.membership.MembershipAnswer;
import dev.yorozu.membership.Memberships;
import dev.yorozu.membership.Patrons;
import dev.yorozu.oauth.Grant;
import dev.yorozu.seat.Person;
import dev.yorozu.seat.Seat;
import dev.yorozu.seat.Seats;
import dev.yorozu.seat.Taken;
import dev.yorozu.server.http.ProblemException;
import dev.yorozu.server.metrics.TokenMetrics;
import dev.yorozu.server.metrics.TokenMetrics.SignedIn;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Optional;

/**
 * Signs people in with what they bring back from Patreon, on one device each: whoever signs in takes the seat.
 *
 * <p>All that Patreon and the directory of patrons have to say is asked before the seat is taken, so that nobody loses theirs
 * to a sign-in that fails. From then on nothing but the store can fail; a session whose token could not be handed out is
 * ended.
 */
final class SignIns {
    private final Relay relay;
    private final Memberships memberships;
    private final Patrons patrons;
    private final Seats seats;
    private final Departures departures;
    private final PatreonTrail trail;
    private final TokenMetrics metrics;
    private final InstantSource clock;

    SignIns(
            Relay relay,
            Memberships memberships,
            Patrons patrons,
            Seats seats,
            Departures departures,
            PatreonTrail trail,
            TokenMetrics metrics,
            InstantSource clock) {
        this.relay = relay;
        this.memberships = memberships;
        this.patrons = patrons;
        this.seats = seats;
        this.departures = departures;
        this.trail = trail;
        this.metrics = metrics;
        this.clock = clock;
    }

    /**
     * What somebody brings back.
     *
     * @param identity proof of who they are where profiles are kept
     */
    record Ticket(String code, String redirectUri, Optional<String> identity) {
        /** Shows nothing: all of it is secret for a while. */
        @Override
        public String toString() {
            return "Ticket";
        }
    }

    /** A session that has begun. */
    record Entered(Seat seat, Grant grant, Membership membership) {}

    Entered enter(Ticket ticket, Client client) {
        Instant asked = clock.instant();
        try {
            Grant grant = relay.exchange(ticket.code(), ticket.redirectUri());
            Membership membership = identity(grant.accessToken());
            Optional<Linking> linking = patrons.link(membership.userId(), ticket.identity());
            Seat seat = take(grant, membership, linking, asked, client);
            return new Entered(seat, grant, membership);
        } catch (ProblemException refused) {
            metrics.count(SignedIn.REFUSED);
            trail.refused(client, refused.problem().error());
            throw refused;
        }
    }

    private Membership identity(String accessToken) {
        return switch (memberships.fetch(accessToken)) {
            case MembershipAnswer.Known known -> known.membership();
            case MembershipAnswer.Expired expired ->
                throw PatreonErrors.noIdentity(401).exception();
            case MembershipAnswer.Trouble trouble ->
                throw PatreonErrors.noIdentity(trouble.status()).exception();
        };
    }

    private Seat take(Grant grant, Membership membership, Optional<Linking> linking, Instant asked, Client client) {
        String user = membership.userId();
        Person person = new Person(membership.email(), membership.fullName());
        Taken taken = seats.take(user, person, grant, linking.map(Linking::profile));
        try {
            departures.superseded(taken.ended());
            memberships.remember(membership, asked);
            linking.flatMap(Linking::displaced).ifPresent(other -> displace(other, client));
            trail.signedIn(client, user, taken.seat().publicId());
            taken.ended().forEach(each -> trail.tookOver(client, user, Seat.publicId(each)));
        } catch (RuntimeException fault) {
            endQuietly(taken.seat(), fault);
            throw fault;
        }
        metrics.count(taken.overtaken() ? SignedIn.OVERTAKEN : SignedIn.ENTERED);
        return taken.seat();
    }

    /** The profile is somebody else's from now on: sessions that still name it must not go on. */
    private void displace(String other, Client client) {
        departures.endAll(other);
        trail.displaced(client, other);
    }

    private void endQuietly(Seat seat, RuntimeException fault) {
        try {
            departures.endAnyway(seat);
        } catch (RuntimeException another) {
            fault.addSuppressed(another);
        }
    }
}
