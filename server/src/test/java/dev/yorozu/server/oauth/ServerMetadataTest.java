package dev.yorozu.server.oauth;

import static org.assertj.core.api.Assertions.assertThat;

import com.nimbusds.oauth2.sdk.as.AuthorizationServerMetadata;
import com.nimbusds.oauth2.sdk.auth.ClientAuthenticationMethod;
import dev.yorozu.secret.Storage;
import dev.yorozu.server.TestHost;
import dev.yorozu.server.systems.tokens.TokensSystem;
import dev.yorozu.server.systems.users.UsersSite;
import dev.yorozu.server.systems.users.UsersSystem;
import java.net.http.HttpResponse;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What an issuer publishes about itself, and where it does not. */
class ServerMetadataTest {
    private static final String ISSUER = "https://auth.example.org/users";
    private static final List<String> PATHS = List.of(ServerMetadata.PATH + "/users", "/users" + ServerMetadata.PATH);

    private static UsersSite site(Map<String, String> settings) {
        return UsersSite.of(InstantSource.system(), Storage.HARDENED, settings);
    }

    @Test
    void anIssuerWithTheAddressOfItsSystemIsReadByAnOAuthLibrary() throws Exception {
        try (UsersSite site = site(Map.of("systems.users.jwt.issuer", ISSUER))) {
            for (String path : PATHS) {
                HttpResponse<String> answer = site.server().get(path);
                assertThat(answer.statusCode()).isEqualTo(200);
                AuthorizationServerMetadata read = AuthorizationServerMetadata.parse(answer.body());
                assertThat(read.getIssuer().getValue()).isEqualTo(ISSUER);
                assertThat(read.getJWKSetURI()).hasToString(ISSUER + "/.well-known/jwks.json");
                assertThat(read.getIntrospectionEndpointURI()).hasToString(ISSUER + "/oauth/introspect");
                assertThat(read.getRevocationEndpointURI()).hasToString(ISSUER + "/oauth/revoke");
                assertThat(read.getIntrospectionEndpointAuthMethods())
                        .containsExactly(ClientAuthenticationMethod.CLIENT_SECRET_BASIC);
                assertThat(read.getResponseTypes()).isEmpty();
                assertThat(read.getGrantTypes()).isEmpty();
                assertThat(read.getTokenEndpointURI()).isNull();
                assertThat(read.getAuthorizationEndpointURI()).isNull();
            }
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "https://auth.example.com",
                "yorozu",
                "http://auth.example.org/users",
                "https://auth.example.org/users/",
                "https://auth.example.org/users?x=1",
                "https://auth.example.org/tokens"
            })
    void anyOtherIssuerPublishesNothingAndTheStartSaysSo(String issuer) throws Exception {
        Map<String, String> settings = Map.of("systems.users.jwt.issuer", issuer);
        assertThat(new UsersSystem().notices(TestHost.settings(settings)))
                .singleElement()
                .asString()
                .contains("systems.users.jwt.issuer", "/.well-known/oauth-authorization-server/users");
        try (UsersSite site = site(settings)) {
            for (String path : PATHS) {
                assertThat(site.server().get(path).statusCode()).isEqualTo(404);
            }
        }
    }

    @Test
    void whereTheAddressIsRightTheStartSaysNothing() {
        assertThat(new UsersSystem().notices(TestHost.settings(Map.of("systems.users.jwt.issuer", ISSUER))))
                .isEmpty();
        assertThat(new TokensSystem()
                        .notices(
                                TestHost.settings(Map.of("systems.tokens.jwt.issuer", "http://127.0.0.1:8080/tokens"))))
                .isEmpty();
    }
}
