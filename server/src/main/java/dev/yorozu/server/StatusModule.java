package dev.yorozu.server;

import dev.yorozu.server.http.Health;
import dev.yorozu.server.http.HttpModule;
import dev.yorozu.server.http.Reply;
import dev.yorozu.server.http.Routes;
import dev.yorozu.server.metrics.Metrics;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;

/** How the server is, for machines: {@code /healthz} and {@code /metrics}. */
final class StatusModule implements HttpModule {
    private final Health health;
    private final Metrics metrics;
    private final InstantSource clock;
    private final Instant started;

    StatusModule(Health health, Metrics metrics, InstantSource clock) {
        this.health = health;
        this.metrics = metrics;
        this.clock = clock;
        this.started = clock.instant();
    }

    private record Status(String status, String store, String version, long uptimeSeconds) {}

    @Override
    public String mount() {
        return "";
    }

    @Override
    public void routes(Routes routes) {
        routes.get("/healthz", call -> health());
        routes.get("/metrics", call -> Reply.bytes(200, Metrics.CONTENT_TYPE, metrics.text()));
    }

    private Reply health() {
        boolean well = health.answers();
        long uptime = Duration.between(started, clock.instant()).toSeconds();
        Status status = new Status(well ? "ok" : "unavailable", well ? "ok" : "unreachable", Version.text(), uptime);
        return Reply.json(well ? 200 : 503, status).with("Cache-Control", "no-store");
    }
}
