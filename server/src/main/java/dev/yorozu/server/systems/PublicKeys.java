package dev.yorozu.server.systems;

import dev.yorozu.jwt.SigningKeys;
import dev.yorozu.server.http.Call;
import dev.yorozu.server.http.Endpoint;
import dev.yorozu.server.http.Reply;
import java.nio.charset.StandardCharsets;
import java.util.function.Supplier;

/** Everybody may have the public keys of a system, and keep them for as long as a new one can wait to be needed. */
public record PublicKeys(Supplier<SigningKeys> keys) implements Endpoint {
    public static final String PATH = "/.well-known/jwks.json";

    @Override
    public Reply answer(Call call) {
        return Reply.ownedJson(200, keys.get().jwks().getBytes(StandardCharsets.UTF_8))
                .with("Cache-Control", "public, max-age=300");
    }
}
