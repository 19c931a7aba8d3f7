package dev.yorozu.server.systems.patreon;

import dev.yorozu.json.Document;
import dev.yorozu.membership.Membership;
import dev.yorozu.membership.Memberships;
import dev.yorozu.membership.Patrons;
import dev.yorozu.membership.ProfileLink;
import dev.yorozu.oauth.Grant;
import dev.yorozu.oauth.GrantFields;
import dev.yorozu.server.access.AuditTrail;
import dev.yorozu.server.access.Client;
import dev.yorozu.server.http.ProblemException;
import dev.yorozu.server.metrics.TokenMetrics;
import dev.yorozu.session.Ended;
import dev.yorozu.session.NewSession;
import dev.yorozu.session.Session;
import dev.yorozu.session.Sessions;
import dev.yorozu.session.Start;
import dev.yorozu.store.StoreException;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;

/**
 * Signs people in with what they bring back from Patreon, on one device each: whoever signs in takes the session.
 *
 * <p>All that Patreon and the directory of patrons have to say is asked before the session is taken, so that nobody loses theirs
 * to a sign-in that fails. From then on nothing but the store can fail; a session whose token could not be handed out is
 * ended.
 */
record PatreonSignIn(
        PatreonRelay relay,
        Memberships memberships,
        Patrons patrons,
        Sessions sessions,
        SessionTermination termination,
        AuditTrail trail,
        TokenMetrics metrics,
        InstantSource clock) {
    /** Both fields are there in every session, in this order. */
    private static final Document NO_TOKENS =
            Document.empty().with("accessToken", "").with("refreshToken", "");

    /** A session that has begun. */
    record SignedIn(Session session, Grant grant, Membership membership) {}

    /**
     * @param code what the client brings back from Patreon
     * @param identity proof of who they are where profiles are kept
     */
    SignedIn signIn(String code, String redirectUri, Optional<String> identity, Client client) {
        Instant asked = clock.instant();
        try {
            Grant grant = relay.exchange(code, redirectUri);
            Membership membership = PatreonErrors.value(
                    memberships.fetch(grant.accessToken()), failed -> PatreonErrors.noIdentity(failed.relayed()));
            Optional<ProfileLink> linking = patrons.link(membership.userId(), identity);
            Session session = begin(grant, membership, linking, asked, client);
            return new SignedIn(session, grant, membership);
        } catch (ProblemException refused) {
            metrics.count(TokenMetrics.SignedIn.REFUSED);
            trail.refused(client, Optional.empty(), refused.problem().error());
            throw refused;
        }
    }

    private Session begin(
            Grant grant, Membership membership, Optional<ProfileLink> linking, Instant asked, Client client) {
        String user = membership.userId();
        Document attributes = GrantFields.PATREON
                .write(NO_TOKENS, grant, clock.instant())
                .with("userId", user)
                .withIfPresent(SessionProfiles.FIELD, linking.map(ProfileLink::profile));
        Document description =
                Document.empty().with("email", membership.email()).with("fullName", membership.fullName());
        Start start = sessions.start(new NewSession(user, sessions.nextSid(), attributes).describing(description));
        return switch (start) {
            case Start.Started started -> {
                begun(started.session(), started.ended(), membership, linking, asked, client);
                metrics.count(TokenMetrics.SignedIn.ENTERED);
                yield started.session();
            }
            case Start.Overtaken overtaken -> {
                begun(overtaken.session(), overtaken.ended(), membership, linking, asked, client);
                metrics.count(TokenMetrics.SignedIn.OVERTAKEN);
                yield overtaken.session();
            }
            case Start.Refused refused -> throw new StoreException.Unavailable("The same user signs in all the time");
        };
    }

    private void begun(
            Session session,
            List<Ended> ended,
            Membership membership,
            Optional<ProfileLink> linking,
            Instant asked,
            Client client) {
        try {
            termination.superseded(ended);
            memberships.remember(membership, asked);
            linking.flatMap(ProfileLink::displaced).ifPresent(other -> displace(other, client));
            trail.signedIn(client, session.user(), session.publicId());
            ended.forEach(each -> trail.append(trail.about(client, "take-over", session.user(), each.publicId())));
        } catch (RuntimeException fault) {
            endQuietly(session, fault);
            throw fault;
        }
    }

    /** The profile is somebody else's from now on: sessions that still name it must not go on. */
    private void displace(String other, Client client) {
        termination.endAll(other);
        trail.revokedAll(client, other, "profile linked to another patron");
    }

    private void endQuietly(Session session, RuntimeException fault) {
        try {
            termination.endAnyway(session);
        } catch (RuntimeException another) {
            fault.addSuppressed(another);
        }
    }
}
