package dev.yorozu.bench.http;

import dev.yorozu.server.config.Settings;
import dev.yorozu.store.Store;
import java.io.IOException;
import java.util.List;

/** A system as it is measured: its settings, what is stored before anybody asks, and the work that it does. */
public interface Fixture extends AutoCloseable {
    List<Row> rows();

    /** The settings of the server in YAML. Rates are counted as ever, but are the highest that can be set. */
    String settings();

    /** Stores what the work needs, before the server starts. */
    void seed(Store store, Settings settings) throws IOException;

    /** Does over HTTP what cannot be done in the store. */
    default void prepare(int port) throws IOException {}

    @Override
    default void close() {}
}
