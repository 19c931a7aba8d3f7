package dev.yorozu.server.systems.tokens;

import dev.yorozu.limit.FailMode;
import dev.yorozu.limit.WindowPolicy;
import dev.yorozu.server.config.Setting;
import dev.yorozu.server.config.SettingType;
import dev.yorozu.server.config.Settings;
import dev.yorozu.server.config.SettingsGroup;
import java.util.List;

/**
 * How often one address may ask, per minute, and be wrong, per hour. The rates are wide, because a whole office may share an
 * address: what keeps guesses few are the wrong passwords that each address and account has.
 *
 * <p>While the store cannot count, requests pass: what they ask for needs the store too, and its own answer says what is
 * wrong.
 */
public final class TokenRates {
    static final Setting<Integer> LOGIN = rate("login", 120, "Sign-ins");
    static final Setting<Integer> REFRESH = rate("refresh", 600, "Refreshes");
    static final Setting<Integer> REGISTER = rate("register", 20, "Registrations");
    static final Setting<Integer> PASSWORD = rate("password", 20, "Changes of a password");
    static final Setting<Integer> FAILURES = failures("login", 5, "Wrong passwords per hour and address, at most.");
    static final Setting<Integer> FAILURES_AT_ACCOUNT = failures(
            "loginAccount",
            20,
            "Wrong passwords per hour at one account, from all addresses that never signed in there together, before those"
                    + " have to wait for each other; and from each address that did, at most.");

    public static final SettingsGroup GROUP = new SettingsGroup(
            "Token store: rates", List.of(LOGIN, REFRESH, REGISTER, PASSWORD, FAILURES, FAILURES_AT_ACCOUNT));

    private TokenRates() {}

    private static Setting<Integer> rate(String name, int fallback, String what) {
        return Setting.of(
                TokensSettings.PREFIX + "rates." + name,
                SettingType.number(1, 1_000_000),
                Integer.toString(fallback),
                what + " per minute and address, at most.");
    }

    private static Setting<Integer> failures(String name, int fallback, String text) {
        return Setting.of(
                TokensSettings.PREFIX + "limits." + name,
                SettingType.number(1, 1000),
                Integer.toString(fallback),
                text);
    }

    /** The limit that counts under this name. */
    static WindowPolicy policy(Settings settings, Setting<Integer> rate, String name) {
        return WindowPolicy.perMinute("tokens-" + name, settings.value(rate), FailMode.OPEN);
    }
}
