package dev.yorozu.server.systems.tokens;

import dev.yorozu.account.HistoryEvent;
import dev.yorozu.server.access.AccountHistory;
import dev.yorozu.server.access.AuditTrail;
import dev.yorozu.server.access.Client;
import dev.yorozu.token.Access;
import dev.yorozu.token.ledger.LedgerPolicy;
import dev.yorozu.token.ledger.Logins;
import java.time.Instant;
import java.time.InstantSource;

/** What operators do with the tokens of one user. */
record TokenOperations(
        Logins tokens, LedgerPolicy policy, AuditTrail trail, AccountHistory history, InstantSource clock) {
    /** Ends everything; how many logins there were. */
    int endAll(Caller operator, String user, Client client) {
        int ended = tokens.endAll(user);
        trail.byOperator(client, operator.user(), "revoke-all", user, "");
        history.add(user, HistoryEvent.Type.SIGNED_OUT_EVERYWHERE, client, "");
        return ended;
    }

    /**
     * Revokes one access token by its id. One that is none of the user's is revoked for as long as any token lives: it may
     * be another program's.
     */
    void revoke(Caller operator, String user, String jti, Client client) {
        Instant end = tokens.list(user).stream()
                .flatMap(login -> login.access().stream())
                .filter(each -> each.id().equals(jti))
                .map(Access::endsAt)
                .findFirst()
                .orElseGet(() -> clock.instant().plus(policy.accessLife()));
        tokens.access().revoke(jti, end);
        trail.byOperator(client, operator.user(), "blacklist", user, jti);
    }

    /** Ends everything that was issued before a second, which is not in the future; how many logins ended. */
    int invalidateBefore(Caller operator, String user, Instant moment, Client client) {
        int ended = tokens.invalidateBefore(user, moment);
        trail.byOperator(client, operator.user(), "invalidate-before", user, moment.toString());
        return ended;
    }
}
