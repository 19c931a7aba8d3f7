package dev.yorozu.server.systems.users;

import dev.yorozu.account.Account;
import dev.yorozu.login.Logins;
import dev.yorozu.login.Refresh;
import dev.yorozu.login.Tokens;
import dev.yorozu.server.http.Problem;
import dev.yorozu.server.metrics.TokenMetrics;
import dev.yorozu.server.metrics.TokenMetrics.Rotated;
import java.util.Optional;

/**
 * Exchanges a refresh token for the next pair.
 *
 * <p>The account is asked for before the token is spent, so that a disabled one loses nothing but is refused. Whoever
 * disables an account ends its sessions after, and a refresh that is under way then does not succeed: there is no need for
 * a second look.
 */
final class Refreshes {
    private final Gate gate;
    private final Logins logins;
    private final UserTrail trail;
    private final TokenMetrics metrics;

    Refreshes(Gate gate, Logins logins, UserTrail trail, TokenMetrics metrics) {
        this.gate = gate;
        this.logins = logins;
        this.trail = trail;
        this.metrics = metrics;
    }

    /** The next pair; without one, the call ends with what is wrong with the token. */
    Tokens refresh(String token, Client client) {
        return switch (logins.refresh(
                token, user -> gate.account(user).filter(Account::enabled).map(UsersJson::claims))) {
            case Refresh.Refreshed refreshed -> {
                metrics.count(Rotated.ROTATED);
                yield refreshed.tokens();
            }
            case Refresh.Repeated repeated -> {
                metrics.count(Rotated.REPEATED);
                Tokens tokens = repeated.tokens();
                trail.repeated(client, tokens.session().user(), UsersJson.id(tokens.session()));
                yield tokens;
            }
            case Refresh.Reused reused -> {
                metrics.count(Rotated.REUSED);
                trail.reused(client, reused.user());
                throw UsersErrors.TOKEN_REUSED.exception();
            }
            case Refresh.Revoked revoked -> throw refused(client, "revoked refresh token", UsersErrors.TOKEN_REVOKED);
            case Refresh.NoSession none -> throw refused(client, "session ended", UsersErrors.SESSION_ENDED);
            case Refresh.NotAdmitted disabled ->
                throw refused(client, "no enabled account", UsersErrors.INVALID_REFRESH_TOKEN);
            case Refresh.Invalid invalid ->
                throw refused(client, "invalid refresh token", UsersErrors.INVALID_REFRESH_TOKEN);
        };
    }

    private RuntimeException refused(Client client, String why, Problem answer) {
        metrics.count(Rotated.REFUSED);
        trail.refused(client, Optional.empty(), why);
        return answer.exception();
    }
}
