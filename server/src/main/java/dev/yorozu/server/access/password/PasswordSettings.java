package dev.yorozu.server.access.password;

import dev.yorozu.server.config.Setting;
import dev.yorozu.server.config.SettingType;
import dev.yorozu.server.config.Settings;
import dev.yorozu.server.config.SettingsGroup;
import java.security.SecureRandom;

/** How slowly passwords are hashed, and how short they may be. */
public final class PasswordSettings {
    public static final SettingsGroup GROUP = new SettingsGroup("Passwords");

    public static final Setting<Integer> MEMORY = GROUP.of(
            "passwords.memory",
            SettingType.size(8 << 10, 1 << 30),
            "19MiB",
            "Memory that Argon2id fills for one password.");
    public static final Setting<Integer> ITERATIONS = GROUP.of(
            "passwords.iterations", SettingType.number(1, 64), "2", "How often Argon2id passes over that memory.");
    public static final Setting<Integer> PARALLELISM = GROUP.of(
            "passwords.parallelism", SettingType.number(1, 16), "1", "Into how many lanes Argon2id divides it.");
    public static final Setting<Integer> CONCURRENCY = GROUP.with(Setting.optional(
                    "passwords.concurrency",
                    SettingType.number(1, 256),
                    "",
                    "How many passwords are hashed at once; others wait a little, then get 503.")
            .fallingBackTo(
                    settings -> Integer.toString(Math.clamp(Runtime.getRuntime().availableProcessors(), 1, 256)),
                    "one for each processor"));
    public static final Setting<Integer> MIN_LENGTH =
            GROUP.of("passwords.minLength", SettingType.number(8, 64), "8", "Fewest characters of a new password.");

    private PasswordSettings() {}

    public static Argon2Passwords passwords(Settings settings) {
        return passwords(settings, settings.value(MIN_LENGTH));
    }

    /** For secrets that have a shortest length of their own. */
    public static Argon2Passwords passwords(Settings settings, int minLength) {
        Argon2Cost cost =
                new Argon2Cost(settings.value(MEMORY) >> 10, settings.value(ITERATIONS), settings.value(PARALLELISM));
        return new Argon2Passwords(cost, settings.value(CONCURRENCY), minLength, new SecureRandom());
    }
}
