package dev.yorozu.server.systems.oidc;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** A whole logout with a provider that is used elsewhere: sign-in, sign-out there, and the session here is dead. */
class NodeProviderTest {
    @Test
    void whoSignsOutAtTheProviderIsSignedOutHereByTheBackChannel() throws Exception {
        try (NodeProvider provider = NodeProvider.start();
                OidcSiteUnderTest site = new OidcSiteUnderTest(provider.issuer(), Map.of())) {
            provider.know(site.server().server().url());
            Visitor visitor = signedIn(provider, site);
            provider.signOut();
            String sent = provider.said();
            assertThat(sent).startsWith("sent logout_token=");
            assertThat(provider.said()).isEqualTo("back-channel success");
            assertThat(visitor.get("/oidc/me").statusCode()).isEqualTo(401);
            assertThat(site.keys()).containsEntry("oidc:logout:{jti}", 1).doesNotContainKey("oidc:session:{sid}");

            String token = sent.substring("sent ".length());
            Visitor again = signedIn(provider, site);
            assertThat(logout(site, token)).isEqualTo(400);
            assertThat(logout(site, changed(token))).isEqualTo(400);
            assertThat(again.get("/oidc/me").statusCode()).isEqualTo(200);
        }
    }

    private static Visitor signedIn(NodeProvider provider, OidcSiteUnderTest site) throws Exception {
        URI url = site.server().server().url();
        Visitor visitor = site.visitor();
        String back = provider.follow(Visitor.location(visitor.get("/oidc/start")), url);
        assertThat(visitor.get(back.substring(url.toString().length())).statusCode())
                .isEqualTo(302);
        assertThat(visitor.get("/oidc/me").body()).contains("\"subject\":\"alice\"");
        return visitor;
    }

    /** With another payload under the same signature. */
    private static String changed(String token) {
        int dot = token.indexOf('.');
        char first = token.charAt(dot + 10);
        return token.substring(0, dot + 10) + (first == 'A' ? 'B' : 'A') + token.substring(dot + 11);
    }

    private static int logout(OidcSiteUnderTest site, String body) throws IOException, InterruptedException {
        return site.server()
                .send(HttpRequest.newBuilder(site.server().uri("/oidc/backchannel-logout"))
                        .header("Content-Type", "application/x-www-form-urlencoded")
                        .POST(BodyPublishers.ofString(body))
                        .build())
                .statusCode();
    }
}
