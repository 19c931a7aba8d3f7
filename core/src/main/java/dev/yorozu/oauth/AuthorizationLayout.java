package dev.yorozu.oauth;

import dev.yorozu.keyspace.KeyPattern;
import java.time.Duration;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Where started sign-ins are kept.
 *
 * @param pattern has one part, the state
 * @param life how long a person may take at the provider
 * @param secretFields what is sealed where storage is hardened; the verifier always is
 */
public record AuthorizationLayout(KeyPattern pattern, Duration life, Set<String> secretFields) {
    static final String VERIFIER = "verifier";

    public AuthorizationLayout {
        secretFields =
                Stream.concat(secretFields.stream(), Stream.of(VERIFIER)).collect(Collectors.toUnmodifiableSet());
    }
}
