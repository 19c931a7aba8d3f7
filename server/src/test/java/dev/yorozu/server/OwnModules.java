package dev.yorozu.server;

import dev.yorozu.server.boot.Server;
import dev.yorozu.server.boot.StandardSettings;
import dev.yorozu.server.boot.StatusModule;
import dev.yorozu.server.http.HttpModule;
import dev.yorozu.server.http.health.Health;
import dev.yorozu.server.metrics.Metrics;
import dev.yorozu.server.openapi.OpenApiModule;
import dev.yorozu.server.pages.PagesModule;
import dev.yorozu.store.memory.MemoryStore;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** The modules that {@link Server#start} adds to those it is given, for tests that ask for their routes. */
public final class OwnModules {
    private OwnModules() {}

    public static List<HttpModule> all() {
        InstantSource clock = InstantSource.system();
        Health health = new Health("store", () -> Health.State.OK, Duration.ofSeconds(1), clock);
        return List.of(
                new StatusModule(
                        new MemoryStore(), List.of(health), () -> false, new Metrics(""), Optional::empty, clock),
                new PagesModule(health, "memory:", "", StandardSettings.schema(), List.of(), clock),
                new OpenApiModule(Map.of(), List.of()));
    }
}
