package dev.yorozu.oauth;

import dev.yorozu.keyspace.KeyPattern;
import java.time.Duration;
import java.util.Set;

/**
 * Where started sign-ins are kept.
 *
 * @param pattern has one part, the state
 * @param life how long a person may take at the provider
 * @param secretFields what is sealed where storage is hardened, besides the verifier
 */
public record AuthorizationLayout(KeyPattern pattern, Duration life, Set<String> secretFields) {
    static final String VERIFIER = "verifier";

    public AuthorizationLayout {
        secretFields = Set.copyOf(secretFields);
    }
}
