package dev.yorozu.server.boot;

import com.fasterxml.jackson.annotation.JsonInclude;
import dev.yorozu.server.config.Version;
import dev.yorozu.server.http.Call;
import dev.yorozu.server.http.HttpModule;
import dev.yorozu.server.http.Reply;
import dev.yorozu.server.http.Routes;
import dev.yorozu.server.http.health.Health;
import dev.yorozu.server.metrics.Metrics;
import dev.yorozu.server.operate.backup.scheduled.BackupStatus;
import dev.yorozu.store.Store;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;

/**
 * How the server is, for machines: {@code /livez} for who restarts it, {@code /readyz} for who sends it traffic,
 * {@code /healthz} for who wants to know of any trouble, and {@code /metrics}.
 */
public final class StatusModule implements HttpModule {
    private static final String OK = Health.State.OK.words();
    private static final String STORE = "store";

    private final Store store;
    private final List<Health> parts;
    private final BooleanSupplier stopping;
    private final Metrics metrics;
    private final Supplier<Optional<BackupStatus>> backups;
    private final InstantSource clock;
    private final Instant started;

    /** @param parts what the server needs; the first of them is the store */
    public StatusModule(
            Store store,
            List<Health> parts,
            BooleanSupplier stopping,
            Metrics metrics,
            Supplier<Optional<BackupStatus>> backups,
            InstantSource clock) {
        this.store = store;
        this.parts = List.copyOf(parts);
        this.stopping = stopping;
        this.metrics = metrics;
        this.backups = backups;
        this.clock = clock;
        this.started = clock.instant();
    }

    private record Alive(String status, String version, long uptimeSeconds) {}

    private record Ready(String status, Map<String, String> parts) {}

    @JsonInclude(JsonInclude.Include.NON_ABSENT)
    private record Status(
            String status,
            String store,
            Map<String, String> parts,
            Optional<BackupStatus> backup,
            String version,
            long uptimeSeconds) {}

    @Override
    public String mount() {
        return "";
    }

    @Override
    public void routes(Routes routes) {
        routes.get("/healthz", call -> health())
                .get("/livez", call -> unkept(200, new Alive(OK, Version.text(), uptime())))
                .get("/readyz", call -> readiness())
                .get("/metrics", this::measured);
    }

    private Reply measured(Call call) {
        Metrics.Scrape scrape = metrics.scrape(call.header("Accept").orElse(""));
        return Reply.bytes(200, scrape.contentType(), scrape.body())
                .with("Vary", "Accept")
                .compressible();
    }

    /** A server whose backups fail serves as well as before, so that they are told here and change no status. */
    private Reply health() {
        Map<String, String> states = states();
        if (!store.damage().isEmpty()) {
            states.put(STORE, Health.State.DAMAGED.words());
        }
        boolean well = states.values().stream().allMatch(OK::equals);
        String ofStore = states.getOrDefault(STORE, OK);
        return unkept(
                well ? 200 : 503,
                new Status(well ? OK : "unavailable", ofStore, states, backups.get(), Version.text(), uptime()));
    }

    /** Damage that was found keeps nobody from what is whole, so it is no reason to send nobody. */
    private Reply readiness() {
        if (stopping.getAsBoolean()) {
            return unkept(503, new Ready("stopping", Map.of()));
        }
        Map<String, String> states = states();
        boolean ready = states.values().stream().allMatch(OK::equals);
        return unkept(ready ? 200 : 503, new Ready(ready ? OK : "unavailable", states));
    }

    private Map<String, String> states() {
        Map<String, String> states = new LinkedHashMap<>();
        parts.forEach(part -> states.put(part.name(), part.state().words()));
        return states;
    }

    private long uptime() {
        return Duration.between(started, clock.instant()).toSeconds();
    }

    private static Reply unkept(int status, Object body) {
        return Reply.json(status, body).with("Cache-Control", "no-store");
    }
}
