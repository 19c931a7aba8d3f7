package dev.yorozu.server.systems.oidc;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.http.HttpResponse;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Signing out here, and at the provider too. */
class ProviderSignOutTest {
    private IndependentProvider provider;
    private OidcSiteUnderTest site;

    @BeforeEach
    void start() throws Exception {
        provider = new IndependentProvider().warmedUp();
        site = new OidcSiteUnderTest(provider.issuer(), Map.of("systems.oidc.providerLogout", "on"));
    }

    @AfterEach
    void close() {
        site.close();
        provider.close();
    }

    private HttpResponse<String> signOut(Visitor visitor, String query, String... headers) throws Exception {
        visitor.signIn();
        String origin = site.server().server().url().toString();
        HttpResponse<String> answer = headers.length == 0
                ? visitor.post("/oidc/logout" + query, "Origin", origin)
                : visitor.post("/oidc/logout" + query, "Origin", origin, headers[0], headers[1]);
        assertThat(visitor.get("/oidc/me").statusCode()).isEqualTo(401);
        assertThat(site.sessions()).isZero();
        return answer;
    }

    private static String state(String address) {
        return address.replaceFirst(".*[?&]state=([^&]*).*", "$1");
    }

    @Test
    void aFormLeadsToTheProviderAndBackToWhereOneWanted() throws Exception {
        Visitor visitor = site.visitor();
        HttpResponse<String> answer = signOut(visitor, "?returnTo=/discord/account", "Accept", "text/html");
        assertThat(answer.statusCode()).isEqualTo(303);
        String address = Visitor.location(answer);
        assertThat(address)
                .startsWith(provider.issuer() + "/endsession?client_id=" + IndependentProvider.CLIENT + "&")
                .contains("post_logout_redirect_uri=http%3A%2F%2F127.0.0.1%3A", "%2Foidc%2Fsigned-out&state=");
        HttpResponse<String> back = visitor.get("/oidc/signed-out?state=" + state(address));
        assertThat(back.statusCode()).isEqualTo(302);
        assertThat(Visitor.location(back)).isEqualTo("/discord/account");
        assertThat(visitor.cookies).isEmpty();
    }

    @Test
    void aReturnOfAnotherBrowserLeadsNowhereInParticular() throws Exception {
        Visitor visitor = site.visitor();
        String address = Visitor.location(signOut(visitor, "?returnTo=/x", "Accept", "text/html"));
        assertThat(Visitor.location(site.visitor().get("/oidc/signed-out?state=" + state(address))))
                .isEqualTo("/");
        assertThat(Visitor.location(visitor.get("/oidc/signed-out?state=another")))
                .isEqualTo("/");
        assertThat(Visitor.location(visitor.get("/oidc/signed-out"))).isEqualTo("/");
    }

    @Test
    void aScriptIsToldTheAddress() throws Exception {
        HttpResponse<String> answer = signOut(site.visitor(), "?returnTo=//evil.example");
        assertThat(answer.statusCode()).isEqualTo(200);
        assertThat(answer.body()).startsWith("{\"ok\":true,\"providerLogout\":\"" + provider.issuer() + "/endsession?");
    }

    @Test
    void withoutTheSettingNobodyIsLedAway() throws Exception {
        site.close();
        site = new OidcSiteUnderTest(provider.issuer(), Map.of());
        assertThat(signOut(site.visitor(), "", "Accept", "text/html").body()).isEqualTo("{\"ok\":true}");
    }
}
