package dev.yorozu.server.systems.oidc;

import dev.yorozu.json.Document;
import dev.yorozu.oauth.Outgoing;
import dev.yorozu.oauth.Provider;
import dev.yorozu.oauth.ProviderCalls;
import dev.yorozu.oauth.ProviderResult;
import dev.yorozu.oauth.User;
import dev.yorozu.server.http.Problem;
import java.net.URI;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.logging.Logger;
import java.util.stream.Stream;

/** What the server is to its provider, once the provider has told where its endpoints are. */
final class OidcClient {
    private static final Logger LOGGER = Logger.getLogger(OidcClient.class.getName());
    private static final Duration LIFE = Duration.ofHours(1);
    private static final Duration PAUSE = Duration.ofSeconds(5);
    private static final String OPENID = "openid";

    private final Outgoing outgoing;
    private final Fetching fetching;
    private final URI issuer;
    private final String clientId;
    private final String clientSecret;
    private final List<String> scopes;
    private final InstantSource clock;
    private final Remembered<Ready> ready;
    private volatile Problem trouble = OidcErrors.UNREACHABLE;

    /** @param clientSecret empty for a public client */
    OidcClient(
            Outgoing outgoing,
            URI issuer,
            String clientId,
            String clientSecret,
            List<String> scopes,
            InstantSource clock) {
        this.outgoing = outgoing;
        this.fetching = new Fetching(outgoing);
        this.issuer = issuer;
        this.clientId = clientId;
        this.clientSecret = clientSecret;
        this.scopes = withOpenId(scopes);
        this.clock = clock;
        this.ready = new Remembered<>(this::discover, LIFE, PAUSE, clock);
    }

    /** What a sign-in needs. */
    record Ready(
            Provider provider,
            ProviderCalls calls,
            IdTokens idTokens,
            LogoutTokens logoutTokens,
            boolean tellsUsers,
            Optional<URI> endSessionUrl) {
        /** The identity with a name to show: its own, or what the user endpoint says of the same subject. */
        String name(Identity identity, String accessToken) {
            return identity.name()
                    .or(() -> tellsUsers
                                    && calls.identity(accessToken, OidcClient::user)
                                            instanceof ProviderResult.Success<User> found
                                    && found.value().id().equals(identity.subject())
                            ? Optional.of(found.value().name())
                            : Optional.empty())
                    .orElse(identity.subject());
        }
    }

    String issuer() {
        return issuer.toString();
    }

    String clientId() {
        return clientId;
    }

    /** Empty while the provider cannot be asked. */
    Optional<Ready> ready() {
        return ready.value();
    }

    /** Why the provider could not be asked the last time that it could not. */
    Problem trouble() {
        return trouble;
    }

    private Optional<Ready> discover() {
        return switch (new Discovery(fetching, issuer).look()) {
            case Discovery.Found found -> Optional.of(ready(found.metadata()));
            case Discovery.Failed failed -> {
                trouble = failed.problem();
                LOGGER.warning(() -> "OpenID Connect: " + failed.problem().message());
                yield Optional.empty();
            }
        };
    }

    private Ready ready(Metadata metadata) {
        Provider provider = new Provider(
                "OpenID Connect",
                metadata.authorizeUrl(),
                metadata.tokenUrl(),
                metadata.userUrl().orElse(issuer),
                clientId,
                clientSecret,
                metadata.authentication(clientSecret),
                scopes,
                Map.of());
        ProviderTokens tokens =
                new ProviderTokens(metadata, clientId, new SigningKeys(fetching, metadata.keysUrl(), clock), clock);
        return new Ready(
                provider,
                new ProviderCalls(provider, outgoing),
                new IdTokens(tokens),
                new LogoutTokens(tokens),
                metadata.userUrl().isPresent(),
                metadata.endSessionUrl());
    }

    private static Optional<User> user(Document answer) {
        Optional<String> name = IdTokens.NAMES.stream()
                .map(answer::text)
                .flatMap(Optional::stream)
                .filter(text -> !text.isBlank())
                .findFirst();
        return answer.text("sub")
                .flatMap(subject -> name.map(text -> new User(subject, IdTokens.shown(text), Optional.empty())));
    }

    private static List<String> withOpenId(List<String> scopes) {
        return scopes.contains(OPENID)
                ? scopes
                : Stream.concat(Stream.of(OPENID), scopes.stream()).toList();
    }
}
