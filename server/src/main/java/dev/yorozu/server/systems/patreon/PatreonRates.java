package dev.yorozu.server.systems.patreon;

import dev.yorozu.limit.FailMode;
import dev.yorozu.limit.WindowPolicy;
import dev.yorozu.server.config.Setting;
import dev.yorozu.server.config.SettingType;
import dev.yorozu.server.config.Settings;
import dev.yorozu.server.config.SettingsGroup;
import java.util.List;

/**
 * How often one may ask, in each minute.
 *
 * <p>While the store cannot count, requests pass: what they ask for needs the store too, and its own answer says what is
 * wrong. Crash reports need nothing else of it, and are refused.
 */
public final class PatreonRates {
    static final Setting<Integer> SIGN_IN =
            rate("signIn", 1200, "Exchanges of codes and of Patreon's tokens", "address");
    static final Setting<Integer> REFRESH =
            rate("refresh", 1200, "Refreshes of signed tokens and of sessions", "address");
    static final Setting<Integer> TOKEN = rate("token", 1200, "Signed tokens for sessions", "user");
    static final Setting<Integer> SYNC = rate("sync", 60, "Looks at the license, each of which asks Patreon,", "user");
    static final Setting<Integer> QUOTA = rate("quota", 60, "Looks at the quota", "user");
    static final Setting<Integer> CRASH_REPORT = rate("crashReport", 10, "Crash reports", "address");
    static final Setting<Integer> WEBHOOK = rate("webhook", 100, "Webhooks", "address");

    public static final SettingsGroup GROUP = new SettingsGroup(
            "Patreon relay: rates", List.of(SIGN_IN, REFRESH, TOKEN, SYNC, QUOTA, CRASH_REPORT, WEBHOOK));

    private PatreonRates() {}

    private static Setting<Integer> rate(String name, int fallback, String what, String who) {
        return Setting.of(
                PatreonSettings.PREFIX + "rates." + name,
                SettingType.number(1, 1_000_000),
                Integer.toString(fallback),
                what + " per minute and " + who + ", at most.");
    }

    /** The limit that counts under this name. */
    static WindowPolicy policy(Settings settings, Setting<Integer> rate, String name) {
        FailMode mode = rate.equals(CRASH_REPORT) ? FailMode.CLOSED : FailMode.OPEN;
        return WindowPolicy.perMinute(name, settings.value(rate), mode);
    }
}
