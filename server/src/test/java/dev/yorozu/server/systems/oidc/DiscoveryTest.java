package dev.yorozu.server.systems.oidc;

import static org.assertj.core.api.Assertions.assertThat;

import dev.yorozu.oauth.Outgoing;
import dev.yorozu.oauth.Outgoing.Answer;
import dev.yorozu.server.http.Problem;
import dev.yorozu.store.Bytes;
import java.net.URI;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What is said of a provider that cannot be used as it is set. */
class DiscoveryTest {
    private static final URI ISSUER = URI.create("https://issuer.example/realm");
    private static final String ADDRESS = "https://issuer.example/realm/.well-known/openid-configuration";

    private static Problem failed(URI issuer, Answer answer) {
        Outgoing provider = request -> request.uri().toString().equals(ADDRESS) ? answer : new Answer.Unreachable();
        Discovery.Outcome outcome = new Discovery(new Fetching(provider), issuer).look();
        assertThat(outcome).isInstanceOf(Discovery.Failed.class);
        return ((Discovery.Failed) outcome).problem();
    }

    private static Answer document(String issuer) {
        return new Answer.Response(200, Bytes.of("{\"issuer\":\"" + issuer + "\"}"));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "https://issuer.example/realm | https://issuer.example/realm/ | the slash at the end is missing",
                "https://issuer.example/realm/ | https://issuer.example/realm | a slash at the end that does not belong",
                "https://issuer.example/realm | http://issuer.example/realm | one begins with http and the other with https",
                "https://issuer.example/realm | https://issuer.example/Realm | they differ in capital letters",
                "https://issuer.example/realm | https://accounts.example | that is another issuer"
            })
    void whatDiffersIsSaid(String set, String named, String difference) {
        Problem problem = failed(URI.create(set), document(named));
        assertThat(problem.status()).isEqualTo(502);
        assertThat(problem.error()).isEqualTo("provider_misconfigured");
        assertThat(problem.message())
                .contains("calls itself " + named + ",", "systems.oidc.issuer says " + set + ":", difference);
    }

    @Test
    void aMissingAndAnUnreadableDocumentAreToldApartFromADeadProvider() {
        assertThat(failed(ISSUER, new Answer.Response(404, Bytes.of("Not found")))
                        .message())
                .contains("no OpenID configuration at " + ADDRESS, "404", "systems.oidc.issuer");
        assertThat(failed(ISSUER, new Answer.Response(200, Bytes.of("<html>"))).message())
                .contains("is no OpenID configuration that can be used");
        assertThat(failed(ISSUER, document(ISSUER.toString())).message())
                .contains("is no OpenID configuration that can be used");
        assertThat(failed(ISSUER, new Answer.Response(503, Bytes.of("")))).isEqualTo(OidcErrors.UNREACHABLE);
        assertThat(failed(ISSUER, new Answer.Unreachable())).isEqualTo(OidcErrors.UNREACHABLE);
        assertThat(failed(ISSUER, new Answer.TimedOut())).isEqualTo(OidcErrors.SLOW);
    }

    @Test
    void whatAProviderWritesIsShortenedAndStaysInItsLine() {
        assertThat(failed(ISSUER, document("https://x.example/\\n\\u202e" + "a".repeat(5000)))
                        .message())
                .hasSizeLessThan(500)
                .doesNotContain("\n", "\u202e");
    }
}
