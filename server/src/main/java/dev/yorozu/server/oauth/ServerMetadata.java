package dev.yorozu.server.oauth;

import dev.yorozu.json.Document;
import dev.yorozu.jwt.SigningKey.Algorithm;
import dev.yorozu.server.config.Setting;
import dev.yorozu.server.http.Call;
import dev.yorozu.server.http.HttpModule;
import dev.yorozu.server.http.Reply;
import dev.yorozu.server.http.Routes;
import dev.yorozu.server.outgoing.Destination;
import java.net.URI;
import java.net.URISyntaxException;
import java.util.List;
import java.util.Optional;

/**
 * What an issuer of tokens publishes about itself (RFC 8414), where its name is the address of its system: between host and path,
 * as the standard has it, and below the path, where many clients look.
 *
 * <p>Nothing is published that is not so. People sign in by routes of the system's own, so that there is neither an
 * authorization nor a token endpoint. The lists of response types and grants are there and empty: the one must be there, and
 * without the other clients would take it for granted that there are two.
 *
 * @param keys whether there are public keys
 */
public record ServerMetadata(String systemMount, String issuer, boolean keys) implements HttpModule {
    public static final String PATH = "/.well-known/oauth-authorization-server";

    private static final List<String> CLIENTS = List.of("client_secret_basic");

    /** The metadata of a system; empty where its issuer is no address of it. */
    public static Optional<ServerMetadata> find(String mount, String issuer, Algorithm algorithm) {
        return isAddressOf(mount, issuer)
                ? Optional.of(new ServerMetadata(mount, issuer, algorithm.hasPublicKey()))
                : Optional.empty();
    }

    /** What the start says where nothing is published. */
    public static List<String> notice(String mount, String issuer, Setting<String> setting) {
        return isAddressOf(mount, issuer)
                ? List.of()
                : List.of("No metadata are published at " + PATH + mount + ", because " + setting.name()
                        + " is not the address of this system, such as https://auth.example.org" + mount + ".");
    }

    /** Whether an issuer is called by the address of what lies at this path, on whichever host. */
    public static boolean isAddressOf(String mount, String issuer) {
        try {
            URI uri = new URI(issuer);
            return Destination.isSafe(uri) && uri.getRawQuery() == null && mount.equals(uri.getRawPath());
        } catch (URISyntaxException noAddress) {
            return false;
        }
    }

    @Override
    public String mount() {
        return "";
    }

    @Override
    public void routes(Routes routes) {
        routes.get(PATH + systemMount, this::answer);
        if (!systemMount.isEmpty()) {
            routes.get(systemMount + PATH, this::answer);
        }
    }

    private Reply answer(Call call) {
        return answer(issuer, keys);
    }

    /** What an issuer publishes whose name is its address. */
    public static Reply answer(String issuer, boolean keys) {
        Document metadata = Document.empty()
                .with("issuer", issuer)
                .withIfPresent("jwks_uri", keys ? Optional.of(issuer + "/.well-known/jwks.json") : Optional.empty())
                .with("response_types_supported", List.of())
                .with("grant_types_supported", List.of())
                .with("introspection_endpoint", issuer + TokenEndpoints.INTROSPECTION)
                .with("introspection_endpoint_auth_methods_supported", CLIENTS)
                .with("revocation_endpoint", issuer + TokenEndpoints.REVOCATION)
                .with("revocation_endpoint_auth_methods_supported", CLIENTS);
        return Reply.ownedJson(200, metadata.json()).with("Cache-Control", "public, max-age=300");
    }
}
