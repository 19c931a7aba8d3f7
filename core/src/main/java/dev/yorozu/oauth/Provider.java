package dev.yorozu.oauth;

import java.net.URI;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * A provider whose accounts people sign in with. Its text form does not show the secret.
 *
 * @param name in messages
 * @param userUrl where it tells whose access token it is
 * @param clientSecret empty for a client without one
 * @param parameters further ones of the authorize URL, behind all others, in their order
 */
public record Provider(
        String name,
        URI authorizeUrl,
        URI tokenUrl,
        URI userUrl,
        String clientId,
        String clientSecret,
        ClientAuthentication authentication,
        List<String> scopes,
        Map<String, String> parameters) {
    public Provider {
        scopes = List.copyOf(scopes);
        parameters = Collections.unmodifiableMap(new LinkedHashMap<>(parameters));
        if (clientSecret.isEmpty() != (authentication == ClientAuthentication.NONE)) {
            throw new IllegalArgumentException("A client has a secret exactly when it authenticates");
        }
    }

    /** A place of a provider below the base of all its places. */
    static URI below(URI base, String path) {
        String text = base.toString();
        return URI.create((text.endsWith("/") ? text.substring(0, text.length() - 1) : text) + path);
    }

    @Override
    public String toString() {
        return "Provider[" + name + ", " + authorizeUrl.getHost() + "]";
    }
}
