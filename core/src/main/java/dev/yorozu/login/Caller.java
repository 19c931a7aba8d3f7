package dev.yorozu.login;

import dev.yorozu.jwt.Jwt;
import dev.yorozu.session.Session;

/**
 * Who makes a request, as an access token and the living session behind it say.
 *
 * @param jwt the token; its subject is the user
 */
public record Caller(Jwt jwt, Session session) {
    public String user() {
        return jwt.subject();
    }
}
