package dev.yorozu.server.systems.tokens;

import dev.yorozu.account.HistoryEvent;
import dev.yorozu.server.access.AccountHistory;
import dev.yorozu.server.access.AuditTrail;
import dev.yorozu.server.access.Client;
import dev.yorozu.token.Login;
import dev.yorozu.token.ledger.Logins;
import java.util.Optional;
import java.util.OptionalInt;

/** Ends logins at the wish of their owner, who shows both an access token and a refresh token. */
final class SignOut {
    /** Another program may have written more there than a directory keeps. */
    private static final int LONGEST_DEVICE = 64;

    private final Logins tokens;
    private final AuditTrail trail;
    private final AccountHistory history;

    SignOut(Logins tokens, AuditTrail trail, AccountHistory history) {
        this.tokens = tokens;
        this.trail = trail;
        this.history = history;
    }

    /**
     * Ends the login of a refresh token, and the access token that the caller showed, whichever login it is of. Says
     * whether the refresh token is remembered as the caller's.
     */
    boolean end(Caller caller, String token, Client client) {
        if (!tokens.owner(token).equals(Optional.of(caller.user()))) {
            return false;
        }
        Optional<Login> ended = tokens.end(token, caller.user());
        tokens.access().revoke(caller.jwt().id(), caller.jwt().endsAt());
        trail.signedOut(client, caller.user(), ended.map(Login::id).orElse(""));
        history.add(caller.user(), HistoryEvent.Type.SIGNED_OUT, client, device(ended));
        return true;
    }

    /** Ends every login of the caller but that of this refresh token; how many, or nothing when it is not a live one. */
    OptionalInt endOthers(Caller caller, String token, Client client) {
        Optional<Login> current =
                tokens.find(token).filter(login -> login.user().equals(caller.user()));
        if (current.isEmpty()) {
            return OptionalInt.empty();
        }
        int ended = tokens.endAllBut(caller.user(), current.get().id());
        trail.revokedOthers(client, caller.user(), current.get().id());
        history.add(caller.user(), HistoryEvent.Type.SIGNED_OUT_EVERYWHERE, client, device(current));
        return OptionalInt.of(ended);
    }

    private static String device(Optional<Login> login) {
        return login.flatMap(each -> each.attributes().text(LoginIssuance.DEVICE))
                .filter(device -> device.length() <= LONGEST_DEVICE)
                .orElse("");
    }
}
