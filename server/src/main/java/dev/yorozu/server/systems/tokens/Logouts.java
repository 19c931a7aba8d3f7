package dev.yorozu.server.systems.tokens;

import dev.yorozu.token.AccessTokens;
import dev.yorozu.token.Login;
import dev.yorozu.token.RefreshTokens;
import java.util.Optional;
import java.util.OptionalInt;

/** Ends logins at the wish of their owner, who shows both an access token and a refresh token. */
final class Logouts {
    private final RefreshTokens tokens;
    private final AccessTokens access;
    private final TokenTrail trail;

    Logouts(RefreshTokens tokens, AccessTokens access, TokenTrail trail) {
        this.tokens = tokens;
        this.access = access;
        this.trail = trail;
    }

    /**
     * Ends the login of a refresh token, and the access token that the caller showed, whichever login it is of. Says
     * whether the refresh token is the caller's; one that has ended already, as after a first logout, is so too.
     */
    boolean end(Caller caller, String token, Client client) {
        if (!tokens.owner(token).equals(Optional.of(caller.user()))) {
            return false;
        }
        Optional<Login> ended = tokens.end(token, caller.user());
        access.revoke(caller.jwt().id(), caller.jwt().endsAt());
        trail.signedOut(client, caller.user(), ended.map(Login::family).orElse(""));
        return true;
    }

    /** Ends every login of the caller but that of this refresh token; how many, or nothing when it is not a live one. */
    OptionalInt endOthers(Caller caller, String token, Client client) {
        Optional<Login> current =
                tokens.find(token).filter(login -> login.user().equals(caller.user()));
        if (current.isEmpty()) {
            return OptionalInt.empty();
        }
        int ended = tokens.endAllBut(caller.user(), current.get().family());
        trail.signedOutOthers(client, caller.user(), current.get().family());
        return OptionalInt.of(ended);
    }
}
