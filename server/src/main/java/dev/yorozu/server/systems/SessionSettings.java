package dev.yorozu.server.systems;

import dev.yorozu.server.config.Setting;
import dev.yorozu.server.config.SettingType;
import dev.yorozu.server.config.Settings;
import dev.yorozu.server.config.SettingsException;
import dev.yorozu.server.config.SettingsGroup;
import dev.yorozu.session.SessionPolicy;
import java.time.Duration;

/** How long the sessions of one system live and how many a user may have, as every system with sessions can be set. */
public record SessionSettings(
        Setting<Duration> life,
        Setting<Duration> absoluteLife,
        Setting<Integer> maxPerUser,
        Setting<Duration> touchEvery) {
    /**
     * @param group that they belong to
     * @param prefix of the system, with its dot behind
     */
    public static SessionSettings of(SettingsGroup group, String prefix) {
        return new SessionSettings(
                group.of(
                        prefix + "session.life",
                        SettingType.duration(Duration.ofMinutes(1), Duration.ofDays(365)),
                        "30d",
                        "How long a session lives without being used."),
                group.of(
                        prefix + "session.absoluteLife",
                        SettingType.duration(Duration.ofMinutes(1), Duration.ofDays(3650)),
                        "180d",
                        "How long a session lives at most, however much it is used."),
                group.of(
                        prefix + "session.maxPerUser",
                        SettingType.number(1, SessionPolicy.MOST_PER_USER),
                        "5",
                        "Most sessions of one user; one more ends the oldest."),
                group.of(
                        prefix + "session.touchEvery",
                        SettingType.duration(Duration.ofSeconds(1), Duration.ofDays(1)),
                        "1m",
                        "How often at most the use of a session is noted and its life renewed."));
    }

    /** The policy that these settings make; one sentence says what is wrong where they contradict each other. */
    public SessionPolicy policy(Settings settings) {
        Duration lasting = settings.value(life);
        Duration touching = settings.value(touchEvery);
        if (touching.compareTo(lasting) >= 0) {
            throw new SettingsException("Setting " + touchEvery.name() + " must be shorter than " + life.name()
                    + ", or no session would ever be renewed.");
        }
        return new SessionPolicy(
                lasting,
                lasting,
                settings.value(absoluteLife),
                settings.value(maxPerUser),
                SessionPolicy.AtCap.END_OLDEST,
                touching);
    }
}
