package dev.yorozu.oauth;

import dev.yorozu.json.Document;
import dev.yorozu.keyspace.DiscordKeys;
import java.net.URI;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Discord as a provider. */
public final class Discord {
    public static final URI AUTHORIZE_URL = URI.create("https://discord.com/oauth2/authorize");
    public static final URI API_URL = URI.create("https://discord.com/api");

    private Discord() {}

    /** Discord, or a stand-in for it at another place. */
    public static Provider provider(URI authorizeUrl, URI apiUrl, String clientId, String clientSecret) {
        return new Provider(
                "Discord",
                authorizeUrl,
                Provider.below(apiUrl, "/oauth2/token"),
                Provider.below(apiUrl, "/users/@me"),
                clientId,
                clientSecret,
                clientSecret.isEmpty() ? ClientAuthentication.NONE : ClientAuthentication.BODY,
                List.of("identify", "guilds"),
                Map.of("prompt", "consent"));
    }

    /**
     * The user that Discord's user endpoint names; empty when it names none whose id may stand in a key. The name is the user
     * name, which is one person's alone; a display name is not.
     */
    public static Optional<User> user(Document answer) {
        return answer.text("id")
                .filter(id -> DiscordKeys.USER_SESSIONS.find(id).isPresent())
                .flatMap(id -> filled(answer, "username").map(name -> new User(id, name, filled(answer, "avatar"))));
    }

    private static Optional<String> filled(Document answer, String field) {
        return answer.text(field).filter(text -> !text.isBlank());
    }
}
