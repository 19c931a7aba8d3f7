package dev.yorozu.server.metrics;

import io.prometheus.metrics.core.datapoints.CounterDataPoint;
import io.prometheus.metrics.core.metrics.Counter;
import io.prometheus.metrics.model.registry.PrometheusRegistry;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;

/** Counts by the values of an enumeration, each of which is shown from the start, as 0 until it happens. */
record EnumCounter<E extends Enum<E>>(List<CounterDataPoint> byOrdinal) {
    static <E extends Enum<E>> EnumCounter<E> register(
            PrometheusRegistry registry, String name, String help, String label, Class<E> values) {
        Counter counter =
                Counter.builder().name(name).help(help).labelNames(label).register(registry);
        return new EnumCounter<>(Stream.of(values.getEnumConstants())
                .map(value -> counter.labelValues(word(value)))
                .toList());
    }

    void count(E value) {
        byOrdinal.get(value.ordinal()).inc();
    }

    /** What stands for a value in labels. */
    static String word(Enum<?> value) {
        return value.name().toLowerCase(Locale.ROOT);
    }
}
