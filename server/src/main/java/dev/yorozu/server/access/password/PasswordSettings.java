package dev.yorozu.server.access.password;

import dev.yorozu.server.config.Setting;
import dev.yorozu.server.config.SettingType;
import dev.yorozu.server.config.Settings;
import dev.yorozu.server.config.SettingsGroup;
import java.security.SecureRandom;
import java.util.List;

/** How slowly passwords are hashed, and how short they may be. */
public final class PasswordSettings {
    public static final Setting<Integer> MEMORY = Setting.of(
            "passwords.memory",
            SettingType.size(8 << 10, 1 << 30),
            "19MiB",
            "Memory that Argon2id fills for one password.");
    public static final Setting<Integer> ITERATIONS = Setting.of(
            "passwords.iterations", SettingType.number(1, 64), "2", "How often Argon2id passes over that memory.");
    public static final Setting<Integer> PARALLELISM = Setting.of(
            "passwords.parallelism", SettingType.number(1, 16), "1", "Into how many lanes Argon2id divides it.");
    public static final Setting<Integer> CONCURRENCY = Setting.optional(
                    "passwords.concurrency",
                    SettingType.number(1, 256),
                    "",
                    "How many passwords are hashed at once; others wait a little, then get 503.")
            .fallingBackTo(
                    settings -> Integer.toString(Math.clamp(Runtime.getRuntime().availableProcessors(), 1, 256)),
                    "one for each processor");
    public static final Setting<Integer> MIN_LENGTH =
            Setting.of("passwords.minLength", SettingType.number(8, 64), "8", "Fewest characters of a new password.");

    public static final SettingsGroup GROUP =
            new SettingsGroup("Passwords", List.of(MEMORY, ITERATIONS, PARALLELISM, CONCURRENCY, MIN_LENGTH));

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
