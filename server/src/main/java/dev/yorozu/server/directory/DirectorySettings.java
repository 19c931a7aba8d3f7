package dev.yorozu.server.directory;

import dev.yorozu.server.config.Setting;
import dev.yorozu.server.config.SettingType;
import dev.yorozu.server.config.Settings;
import dev.yorozu.server.config.SettingsGroup;
import dev.yorozu.server.directory.database.DirectoryUrl;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;

/** Where accounts are kept. */
public final class DirectorySettings {
    public static final SettingsGroup GROUP = new SettingsGroup("Directory");

    public static final Setting<String> URL = GROUP.with(Setting.of(
                    "directory.url",
                    new SettingType<>(
                            "h2: or h2:DIR, or a PostgreSQL address such as postgresql://HOST:PORT/DATABASE",
                            text -> DirectoryUrl.isOne(text) ? Optional.of(text) : Optional.empty()),
                    "h2:",
                    "Database of accounts, devices, profiles and patrons: embedded in a directory (`h2:` is `directory` in `data`),"
                            + " or a PostgreSQL server.")
            .asSecretWhen(url -> url.contains("@") || url.contains("password=")));
    public static final Setting<String> USER = GROUP.optional(
            "directory.user", SettingType.text("a user of the database"), "", "User of a PostgreSQL database.");
    public static final Setting<String> PASSWORD = GROUP.with(Setting.optional(
                    "directory.password",
                    SettingType.text("the password of the database's user"),
                    "",
                    "Password of that user.")
            .asSecret());
    public static final Setting<Integer> POOL_SIZE = GROUP.of(
            "directory.poolSize", SettingType.number(1, 200), "10", "Most connections to the database at once.");
    public static final Setting<Duration> TIMEOUT = GROUP.of(
            "directory.timeout",
            SettingType.duration(Duration.ofMillis(500), Duration.ofMinutes(5)),
            "5s",
            "How long to wait for the database before giving up.");

    private DirectorySettings() {}

    /** What a second server on the same store would lack, for systems with accounts. */
    public static Map<Setting<?>, String> advice(Settings settings) {
        return settings.isGiven(URL)
                ? Map.of()
                : Map.of(
                        URL,
                        "Accounts are kept on this machine alone: before a second server uses the same store, set"
                                + " directory.url to a PostgreSQL database.");
    }
}
