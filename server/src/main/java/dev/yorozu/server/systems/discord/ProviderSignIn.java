package dev.yorozu.server.systems.discord;

import dev.yorozu.oauth.Discord;
import dev.yorozu.oauth.Grant;
import dev.yorozu.oauth.Pkce;
import dev.yorozu.oauth.ProviderCalls;
import dev.yorozu.oauth.ProviderResult;
import dev.yorozu.oauth.User;
import dev.yorozu.session.Session;
import dev.yorozu.session.Sessions;
import dev.yorozu.session.Start;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Optional;

/** Turns the code that came back from Discord into a session. */
record ProviderSignIn(ProviderCalls provider, Sessions sessions, InstantSource clock) {
    /** A new session; a {@code ProblemException} tells why there is none. */
    Session signIn(String code, Pkce pkce, String redirectUri) {
        Instant asked = clock.instant();
        Grant grant = value("Token exchange failed", provider.exchange(code, Optional.of(pkce), redirectUri));
        User user = value("Fetch /users/@me failed", provider.identity(grant.accessToken(), Discord::user));
        return switch (sessions.start(user.id(), DiscordJson.attributes(user, grant, asked))) {
            case Start.Started started -> started.session();
            case Start.Refused refused -> throw DiscordErrors.TOO_MANY_SESSIONS.exception();
            case Start.Overtaken overtaken -> throw DiscordErrors.OVERTAKEN.exception();
        };
    }

    private static <T> T value(String failure, ProviderResult<T> result) {
        return switch (result) {
            case ProviderResult.Success<T> success -> success.value();
            case ProviderResult.Failed<T> failed ->
                throw DiscordErrors.upstream(failure, failed).exception();
        };
    }
}
