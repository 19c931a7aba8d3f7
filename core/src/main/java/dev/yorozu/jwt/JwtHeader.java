package dev.yorozu.jwt;

import dev.yorozu.json.Document;
import java.util.Optional;
import java.util.Set;

/**
 * What a token says about its own signature. It is believed in nothing: the algorithm must be the key's, the name is only
 * looked up, and a header that says more, such as where to fetch a key, is refused.
 */
record JwtHeader(String algorithm, Optional<String> type, Optional<String> key) {
    private static final Set<String> MEMBERS = Set.of("alg", "typ", "kid");

    /** The header of the tokens that this key signs, encoded. */
    static String encoded(SigningKey key, String type) {
        Document header = Document.empty()
                .with("alg", key.algorithm().name())
                .with("typ", type)
                .with("kid", key.name());
        return CompactForm.encode(header.json());
    }

    /** Empty for a header with other members than these, or with one of them that is no text. */
    static Optional<JwtHeader> of(Document json) {
        for (String name : json.names()) {
            if (!MEMBERS.contains(name) || json.text(name).isEmpty()) {
                return Optional.empty();
            }
        }
        return json.text("alg").map(algorithm -> new JwtHeader(algorithm, json.text("typ"), json.text("kid")));
    }

    boolean is(SigningKey.Algorithm expected) {
        return algorithm.equals(expected.name());
    }

    /** Types are compared as media types are: without regard to case. */
    boolean hasType(String expected) {
        return type.isPresent() && type.get().equalsIgnoreCase(expected);
    }
}
