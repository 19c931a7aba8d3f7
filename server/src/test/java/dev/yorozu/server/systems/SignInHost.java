package dev.yorozu.server.systems;

import dev.yorozu.keyspace.Keyspace;
import dev.yorozu.secret.RandomTokens;
import dev.yorozu.server.access.ClientAddress;
import dev.yorozu.server.boot.StandardSettings;
import dev.yorozu.server.census.Census;
import dev.yorozu.server.config.PrivacySettings;
import dev.yorozu.server.config.Settings;
import dev.yorozu.server.config.SettingsReader;
import dev.yorozu.server.config.StatisticsSettings;
import dev.yorozu.server.directory.DirectoryOnDemand;
import dev.yorozu.server.metrics.Metrics;
import dev.yorozu.store.Store;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;

/** What a system is given by a test that serves it alone, without any file: addresses are hashed under a salt that is known. */
public final class SignInHost extends Host {
    /** @param flags as on the command line; all other settings are as nobody set them */
    public SignInHost(Store store, Map<String, String> flags, InstantSource clock) {
        this(store, settings(flags), RandomTokens.secure(), clock);
    }

    private SignInHost(Store store, Settings settings, RandomTokens random, InstantSource clock) {
        super(
                List.of(),
                settings,
                store,
                new DirectoryOnDemand(settings, clock),
                new Census(
                        store, Keyspace.schema(), StatisticsSettings.policy(settings, false), List::of, random, clock),
                () -> new Metrics("test"),
                Path.of("no-data-directory"),
                random,
                clock);
    }

    private static Settings settings(Map<String, String> flags) {
        SettingsReader reader = new SettingsReader(StandardSettings.schema());
        flags.forEach((name, value) -> reader.flag(name, "--" + name, value));
        return reader.read();
    }

    @Override
    public synchronized ClientAddress addresses() {
        return new ClientAddress(
                settings().find(PrivacySettings.TRUSTED_PROXIES).orElse(List.of()),
                "salt".getBytes(StandardCharsets.UTF_8));
    }
}
