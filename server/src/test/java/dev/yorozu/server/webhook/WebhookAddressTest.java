package dev.yorozu.server.webhook;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.URI;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class WebhookAddressTest {
    private static final WebhookPolicy NEAR = Sender.policy(Duration.ofSeconds(5), true);

    @ParameterizedTest
    @ValueSource(
            strings = {
                "https://example.com",
                "HTTPS://Example.COM:443/a/b?c=d&e",
                "https://example.com:80/",
                "https://example.com./",
                "https://xn--r8jz45g.jp/",
                "https://93.184.215.14/",
                "https://[2606:4700::1111]:443/",
                "https://3com.com/",
                "https://example.com/道"
            })
    void theseWillDo(String address) {
        assertThat(WebhookAddress.objection(URI.create(address), Sender.STANDARD))
                .isEmpty();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "http://example.com/ | must begin with https://",
                "http://localhost/ | must begin with https://",
                "ftp://example.com/ | must begin with https://",
                "//example.com/ | must begin with https://",
                "mailto:a@example.com | must begin with https://",
                "https:example.com | must name a host",
                "https:///path | must name a host",
                "https://a_b.example/ | must name a host",
                "https://2130706433/ | must name a host",
                "https://0177.0.0.1/ | must name a host",
                "https://0x7f.1/ | must name a host",
                "https://[fe80::1%25eth0]/ | must name a host",
                "https://example.com:0/ | must name a host",
                "https://example.com:65536/ | must name a host",
                "https://example.com:8443/ | must have one of the ports that webhooks may go to: 80, 443",
                "https://example.com:22/ | must have one of the ports",
                "https://[2606:4700::1111]:6379/ | must have one of the ports",
                "https://user@example.com/ | must not hold a user name",
                "https://user:password@example.com/ | must not hold a user name",
                "https://@example.com/ | must not hold a user name",
                "https://example.com/#part | must not hold a #",
                "https://localhost/ | must not lead to this machine",
                "https://a.localhost/ | must not lead to this machine",
                "https://127.0.0.1/ | must not lead to this machine",
                "https://[::1]/ | must not lead to this machine",
                "https://192.168.0.1/ | must not lead to this machine",
                "https://169.254.169.254/ | must not lead to this machine"
            })
    void theseWillNot(String address, String objection) {
        assertThat(WebhookAddress.objection(URI.create(address), Sender.STANDARD))
                .hasValueSatisfying(said -> assertThat(said).startsWith(objection));
    }

    @Test
    void itsLengthIsBoundedInTheFormThatIsSent() {
        String longest = "https://example.com/" + "a".repeat(WebhookAddress.LONGEST - 20);
        assertThat(WebhookAddress.objection(URI.create(longest), NEAR)).isEmpty();
        assertThat(WebhookAddress.objection(URI.create(longest + "a"), NEAR)).isPresent();
        assertThat(WebhookAddress.objection(URI.create("https://example.com/" + "道".repeat(300)), NEAR))
                .isPresent();
    }

    @Test
    void aLabelThatDnsCannotHoldIsNoHost() {
        assertThat(WebhookAddress.objection(URI.create("https://" + "a".repeat(64) + ".example/"), NEAR))
                .isPresent();
        assertThat(WebhookAddress.objection(URI.create("https://" + "a.".repeat(127) + "example/"), NEAR))
                .isPresent();
    }

    @Test
    void privateAddressesCanBePermitted() {
        assertThat(WebhookAddress.objection(URI.create("https://localhost:1/"), NEAR))
                .isEmpty();
        assertThat(WebhookAddress.objection(URI.create("https://10.0.0.1/"), NEAR))
                .isEmpty();
        assertThat(WebhookAddress.objection(URI.create("https://169.254.169.254/"), NEAR))
                .isPresent();
        assertThat(WebhookAddress.objection(URI.create("http://10.0.0.1/"), NEAR))
                .isPresent();
    }
}
