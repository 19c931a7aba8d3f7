package dev.yorozu.login;

import dev.yorozu.session.Session;

/**
 * What the user of a login holds. Its text form shows no token.
 *
 * @param remembered whether the user asked to stay signed in
 */
public record Tokens(Session session, String accessToken, String refreshToken, boolean remembered) {
    @Override
    public String toString() {
        return "Tokens[" + session + "]";
    }
}
