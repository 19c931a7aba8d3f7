package dev.yorozu.server.systems.apps;

import dev.yorozu.secret.RandomTokens;
import dev.yorozu.server.config.Setting;
import dev.yorozu.server.config.SettingType;
import dev.yorozu.server.config.Settings;
import dev.yorozu.server.config.SettingsGroup;
import dev.yorozu.server.files.SecretFile;
import dev.yorozu.server.systems.SystemSettings;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Optional;

/** What can be set of the interface for apps. What is chosen for one app is with that app. */
public final class AppsSettings {
    private static final String PREFIX = "systems.apps.";
    private static final int SHORTEST_SECRET = 32;

    public static final SettingsGroup GROUP = new SettingsGroup("Apps: a neutral API for every program");

    public static final Setting<Boolean> ENABLED = GROUP.with(SystemSettings.enabled(PREFIX));
    public static final Setting<String> MOUNT = GROUP.with(SystemSettings.mount(PREFIX, "/v1"));

    public static final Setting<String> SECRET = GROUP.with(Setting.optional(
                    PREFIX + "secret",
                    new SettingType<>(
                            "a text of at least " + SHORTEST_SECRET + " characters that nobody can guess",
                            text -> text.strip().length() < SHORTEST_SECRET ? Optional.empty() : Optional.of(text)),
                    "made at the first start and kept in the directory `data`",
                    "Secret that the keys of all apps follow from, which sign their tokens and seal their links; servers"
                            + " that share a store share it.")
            .asSecret());

    private static final SecretFile SECRET_FILE = new SecretFile("apps.secret", "secret", SECRET.name());

    private AppsSettings() {}

    /** The secret that is set, else the one of this machine, made in a directory that exists. */
    static byte[] secret(Settings settings, Path data, RandomTokens random) {
        return settings.find(SECRET)
                .map(text -> text.getBytes(StandardCharsets.UTF_8))
                .orElseGet(() -> SECRET_FILE.inDirectory(data, random));
    }
}
