package dev.yorozu.server.metrics;

import dev.yorozu.server.webhook.WebhookObserver;
import io.prometheus.metrics.model.registry.PrometheusRegistry;

/** Webhooks by what became of them. Hosts are never labels: anybody can name new ones. */
public final class WebhookMetrics implements WebhookObserver {
    private final EnumCounter<Ending> webhooks;

    WebhookMetrics(PrometheusRegistry registry) {
        webhooks = EnumCounter.register(
                registry, "yorozu_webhooks_total", "Webhooks, by what became of them", "outcome", Ending.class);
    }

    @Override
    public void ended(Ending ending) {
        webhooks.count(ending);
    }
}
