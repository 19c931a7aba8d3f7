package dev.yorozu.server.systems.discord;

import dev.yorozu.limit.FailMode;
import dev.yorozu.limit.WindowPolicy;
import dev.yorozu.server.config.Setting;
import dev.yorozu.server.config.SettingType;
import dev.yorozu.server.config.Settings;
import dev.yorozu.server.config.SettingsGroup;
import java.util.List;

/**
 * How often one client may ask, per minute and address.
 *
 * <p>While the store cannot count, requests pass: what they ask for needs the store too, and its own answer says what is
 * wrong.
 */
public final class RateSettings {
    static final Setting<Integer> START = rate("start", 600, "Sign-ins started");
    static final Setting<Integer> CALLBACK = rate("callback", 3000, "Returns from Discord");
    static final Setting<Integer> CLAIM = rate("claim", 600, "Claims of a handed-over session");
    static final Setting<Integer> CSRF = rate("csrf", 120, "CSRF tokens, of either kind");
    static final Setting<Integer> ME = rate("me", 120, "Session checks");
    static final Setting<Integer> LOGOUT = rate("logout", 30, "Sign-outs");
    static final Setting<Integer> TOKEN = rate("token", 30, "Share links made");
    static final Setting<Integer> RESOLVE = rate("resolve", 120, "Share links opened");
    static final Setting<Integer> DELETE = rate("delete", 10, "Share links deleted");

    public static final SettingsGroup GROUP = new SettingsGroup(
            "Discord: rates", List.of(START, CALLBACK, CLAIM, CSRF, ME, LOGOUT, TOKEN, RESOLVE, DELETE));

    private RateSettings() {}

    private static Setting<Integer> rate(String name, int fallback, String what) {
        return Setting.of(
                DiscordSettings.PREFIX + "rates." + name,
                SettingType.number(1, 1_000_000),
                Integer.toString(fallback),
                what + " per minute and address, at most.");
    }

    /** The limit that counts under this name. */
    static WindowPolicy policy(Settings settings, Setting<Integer> rate, String name) {
        return WindowPolicy.perMinute(name, settings.value(rate), FailMode.OPEN);
    }
}
