package dev.yorozu.server.systems.tokens;

import dev.yorozu.account.Account;
import dev.yorozu.audit.AuditLog;
import dev.yorozu.audit.Event;
import dev.yorozu.audit.Kind;
import dev.yorozu.token.Login;
import java.time.InstantSource;
import java.util.Optional;

/** Writes down what becomes of accounts and tokens. Tokens appear by their families and ids, which let nobody in. */
final class TokenTrail {
    static final String SYSTEM = "tokens";

    private final AuditLog log;
    private final InstantSource clock;

    TokenTrail(AuditLog log, InstantSource clock) {
        this.log = log;
        this.clock = clock;
    }

    void signedIn(Client client, Login login) {
        log.append(about(client, "sign-in", login.user(), login.id()));
    }

    /** @param user whose account was tried, where there is one */
    void refused(Client client, Optional<String> user, String why) {
        log.append(event(client, "refuse").by(user).ending(why));
    }

    /** A spent refresh token came once more within the grace, as it does after an answer that got lost. */
    void repeated(Client client, Login login) {
        log.append(about(client, "repeat", login.user(), login.id()));
    }

    /** A spent refresh token came once more after the grace, as a stolen one does: its login was ended. */
    void reused(Client client, String user, String family) {
        log.append(about(client, "reuse", user, family).ending("login ended"));
    }

    void signedOut(Client client, String user, String family) {
        log.append(about(client, "sign-out", user, family));
    }

    void signedOutOthers(Client client, String user, String family) {
        log.append(about(client, "revoke-others", user, family));
    }

    void deviceEnded(Client client, String user, String device) {
        log.append(about(client, "revoke", user, device));
    }

    void registered(Client client, Account account) {
        log.append(event(client, "register").by(Optional.of(account.user())));
    }

    void passwordChanged(Client client, String user) {
        log.append(event(client, "password").by(Optional.of(user)));
    }

    /** What an operator did to the tokens of a user. */
    void byOperator(Client client, String operator, String action, String user, String reference) {
        log.append(event(client, action).by(Optional.of(operator)).about("user " + user, reference));
    }

    private Event about(Client client, String action, String user, String tie) {
        return event(client, action).by(Optional.of(user)).about(tie, tie);
    }

    private Event event(Client client, String action) {
        return Event.of(clock.instant(), Kind.TOKEN, SYSTEM, action).from(client.id());
    }
}
