package dev.yorozu.server.systems.tokens;

import dev.yorozu.limit.FailMode;
import dev.yorozu.limit.WindowPolicy;
import dev.yorozu.server.config.Setting;
import dev.yorozu.server.config.SettingType;
import dev.yorozu.server.config.Settings;
import dev.yorozu.server.config.SettingsGroup;
import java.util.List;

/**
 * How often one address may ask, per minute. Wide, because a whole office may share an address: what keeps guesses few are
 * the tries that each account and address has.
 *
 * <p>While the store cannot count, requests pass: what they ask for needs the store too, and its own answer says what is
 * wrong.
 */
public final class TokenRates {
    static final Setting<Integer> LOGIN = rate("login", 120, "Sign-ins");
    static final Setting<Integer> REFRESH = rate("refresh", 600, "Refreshes");
    static final Setting<Integer> REGISTER = rate("register", 20, "Registrations");
    static final Setting<Integer> PASSWORD = rate("password", 20, "Changes of a password");

    public static final SettingsGroup GROUP =
            new SettingsGroup("Token store: rates", List.of(LOGIN, REFRESH, REGISTER, PASSWORD));

    private TokenRates() {}

    private static Setting<Integer> rate(String name, int fallback, String what) {
        return Setting.of(
                TokensSettings.PREFIX + "rates." + name,
                SettingType.number(1, 1_000_000),
                Integer.toString(fallback),
                what + " per minute and address, at most.");
    }

    /** The limit that counts under this name. */
    static WindowPolicy policy(Settings settings, Setting<Integer> rate, String name) {
        return WindowPolicy.perMinute("tokens-" + name, settings.value(rate), FailMode.OPEN);
    }
}
