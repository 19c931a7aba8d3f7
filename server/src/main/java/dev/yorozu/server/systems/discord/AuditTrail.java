package dev.yorozu.server.systems.discord;

import dev.yorozu.audit.AuditLog;
import dev.yorozu.audit.Event;
import dev.yorozu.audit.Kind;
import dev.yorozu.link.RedactedLink;
import dev.yorozu.server.access.ClientAddress;
import dev.yorozu.server.http.Call;
import dev.yorozu.session.Session;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Optional;

/** Writes down who signed in and out, and what became of share links; tokens only shortened, sessions by public id. */
final class AuditTrail {
    static final String SYSTEM = "discord";

    private final AuditLog log;
    private final ClientAddress addresses;
    private final InstantSource clock;

    AuditTrail(AuditLog log, ClientAddress addresses, InstantSource clock) {
        this.log = log;
        this.addresses = addresses;
        this.clock = clock;
    }

    void signedIn(Call call, Session session) {
        log.append(about(call, "sign-in", session));
    }

    void signedOut(Call call, Session session) {
        log.append(about(call, "sign-out", session));
    }

    /** All sessions of the user ended, at the wish of one of them. */
    void revokedAll(Call call, Session session) {
        log.append(about(call, "revoke", session));
    }

    /** One session of the user ended, at the wish of another. */
    void revoked(Call call, Session by, String publicId) {
        log.append(about(call, "revoke", by).about(publicId, publicId));
    }

    /** All sessions of the user ended but the one that wished so. */
    void revokedOthers(Call call, Session by) {
        log.append(about(call, "revoke-others", by));
    }

    /** The session ended while its tokens were looked at: Discord withdrew them, or the person signed out meanwhile. */
    void endedMeanwhile(Call call, Session session) {
        log.append(about(call, "refuse", session).ending("session ended"));
    }

    void refusedSignIn(Call call, String why) {
        log.append(event(call, Kind.SESSION, "refuse").ending(why));
    }

    private Event about(Call call, String action, Session session) {
        return event(call, Kind.SESSION, action)
                .by(Optional.of(session.user()))
                .about(session.publicId(), session.publicId());
    }

    void issued(Call call, Optional<String> maker, RedactedLink mark, Instant ends) {
        log.appendBeginning(link(call, "issue", mark).by(maker), ends);
    }

    void resolved(Call call, RedactedLink mark) {
        log.append(link(call, "resolve", mark));
    }

    void deleted(Call call, Optional<String> user, RedactedLink mark, Instant ends) {
        log.appendEnding(link(call, "delete", mark).by(user), ends);
    }

    /** @param presented the token that was brought, or nothing where there is none yet */
    void refusedLink(Call call, Optional<String> user, String presented, String why) {
        String shown = presented.isEmpty() ? "" : RedactedLink.shown(presented);
        log.append(event(call, Kind.LINK, "refuse").by(user).about(shown, "").ending(why));
    }

    private Event link(Call call, String action, RedactedLink mark) {
        return event(call, Kind.LINK, action).about(mark.shown(), mark.reference());
    }

    private Event event(Call call, Kind kind, String action) {
        return Event.of(clock.instant(), kind, SYSTEM, action).from(addresses.id(call));
    }
}
