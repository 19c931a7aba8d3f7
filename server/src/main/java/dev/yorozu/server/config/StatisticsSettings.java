package dev.yorozu.server.config;

import java.time.Duration;
import java.util.Optional;

/** How the keys of the store are counted. */
public final class StatisticsSettings {
    public static final SettingsGroup GROUP = new SettingsGroup("Statistics");

    public static final Setting<Optional<Duration>> EVERY = GROUP.with(Setting.of(
                    "statistics.every",
                    SettingType.durationOrOff(Duration.ofSeconds(10), Duration.ofDays(1)),
                    "5m",
                    "How often all keys are counted in the background, once for all servers on one store; with `off` only when"
                            + " somebody asks for it.")
            // Upstash is paid by the command, and a count takes two for each key.
            .fallingBackTo(
                    settings -> settings.value(StoreSettings.URL).startsWith("upstash:") ? "off" : "5m",
                    "`5m`; `off` on Upstash"));
    public static final Setting<Integer> SHARE = GROUP.of(
            "statistics.share",
            SettingType.number(1, 100),
            "10",
            "Percent of the time in which the store may work for such a count; the rest is pauses. At least 50 while"
                    + " somebody waits for it.");

    private StatisticsSettings() {}
}
