package dev.yorozu.server.cli.command;

import dev.yorozu.server.boot.StandardSettings;
import dev.yorozu.server.config.Settings;
import dev.yorozu.server.config.SettingsReader;
import java.nio.file.Path;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** The options that say which store, and where the settings are. */
public final class StoreOptions {
    @Option(names = "--data", paramLabel = "DIR", description = "Data directory (default: ./data)")
    private @Nullable String data;

    @Option(
            names = "--store",
            paramLabel = "URL",
            description = {
                "Store to use (default: rocksdb: and store in the data directory):",
                "rocksdb:DIR, memory:, redis://…, rediss://…, redis-sentinel://…, redis-cluster://H:P,H:P or"
                        + " upstash:https://…"
            })
    private @Nullable String store;

    @Option(names = "--config", paramLabel = "FILE", description = "Settings file (default: ./yorozu.yaml, if any)")
    private @Nullable Path config;

    /** The settings from the file, the environment and these options. */
    public Settings settings() {
        return reader().read();
    }

    public SettingsReader reader() {
        SettingsReader reader = new SettingsReader(StandardSettings.schema()).environment(System.getenv());
        Optional.ofNullable(config).ifPresent(reader::file);
        Optional.ofNullable(data).ifPresent(value -> reader.flag("data", "--data", value));
        Optional.ofNullable(store).ifPresent(value -> reader.flag("store.url", "--store", value));
        return reader;
    }

    public boolean namesStore() {
        return store != null;
    }
}
