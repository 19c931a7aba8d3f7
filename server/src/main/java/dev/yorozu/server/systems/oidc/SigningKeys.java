package dev.yorozu.server.systems.oidc;

import com.nimbusds.jose.JWSHeader;
import com.nimbusds.jose.jwk.JWK;
import com.nimbusds.jose.jwk.JWKSet;
import com.nimbusds.jose.jwk.KeyType;
import com.nimbusds.jose.jwk.KeyUse;
import java.net.URI;
import java.text.ParseException;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;

/**
 * The keys that a provider signs with, fetched again when a token names one that is not among them: providers change
 * their keys without notice. A flood of made-up names leads to one fetch in a pause.
 */
final class SigningKeys {
    static final Duration PAUSE = Duration.ofSeconds(10);

    private static final Duration LIFE = Duration.ofHours(12);
    private static final int MOST_KEYS = 100;

    private final Remembered<JWKSet> keys;

    SigningKeys(Fetching fetching, URI address, InstantSource clock) {
        this.keys = new Remembered<>(() -> fetching.get(address).flatMap(SigningKeys::read), LIFE, PAUSE, clock);
    }

    private static Optional<JWKSet> read(String json) {
        try {
            JWKSet set = JWKSet.parse(json);
            return set.size() <= MOST_KEYS ? Optional.of(set) : Optional.empty();
        } catch (ParseException malformed) {
            return Optional.empty();
        }
    }

    /** The one key that may have made this signature; empty when there is none, or more than one. */
    Optional<JWK> find(JWSHeader header) {
        Optional<JWKSet> known = keys.value();
        Optional<JWK> key = known.flatMap(set -> select(set, header));
        return key.isPresent() || known.isEmpty()
                ? key
                : keys.newerThan(known.get()).flatMap(set -> select(set, header));
    }

    private static Optional<JWK> select(JWKSet set, JWSHeader header) {
        List<JWK> fitting =
                set.getKeys().stream().filter(key -> fits(key, header)).toList();
        return fitting.size() == 1 ? Optional.of(fitting.getFirst()) : Optional.empty();
    }

    /** A key is for one algorithm where it says so, and never for one of another kind than its own. */
    private static boolean fits(JWK key, JWSHeader header) {
        KeyType type = KeyType.forAlgorithm(header.getAlgorithm());
        return (header.getKeyID() == null || header.getKeyID().equals(key.getKeyID()))
                && key.getKeyType().equals(type)
                && (key.getKeyUse() == null || key.getKeyUse().equals(KeyUse.SIGNATURE))
                && (key.getAlgorithm() == null || key.getAlgorithm().equals(header.getAlgorithm()));
    }
}
