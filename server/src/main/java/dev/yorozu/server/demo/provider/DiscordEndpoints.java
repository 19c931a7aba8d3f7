package dev.yorozu.server.demo.provider;

import com.fasterxml.jackson.annotation.JsonProperty;
import dev.yorozu.server.http.Call;
import dev.yorozu.server.http.Reply;
import dev.yorozu.server.http.Routes;
import org.jspecify.annotations.Nullable;

/** The practice provider as apps see it, in Discord's words: the token endpoint and the user's own record. */
final class DiscordEndpoints {
    private final TokenEndpoint tokens;

    DiscordEndpoints(TokenEndpoint tokens) {
        this.tokens = tokens;
    }

    private record User(
            String id,
            String username,
            @Nullable String avatar,
            String discriminator,
            @JsonProperty("global_name") String globalName) {}

    private record Unauthorized(String message, int code) {}

    void routes(Routes routes) {
        tokens.routes(routes);
        routes.get("/api/users/@me", this::user);
    }

    private Reply user(Call call) {
        return tokens.owner(call)
                .map(person -> Reply.json(200, new User(person.id(), person.name(), null, "0", person.name())))
                .orElseGet(() -> Reply.json(401, new Unauthorized("401: Unauthorized", 0)))
                .unkept();
    }
}
