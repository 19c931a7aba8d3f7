package dev.yorozu.server.systems.discord;

import dev.yorozu.json.Document;
import dev.yorozu.oauth.Discord;
import dev.yorozu.oauth.Grant;
import dev.yorozu.oauth.GrantFields;
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
final class SignIns {
    private static final String EXCHANGE = "Token exchange failed: ";
    private static final String LOOKUP = "Fetch /users/@me failed: ";
    private static final String SLOW = "Discord did not answer in time";
    private static final String AWAY = "Discord cannot be reached";

    private final ProviderCalls provider;
    private final Sessions sessions;
    private final InstantSource clock;

    SignIns(ProviderCalls provider, Sessions sessions, InstantSource clock) {
        this.provider = provider;
        this.sessions = sessions;
        this.clock = clock;
    }

    /** What became of a sign-in. */
    sealed interface Outcome {
        record SignedIn(Session session, User user) implements Outcome {}

        /** @param text what the client is told; no secret is in it */
        record Failed(int status, String text) implements Outcome {}
    }

    Outcome signIn(String code, Pkce pkce, String redirectUri) {
        Instant asked = clock.instant();
        return switch (provider.exchange(code, Optional.of(pkce), redirectUri)) {
            case ProviderResult.Success<Grant> granted -> lookUp(granted.value(), asked);
            case ProviderResult.Failed<Grant> failed -> failed(EXCHANGE, failed);
        };
    }

    private Outcome lookUp(Grant grant, Instant asked) {
        return switch (provider.identity(grant.accessToken(), Discord::user)) {
            case ProviderResult.Success<User> found -> start(found.value(), grant, asked);
            case ProviderResult.Failed<User> failed -> failed(LOOKUP, failed);
        };
    }

    private static Outcome failed(String what, ProviderResult.Failed<?> failed) {
        return switch (failed.reason()) {
            case INVALID_GRANT, DENIED -> new Outcome.Failed(401, what + failed.status() + " " + failed.detail());
            case TIMED_OUT -> new Outcome.Failed(504, what + SLOW);
            case UNREACHABLE -> new Outcome.Failed(401, what + AWAY);
        };
    }

    private Outcome start(User user, Grant grant, Instant asked) {
        return switch (sessions.start(user.id(), attributes(user, grant, asked))) {
            case Start.Started started -> new Outcome.SignedIn(started.session(), user);
            case Start.Refused refused -> new Outcome.Failed(403, "Too many sessions: end one first");
            case Start.Overtaken overtaken -> new Outcome.Failed(401, "Signed out meanwhile: sign in again");
        };
    }

    /** What a session keeps of a person and of what they granted. */
    static Document attributes(User user, Grant grant, Instant asked) {
        Document person = Document.empty().with("name", user.name());
        Document attributes =
                user.avatar().map(avatar -> person.with("avatar", avatar)).orElseGet(() -> person.withNull("avatar"));
        return GrantFields.DISCORD.write(attributes, grant, asked);
    }
}
