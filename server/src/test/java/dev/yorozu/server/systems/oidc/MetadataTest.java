package dev.yorozu.server.systems.oidc;

import static org.assertj.core.api.Assertions.assertThat;

import com.nimbusds.jose.JWSAlgorithm;
import dev.yorozu.oauth.ClientAuthentication;
import java.net.URI;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class MetadataTest {
    private static final URI ISSUER = URI.create("https://issuer.example/realm");
    private static final String TRUE = "{\"issuer\":\"https://issuer.example/realm\","
            + "\"authorization_endpoint\":\"https://issuer.example/authorize\","
            + "\"token_endpoint\":\"https://issuer.example/token\",\"jwks_uri\":\"https://issuer.example/keys\","
            + "\"id_token_signing_alg_values_supported\":[\"none\",\"HS256\",\"RS256\",\"ES256\",\"EdDSA\"],"
            + "\"token_endpoint_auth_methods_supported\":[\"client_secret_post\"]}";

    private static Metadata read(String json) {
        return Metadata.read(json, ISSUER).orElseThrow();
    }

    @Test
    void onlyAlgorithmsWithPublicKeysAreTakenFromTheProvider() {
        assertThat(read(TRUE).algorithms()).containsExactlyInAnyOrder(JWSAlgorithm.RS256, JWSAlgorithm.ES256);
        assertThat(Metadata.read(TRUE.replace("\"RS256\",\"ES256\",", ""), ISSUER))
                .isEmpty();
        assertThat(read(TRUE.replaceAll("\"id_token[^]]*],", "")).algorithms()).containsExactly(JWSAlgorithm.RS256);
    }

    @Test
    void theClientAuthenticatesAsTheProviderTakesIt() {
        assertThat(read(TRUE).authentication("secret")).isEqualTo(ClientAuthentication.BODY);
        assertThat(read(TRUE).authentication("")).isEqualTo(ClientAuthentication.NONE);
        assertThat(read(TRUE.replace("client_secret_post", "client_secret_basic"))
                        .authentication("secret"))
                .isEqualTo(ClientAuthentication.HEADER);
        assertThat(read(TRUE.replaceAll(",\"token_endpoint_auth[^]]*]", "")).authentication("secret"))
                .isEqualTo(ClientAuthentication.HEADER);
    }

    @Test
    void aDocumentOfAnotherIssuerIsNotBelieved() {
        assertThat(Metadata.read(TRUE, URI.create("https://issuer.example/other")))
                .isEmpty();
        assertThat(Metadata.read(TRUE, URI.create("https://issuer.example/realm/")))
                .isEmpty();
    }

    @ParameterizedTest
    @ValueSource(strings = {"http://issuer.example/token", "ftp://issuer.example/token", "token", ""})
    void secretsAreNotSentWhereTheyCouldBeRead(String endpoint) {
        assertThat(Metadata.read(TRUE.replace("https://issuer.example/token", endpoint), ISSUER))
                .isEmpty();
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "[]", "{", "{}", "null", "{\"issuer\":1}"})
    void whatIsNoDocumentIsNone(String text) {
        assertThat(Metadata.read(text, ISSUER)).isEqualTo(Optional.empty());
    }
}
