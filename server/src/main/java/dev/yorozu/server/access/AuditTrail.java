package dev.yorozu.server.access;

import dev.yorozu.audit.AuditLog;
import dev.yorozu.audit.Event;
import dev.yorozu.audit.Kind;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Optional;

/**
 * Writes down what becomes of the accounts, sessions and tokens of one system, for operators. Each of them appears by a
 * reference that grants no access: the public id of a session, the family of a token. Safe for use by many threads.
 */
public record AuditTrail(AuditLog log, Kind kind, String system, InstantSource clock) {
    private static final String ALL = "all";

    public void registered(Client client, String user) {
        log.append(event(client, "register").by(Optional.of(user)));
    }

    public void signedIn(Client client, String user, String reference) {
        log.append(about(client, "sign-in", user, reference));
    }

    /** @param user whose account was tried, where there is one */
    public void refused(Client client, Optional<String> user, String why) {
        log.append(event(client, "refuse").by(user).ending(why));
    }

    /** A spent refresh token came once more within the grace, as it does after an answer that got lost. */
    public void repeated(Client client, String user, String reference) {
        log.append(about(client, "repeat", user, reference));
    }

    /** A spent refresh token came once more after the grace, as a stolen one does: what it belongs to was ended. */
    public void reused(Client client, String user, String reference, String consequence) {
        log.append(about(client, "reuse", user, reference).ending(consequence));
    }

    public void signedOut(Client client, String user, String reference) {
        log.append(about(client, "sign-out", user, reference));
    }

    /** One session or device of the user ended, at the user's wish. */
    public void revoked(Client client, String user, String reference) {
        log.append(about(client, "revoke", user, reference));
    }

    /** Everything of the user ended but what is referred to. */
    public void revokedOthers(Client client, String user, String reference) {
        log.append(about(client, "revoke-others", user, reference));
    }

    public void revokedAll(Client client, String user) {
        log.append(about(client, "revoke-all", user, ALL));
    }

    /** Everything of the user ended without the user's wish. */
    public void revokedAll(Client client, String user, String why) {
        log.append(about(client, "revoke-all", user, ALL).ending(why));
    }

    public void passwordChanged(Client client, String user) {
        log.append(event(client, "password").by(Optional.of(user)));
    }

    /** What an operator did to what a user has. */
    public void byOperator(Client client, String operator, String action, String user, String reference) {
        log.append(event(client, action).by(Optional.of(operator)).about("user " + user, reference));
    }

    /** What a program ended of what a user has, by the name of its credential. */
    public void byProgram(Client client, String credential, String user, String reference) {
        log.append(event(client, "revoke")
                .by(Optional.of("credential " + credential))
                .about("user " + user, reference));
    }

    /** Writes down what only this system does. */
    public void append(Event event) {
        log.append(event);
    }

    /** Writes down the beginning of something that ends by itself at this time. */
    public void appendBeginning(Event event, Instant ends) {
        log.appendBeginning(event, ends);
    }

    /** Writes down that something ended before this time, at which it would have ended by itself. */
    public void appendEnding(Event event, Instant ends) {
        log.appendEnding(event, ends);
    }

    /** An event about something of a user's. */
    public Event about(Client client, String action, String user, String reference) {
        return event(client, action).by(Optional.of(user)).about(reference, reference);
    }

    /** An event of no known user. */
    public Event event(Client client, String action) {
        return Event.of(clock.instant(), kind, system, action).from(client.id());
    }
}
