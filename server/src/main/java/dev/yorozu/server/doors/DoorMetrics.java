package dev.yorozu.server.doors;

import io.prometheus.metrics.core.metrics.CounterWithCallback;
import io.prometheus.metrics.model.registry.PrometheusRegistry;
import java.util.Locale;

/** Shows to Prometheus what is counted of the doors. */
final class DoorMetrics {
    private DoorMetrics() {}

    /** Called once for a registry. */
    static void register(PrometheusRegistry registry, Doors doors) {
        CounterWithCallback.builder()
                .name("yorozu_door_commands_total")
                .help("Commands of clients, by the door that they came in by")
                .labelNames("door")
                .callback(callback ->
                        doors.states().forEach(state -> callback.call((double) state.commands(), state.name())))
                .register(registry);
        CounterWithCallback.builder()
                .name("yorozu_door_schema_violations_total")
                .help("Keys that clients of doors left, or would have left, in another shape than is declared")
                .labelNames("key", "reason", "outcome")
                .callback(callback -> doors.schema()
                        .violations()
                        .forEach(each -> callback.call(
                                (double) each.times(),
                                each.key(),
                                each.flaw().name().toLowerCase(Locale.ROOT),
                                each.undone() ? "refused" : "done")))
                .register(registry);
        CounterWithCallback.builder()
                .name("yorozu_door_undeclared_writes_total")
                .help("Writes of clients of doors to keys that are not declared, by what stands before the first colon")
                .labelNames("prefix")
                .callback(callback -> doors.schema()
                        .undeclared()
                        .forEach(each -> callback.call((double) each.writes(), each.prefix())))
                .register(registry);
    }
}
