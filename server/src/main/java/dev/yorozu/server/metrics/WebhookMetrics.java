package dev.yorozu.server.metrics;

import dev.yorozu.server.webhook.WebhookObserver;
import io.prometheus.metrics.core.metrics.Counter;
import io.prometheus.metrics.model.registry.PrometheusRegistry;
import java.util.Locale;

/** Webhooks by what became of them. Hosts are never labels: anybody can name new ones. */
public final class WebhookMetrics implements WebhookObserver {
    private final Counter webhooks;

    WebhookMetrics(PrometheusRegistry registry) {
        webhooks = Counter.builder()
                .name("yorozu_webhooks_total")
                .help("Webhooks, by what became of them")
                .labelNames("outcome")
                .register(registry);
        for (Ending ending : Ending.values()) {
            webhooks.initLabelValues(word(ending));
        }
    }

    @Override
    public void ended(Ending ending) {
        webhooks.labelValues(word(ending)).inc();
    }

    private static String word(Ending ending) {
        return ending.name().toLowerCase(Locale.ROOT);
    }
}
