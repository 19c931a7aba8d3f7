package dev.yorozu.server.admin;

import dev.yorozu.server.admin.tokens.RevokedToken;
import dev.yorozu.server.admin.tokens.TokenDesk;
import dev.yorozu.server.admin.tokens.TokenJson;
import dev.yorozu.server.http.Call;
import dev.yorozu.server.http.Problem;
import dev.yorozu.server.http.Reply;
import java.io.IOException;
import java.time.InstantSource;
import java.util.Optional;
import java.util.OptionalInt;
import tools.jackson.databind.node.ObjectNode;

/** The part of the admin interface that is about logins by tokens. Tokens travel in bodies alone. */
final class TokenRoutes {
    private final TokenDesk tokens;
    private final InstantSource clock;

    TokenRoutes(TokenDesk tokens, InstantSource clock) {
        this.tokens = tokens;
        this.clock = clock;
    }

    Reply list(Call call) throws IOException {
        return tokens.logins(Request.of(call).user())
                .map(logins -> Reply.json(200, TokenJson.json(logins)))
                .orElseGet(TokenRoutes::noSuchUser);
    }

    Reply end(Call call) throws IOException {
        Request request = Request.of(call);
        return Reply.json(200, ended(tokens.end(request.user(), request.text("login")) ? 1 : 0));
    }

    Reply endAll(Call call) throws IOException {
        Request request = Request.of(call);
        Optional<String> kept = Optional.of(request.text("except")).filter(login -> !login.isEmpty());
        return Reply.json(200, ended(tokens.endAll(request.user(), kept)));
    }

    Reply invalidateBefore(Call call) throws IOException {
        Request request = Request.of(call);
        if (request.instant("time").isAfter(clock.instant())) {
            return Problem.badRequest("The time is in the future: tokens can be invalidated up to now.")
                    .reply();
        }
        OptionalInt ended = tokens.invalidateBefore(request.user(), request.instant("time"));
        return ended.isPresent() ? Reply.json(200, ended(ended.getAsInt())) : noSuchUser();
    }

    Reply inspect(Call call) throws IOException {
        return Reply.json(200, TokenJson.json(tokens.inspect(Request.of(call).text("token"))));
    }

    Reply revoke(Call call) throws IOException {
        Request request = Request.of(call);
        return reply(tokens.revoke(request.text("system"), request.text("id")));
    }

    Reply revoked(Call call) throws IOException {
        Request request = Request.of(call);
        return reply(tokens.revoked(request.text("system"), request.text("id")));
    }

    private static Reply reply(Optional<RevokedToken> token) {
        return token.map(found -> Reply.json(200, TokenJson.json(found)))
                .orElseGet(() ->
                        new Problem(404, "no_such_token", "No system of this name has a token of this id.").reply());
    }

    private static ObjectNode ended(int count) {
        return OperationsJson.object().put("ended", count);
    }

    private static Reply noSuchUser() {
        return new Problem(404, "no_such_user", "There is no user of this name.").reply();
    }
}
