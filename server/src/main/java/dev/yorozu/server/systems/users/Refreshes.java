package dev.yorozu.server.systems.users;

import dev.yorozu.account.HistoryEvent;
import dev.yorozu.json.Document;
import dev.yorozu.server.access.AccountHistory;
import dev.yorozu.server.access.AuditTrail;
import dev.yorozu.server.access.Client;
import dev.yorozu.server.directory.KeptAccount;
import dev.yorozu.server.http.Problem;
import dev.yorozu.server.metrics.TokenMetrics;
import dev.yorozu.server.metrics.TokenMetrics.Rotated;
import dev.yorozu.session.Session;
import dev.yorozu.store.RoundTrip;
import dev.yorozu.token.Claims;
import dev.yorozu.token.Issued;
import dev.yorozu.token.Presented;
import dev.yorozu.token.RefreshTokens;
import dev.yorozu.token.Rotation;
import dev.yorozu.token.TokenSessions;
import java.util.Optional;

/**
 * Exchanges a refresh token for the next pair.
 *
 * <p>The account is asked for before the token is spent, so that a disabled one loses nothing but is refused. Whoever
 * disables an account ends its sessions after, and a refresh that is under way then does not succeed: there is no need for
 * a second look.
 *
 * @param clientId that access tokens name
 */
record Refreshes(
        UsersAccess access,
        TokenSessions logins,
        RefreshTokens tokens,
        AuditTrail trail,
        AccountHistory history,
        TokenMetrics metrics,
        String clientId) {
    /** Asks with a trip; the answer is the next pair. Without one, it ends the call with what is wrong with the token. */
    RoundTrip.Answer<Issued> refresh(RoundTrip trip, String token, Client client) {
        Optional<Presented> presented = logins.presented(trip, token);
        RoundTrip.Answer<Optional<KeptAccount>> account =
                presented.map(each -> access.stillEnabled(trip, each.user())).orElse(Optional::empty);
        return () -> rotated(
                presented.orElseThrow(
                        () -> refused(client, "invalid refresh token", UsersErrors.INVALID_REFRESH_TOKEN)),
                account,
                client);
    }

    private Issued rotated(Presented presented, RoundTrip.Answer<Optional<KeptAccount>> account, Client client) {
        Claims claims = new Claims(presented.user(), Document.empty());
        if (presented.isAdmissible()) {
            KeptAccount enabled = account.get()
                    .orElseThrow(() -> refused(client, "no enabled account", UsersErrors.INVALID_REFRESH_TOKEN));
            claims = new Claims(presented.user(), UsersJson.claims(enabled, clientId));
        }
        return switch (tokens.rotate(presented, claims)) {
            case Rotation.Rotated rotated -> {
                metrics.count(Rotated.ROTATED);
                yield rotated.issued();
            }
            case Rotation.Repeated repeated -> {
                metrics.count(Rotated.REPEATED);
                Session session = repeated.issued().session().orElseThrow();
                trail.repeated(client, session.user(), UsersJson.id(session));
                yield repeated.issued();
            }
            case Rotation.Reused reused -> {
                metrics.count(Rotated.REUSED);
                trail.reused(client, reused.user(), "all", "all sessions ended");
                history.add(reused.user(), HistoryEvent.Type.TOKEN_REUSED, client, "");
                throw UsersErrors.TOKEN_REUSED.exception();
            }
            case Rotation.Refused refused -> throw refused(client, refused.reason());
        };
    }

    private RuntimeException refused(Client client, Rotation.Reason reason) {
        return switch (reason) {
            case REVOKED -> refused(client, "revoked refresh token", UsersErrors.TOKEN_REVOKED);
            case ENDED -> refused(client, "session ended", UsersErrors.SESSION_ENDED);
            case INVALID -> refused(client, "invalid refresh token", UsersErrors.INVALID_REFRESH_TOKEN);
        };
    }

    private RuntimeException refused(Client client, String why, Problem answer) {
        metrics.count(Rotated.REFUSED);
        trail.refused(client, Optional.empty(), why);
        return answer.exception();
    }
}
