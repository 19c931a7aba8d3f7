package dev.yorozu.server.systems.users;

import dev.yorozu.account.Directory;
import dev.yorozu.account.DirectoryException;
import dev.yorozu.account.HistoryEvent;
import dev.yorozu.audit.AuditLog;
import dev.yorozu.audit.Event;
import dev.yorozu.audit.Kind;
import java.time.InstantSource;
import java.util.Optional;
import java.util.logging.Level;
import java.util.logging.Logger;

/**
 * Writes down what becomes of accounts and sessions, for operators in the audit log and for the owner in the account's
 * past. A session appears by its id, which lets nobody in; tokens do not appear.
 */
final class UserTrail {
    private static final Logger LOGGER = Logger.getLogger(UserTrail.class.getName());

    private final AuditLog log;
    private final Directory directory;
    private final InstantSource clock;

    UserTrail(AuditLog log, Directory directory, InstantSource clock) {
        this.log = log;
        this.directory = directory;
        this.clock = clock;
    }

    void signedUp(Client client, String user) {
        log.append(event(client, "register").by(Optional.of(user)));
    }

    void signedIn(Client client, String user, String session) {
        log.append(about(client, "sign-in", user, session));
    }

    /** @param user whose account was tried, where there is one */
    void refused(Client client, Optional<String> user, String why) {
        log.append(event(client, "refuse").by(user).ending(why));
    }

    /** A spent refresh token came once more within the grace, as it does after an answer that got lost. */
    void repeated(Client client, String user, String session) {
        log.append(about(client, "repeat", user, session));
    }

    /** A spent refresh token came once more after the grace, as a stolen one does: all sessions of its user ended. */
    void reused(Client client, String user) {
        log.append(about(client, "reuse", user, "all").ending("all sessions ended"));
        past(client, user, HistoryEvent.Type.TOKEN_REUSED);
    }

    void signedOut(Client client, String user, String session) {
        log.append(about(client, "sign-out", user, session));
        past(client, user, HistoryEvent.Type.SIGNED_OUT);
    }

    void ended(Client client, String user, String session) {
        log.append(about(client, "revoke", user, session));
    }

    void endedAll(Client client, String user) {
        log.append(about(client, "revoke-all", user, "all"));
        past(client, user, HistoryEvent.Type.SIGNED_OUT_EVERYWHERE);
    }

    /** What an operator did to the sessions of a user. */
    void endedByOperator(Client client, String operator, String user) {
        log.append(event(client, "revoke-all").by(Optional.of(operator)).about("user " + user, "all"));
        past(client, user, HistoryEvent.Type.SIGNED_OUT_EVERYWHERE);
    }

    /** Of what is done already: a line that is lost does no harm, to answer that the deed failed because of it would. */
    private void past(Client client, String user, HistoryEvent.Type occasion) {
        try {
            Gate.uuid(user)
                    .flatMap(directory::findByUuid)
                    .ifPresent(account -> directory.record(
                            account.id(), new HistoryEvent(occasion, clock.instant(), client.masked(), "")));
        } catch (DirectoryException fault) {
            LOGGER.log(Level.WARNING, () -> "A line of an account's past was lost: " + fault.getMessage());
        }
    }

    private Event about(Client client, String action, String user, String tie) {
        return event(client, action).by(Optional.of(user)).about(tie, tie);
    }

    private Event event(Client client, String action) {
        return Event.of(clock.instant(), Kind.TOKEN, UsersModule.SYSTEM, action).from(client.id());
    }
}
