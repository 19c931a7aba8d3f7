package dev.yorozu.server.systems.patreon;

import dev.yorozu.audit.AuditLog;
import dev.yorozu.audit.Event;
import dev.yorozu.audit.Kind;
import java.time.InstantSource;
import java.util.Optional;

/**
 * Writes down what becomes of sessions, for operators. A user appears by the id at Patreon, a session by an id that lets
 * nobody in; tokens, addresses and names do not appear.
 */
final class PatreonTrail {
    private static final String ALL = "all";

    private final AuditLog log;
    private final InstantSource clock;

    PatreonTrail(AuditLog log, InstantSource clock) {
        this.log = log;
        this.clock = clock;
    }

    void signedIn(Client client, String user, String session) {
        log.append(about(client, "sign-in", user, session));
    }

    /** @param ended the session that had the seat before */
    void tookOver(Client client, String user, String ended) {
        log.append(about(client, "take-over", user, ended));
    }

    void refused(Client client, String why) {
        log.append(event(client, "refuse").ending(why));
    }

    void signedOut(Client client, String user, String session) {
        log.append(about(client, "sign-out", user, session));
    }

    void endedAll(Client client, String user) {
        log.append(about(client, "revoke-all", user, ALL));
    }

    /** @param event what Patreon said */
    void endedByWebhook(Client client, String user, String event) {
        log.append(about(client, "revoke-all", user, ALL).ending(event));
    }

    /** Somebody else signed in with the profile that was this user's. */
    void displaced(Client client, String user) {
        log.append(about(client, "revoke-all", user, ALL).ending("profile linked to another patron"));
    }

    /** A spent refresh token came once more within the grace, as it does after an answer that got lost. */
    void repeated(Client client) {
        log.append(event(client, "repeat"));
    }

    /** A spent refresh token came once more after the grace, as a stolen one does: its family ended. */
    void reused(Client client, String user, String family) {
        log.append(about(client, "reuse", user, family).ending("family ended"));
    }

    private Event about(Client client, String action, String user, String tie) {
        return event(client, action).by(Optional.of(user)).about(tie, tie);
    }

    private Event event(Client client, String action) {
        return Event.of(clock.instant(), Kind.TOKEN, PatreonSystem.NAME, action).from(client.id());
    }
}
