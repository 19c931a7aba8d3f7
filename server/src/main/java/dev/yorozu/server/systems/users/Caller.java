package dev.yorozu.server.systems.users;

import dev.yorozu.session.Session;
import dev.yorozu.token.Authentication;

/** Who makes a request, as an access token and the living session behind it say. */
record Caller(Authentication.Granted granted) {
    String user() {
        return granted.jwt().subject();
    }

    Session session() {
        return granted.session().orElseThrow();
    }
}
