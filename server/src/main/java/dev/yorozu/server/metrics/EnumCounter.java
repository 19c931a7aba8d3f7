package dev.yorozu.server.metrics;

import io.prometheus.metrics.core.metrics.Counter;
import io.prometheus.metrics.model.registry.PrometheusRegistry;
import java.util.Locale;

/** Counts by the values of an enumeration, each of which is shown from the start, as 0 until it happens. */
record EnumCounter<E extends Enum<E>>(Counter counter) {
    static <E extends Enum<E>> EnumCounter<E> register(
            PrometheusRegistry registry, String name, String help, String label, Class<E> values) {
        Counter counter =
                Counter.builder().name(name).help(help).labelNames(label).register(registry);
        for (E value : values.getEnumConstants()) {
            counter.initLabelValues(word(value));
        }
        return new EnumCounter<>(counter);
    }

    void count(E value) {
        counter.labelValues(word(value)).inc();
    }

    /** What stands for a value in labels. */
    static String word(Enum<?> value) {
        return value.name().toLowerCase(Locale.ROOT);
    }
}
