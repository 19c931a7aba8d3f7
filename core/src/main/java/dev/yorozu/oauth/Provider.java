package dev.yorozu.oauth;

import java.net.URI;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Somebody whose accounts people sign in with. Its text form does not show the secret.
 *
 * @param name in messages
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
        Map<String, String> parameters,
        UserReader reader) {
    public Provider {
        scopes = List.copyOf(scopes);
        parameters = Collections.unmodifiableMap(new LinkedHashMap<>(parameters));
        if (clientSecret.isEmpty() != (authentication == ClientAuthentication.NONE)) {
            throw new IllegalArgumentException("A client has a secret exactly when it authenticates");
        }
    }

    @Override
    public String toString() {
        return "Provider[" + name + ", " + authorizeUrl.getHost() + "]";
    }
}
