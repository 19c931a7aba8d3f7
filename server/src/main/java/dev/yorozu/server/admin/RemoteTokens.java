package dev.yorozu.server.admin;

import dev.yorozu.server.admin.tokens.Inspection;
import dev.yorozu.server.admin.tokens.RevokedToken;
import dev.yorozu.server.admin.tokens.TokenDesk;
import dev.yorozu.server.admin.tokens.TokenJson;
import dev.yorozu.server.admin.tokens.UserLogins;
import java.time.Instant;
import java.util.Optional;
import java.util.OptionalInt;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** The token desk of a running server, through its admin interface. */
record RemoteTokens(AdminClient client) implements TokenDesk {
    @Override
    public Optional<UserLogins> logins(String user) {
        return client.find("/tokens/list", about(user)).map(TokenJson::logins);
    }

    @Override
    public boolean end(String user, String login) {
        return ended(client.post("/tokens/end", about(user).put("login", login))) > 0;
    }

    @Override
    public int endAll(String user, Optional<String> kept) {
        return ended(client.post("/tokens/end-all", about(user).put("except", kept.orElse(""))));
    }

    @Override
    public OptionalInt invalidateBefore(String user, Instant time) {
        return client.find("/tokens/invalidate-before", about(user).put("time", time.toString()))
                .map(done -> OptionalInt.of(ended(done)))
                .orElseGet(OptionalInt::empty);
    }

    @Override
    public Inspection inspect(String token) {
        return TokenJson.inspection(
                client.post("/tokens/inspect", OperationsJson.object().put("token", token)));
    }

    @Override
    public Optional<RevokedToken> revoke(String system, String id) {
        return client.find("/tokens/revoke", token(system, id)).map(TokenJson::revoked);
    }

    @Override
    public Optional<RevokedToken> revoked(String system, String id) {
        return client.find("/tokens/revoked", token(system, id)).map(TokenJson::revoked);
    }

    private static ObjectNode token(String system, String id) {
        return OperationsJson.object().put("system", system).put("id", id);
    }

    private static ObjectNode about(String user) {
        return OperationsJson.object().put("user", user);
    }

    private static int ended(JsonNode done) {
        return done.required("ended").intValue();
    }
}
