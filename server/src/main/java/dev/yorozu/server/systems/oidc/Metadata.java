package dev.yorozu.server.systems.oidc;

import com.nimbusds.jose.JWSAlgorithm;
import com.nimbusds.jose.util.JSONObjectUtils;
import dev.yorozu.oauth.ClientAuthentication;
import dev.yorozu.server.outgoing.Destination;
import java.net.URI;
import java.text.ParseException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * What a provider publishes about itself (OpenID Connect Discovery 1.0).
 *
 * @param endSessionUrl where people are sent who sign out there too (RP-Initiated Logout 1.0)
 * @param algorithms those among the provider's that can be checked with a public key; never empty
 */
record Metadata(
        String issuer,
        URI authorizeUrl,
        URI tokenUrl,
        URI keysUrl,
        Optional<URI> userUrl,
        Optional<URI> endSessionUrl,
        Set<JWSAlgorithm> algorithms,
        List<String> authenticationMethods) {
    /** Signatures by RSA and on the NIST curves: nothing that a public key could be misused to forge. */
    private static final Set<JWSAlgorithm> ACCEPTED = Set.of(
            JWSAlgorithm.RS256,
            JWSAlgorithm.RS384,
            JWSAlgorithm.RS512,
            JWSAlgorithm.PS256,
            JWSAlgorithm.PS384,
            JWSAlgorithm.PS512,
            JWSAlgorithm.ES256,
            JWSAlgorithm.ES384,
            JWSAlgorithm.ES512);

    /** Reads the document; empty when it is not that of the issuer, or names a place that secrets may not go to. */
    static Optional<Metadata> read(String json, URI issuer) {
        try {
            Map<String, Object> document = JSONObjectUtils.parse(json);
            // The word null is read as no object at all.
            if (document == null || !issuer.toString().equals(JSONObjectUtils.getString(document, "issuer"))) {
                return Optional.empty();
            }
            Metadata metadata = new Metadata(
                    issuer.toString(),
                    address(document, "authorization_endpoint"),
                    address(document, "token_endpoint"),
                    address(document, "jwks_uri"),
                    optionalAddress(document, "userinfo_endpoint"),
                    optionalAddress(document, "end_session_endpoint"),
                    algorithms(texts(document, "id_token_signing_alg_values_supported")),
                    texts(document, "token_endpoint_auth_methods_supported"));
            return metadata.algorithms().isEmpty() ? Optional.empty() : Optional.of(metadata);
        } catch (ParseException malformed) {
            return Optional.empty();
        }
    }

    /** As the provider takes it; a provider that does not say takes the header (Discovery, section 3). */
    ClientAuthentication authentication(String clientSecret) {
        if (clientSecret.isEmpty()) {
            return ClientAuthentication.NONE;
        }
        boolean bodyOnly = authenticationMethods.contains("client_secret_post")
                && !authenticationMethods.contains("client_secret_basic");
        return bodyOnly ? ClientAuthentication.BODY : ClientAuthentication.HEADER;
    }

    private static Optional<URI> optionalAddress(Map<String, Object> document, String name) throws ParseException {
        return document.containsKey(name) ? Optional.of(address(document, name)) : Optional.empty();
    }

    private static URI address(Map<String, Object> document, String name) throws ParseException {
        URI address = JSONObjectUtils.getURI(document, name);
        if (address == null || !Destination.isSafe(address)) {
            throw new ParseException(name, 0);
        }
        return address;
    }

    private static List<String> texts(Map<String, Object> document, String name) throws ParseException {
        List<String> texts = JSONObjectUtils.getStringList(document, name);
        return texts == null ? List.of() : new ArrayList<>(texts);
    }

    /** A provider that names none signs with RS256, as every one must be able to. */
    private static Set<JWSAlgorithm> algorithms(List<String> names) {
        return names.isEmpty()
                ? Set.of(JWSAlgorithm.RS256)
                : ACCEPTED.stream()
                        .filter(algorithm -> names.contains(algorithm.getName()))
                        .collect(Collectors.toUnmodifiableSet());
    }
}
