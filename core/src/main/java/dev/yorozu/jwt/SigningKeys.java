package dev.yorozu.jwt;

import com.nimbusds.jose.jwk.JWK;
import com.nimbusds.jose.jwk.JWKSet;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** The keys of one issuer: the newest signs, the older ones are still accepted. Unchanging. */
public final class SigningKeys {
    /** A token without a {@code kid} is tried with each key in turn, so that there must not be many. */
    public static final int MOST = 16;

    private final SigningKey newest;
    private final Map<String, SigningKey> byName = new LinkedHashMap<>();
    private final List<SigningKey> unnamed;

    /** @param older newest first, so that the likelier one is tried first */
    public SigningKeys(SigningKey newest, List<SigningKey> older) {
        this.newest = newest;
        if (older.size() >= MOST) {
            throw new IllegalArgumentException("At most " + MOST + " signing keys can be used at a time");
        }
        List<SigningKey> all = new ArrayList<>(older);
        all.addFirst(newest);
        for (SigningKey key : all) {
            if (byName.put(key.name(), key) != null) {
                throw new IllegalArgumentException("Two signing keys have the name " + key.name());
            }
        }
        unnamed = all.stream()
                .filter(key -> key.algorithm() == newest.algorithm())
                .toList();
    }

    public static SigningKeys of(SigningKey only) {
        return new SigningKeys(only, List.of());
    }

    /** The one that signs. */
    public SigningKey newest() {
        return newest;
    }

    /** All keys, the newest first. */
    public List<SigningKey> all() {
        return List.copyOf(byName.values());
    }

    /**
     * The keys that a token may have been signed with: the one that it names, and the name is looked up and nothing else;
     * without a name those of the newest one's algorithm, so that the token has no say in how it is checked.
     */
    List<SigningKey> candidates(Optional<String> name) {
        return name.isEmpty() ? unnamed : name.map(byName::get).stream().toList();
    }

    /** The public keys as a JWK Set (RFC 7517), for servers that check tokens elsewhere; secrets are not among them. */
    public String jwks() {
        List<JWK> shown = new ArrayList<>();
        byName.values().forEach(key -> key.publicKey().ifPresent(shown::add));
        return new JWKSet(shown).toString();
    }
}
