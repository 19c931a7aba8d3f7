package dev.yorozu.token;

import dev.yorozu.session.Session;
import java.util.Optional;

/**
 * What a client is given. Its text form shows no token.
 *
 * @param login the login whose current refresh token this is
 * @param session the session on which both tokens hang; empty where none does
 */
public record Issued(Login login, String accessToken, String refreshToken, Optional<Session> session) {
    @Override
    public String toString() {
        return "Issued[" + login.id() + " of " + login.user() + "]";
    }
}
