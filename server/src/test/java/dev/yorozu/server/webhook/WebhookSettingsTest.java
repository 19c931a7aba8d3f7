package dev.yorozu.server.webhook;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.yorozu.server.boot.StandardSettings;
import dev.yorozu.server.config.Settings;
import dev.yorozu.server.config.SettingsReader;
import java.net.URI;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class WebhookSettingsTest {
    private static Settings settings(Map<String, String> environment) {
        return new SettingsReader(StandardSettings.schema())
                .withoutFile()
                .environment(environment)
                .read();
    }

    @Test
    void whoSetsNothingHasTheStandard() {
        assertThat(WebhookSettings.policy(settings(Map.of()))).isEqualTo(Sender.STANDARD);
        assertThat(settings(Map.of()).value(WebhookSettings.ENABLED)).isTrue();
        assertThat(WebhookSettings.policy(settings(Map.of("YOROZU_SYSTEMS_NOSTALGIC_WEBHOOKS_PORTS", "all")))
                        .ports())
                .isEqualTo(WebhookPolicy.ALL_PORTS);
    }

    @Test
    void everythingCanBeSet() {
        Settings settings = settings(Map.ofEntries(
                Map.entry("YOROZU_SYSTEMS_NOSTALGIC_WEBHOOKS_ENABLED", "off"),
                Map.entry("YOROZU_SYSTEMS_NOSTALGIC_WEBHOOKS_TIMEOUT", "2s"),
                Map.entry("YOROZU_SYSTEMS_NOSTALGIC_WEBHOOKS_TRIES", "4"),
                Map.entry("YOROZU_SYSTEMS_NOSTALGIC_WEBHOOKS_BACKOFF", "3s,1m"),
                Map.entry("YOROZU_SYSTEMS_NOSTALGIC_WEBHOOKS_QUEUE", "5"),
                Map.entry("YOROZU_SYSTEMS_NOSTALGIC_WEBHOOKS_QUEUE_PER_HOST", "6"),
                Map.entry("YOROZU_SYSTEMS_NOSTALGIC_WEBHOOKS_CONCURRENT", "7"),
                Map.entry("YOROZU_SYSTEMS_NOSTALGIC_WEBHOOKS_CONCURRENT_PER_HOST", "8"),
                Map.entry("YOROZU_SYSTEMS_NOSTALGIC_WEBHOOKS_DRAIN", "0s"),
                Map.entry("YOROZU_SYSTEMS_NOSTALGIC_WEBHOOKS_PRIVATE_ADDRESSES", "on"),
                Map.entry("YOROZU_SYSTEMS_NOSTALGIC_WEBHOOKS_PLAIN_HTTP_TO_LOOPBACK", "on"),
                Map.entry("YOROZU_SYSTEMS_NOSTALGIC_WEBHOOKS_PORTS", "443, 8443")));
        WebhookPolicy policy = WebhookSettings.policy(settings);

        assertThat(settings.value(WebhookSettings.ENABLED)).isFalse();
        assertThat(policy)
                .isEqualTo(new WebhookPolicy(
                        Duration.ofSeconds(2),
                        4,
                        List.of(Duration.ofSeconds(3), Duration.ofMinutes(1)),
                        5,
                        6,
                        7,
                        8,
                        Duration.ZERO,
                        true,
                        true,
                        Set.of(443, 8443)));
        assertThat(List.of(policy.pauseAfter(1), policy.pauseAfter(2), policy.pauseAfter(3)))
                .containsExactly(Duration.ofSeconds(3), Duration.ofMinutes(1), Duration.ofMinutes(1));
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "a\r\nX-Forged: b", "a b", "a..b", "あ"})
    void anEventIsAPlainWord(String event) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new Delivery(URI.create("https://example.com/"), event, new byte[0], Sender.KEY));
    }
}
