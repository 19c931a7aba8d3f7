package dev.yorozu.server.systems.users;

import dev.yorozu.keyspace.UserKeys.Endpoint;
import dev.yorozu.limit.FailMode;
import dev.yorozu.limit.WindowPolicy;
import dev.yorozu.server.config.Setting;
import dev.yorozu.server.config.SettingType;
import dev.yorozu.server.config.Settings;
import dev.yorozu.server.config.SettingsGroup;
import java.time.Duration;
import java.util.List;

/**
 * How often one may ask: by the hour as the document counts, and by the minute and address before anything that costs.
 *
 * <p>The rates by the minute are wide, because a whole office may share an address. While the store cannot count, requests
 * pass them: what they ask for needs the store too, and its own answer says what is wrong.
 */
public final class UsersLimits {
    static final Setting<Integer> PROFILE = hourly("profile", 100, "Reads of profiles", "user");
    static final Setting<Integer> UPDATE = hourly("profileUpdate", 10, "Changes of a profile", "user");
    static final Setting<Integer> BATCH = hourly("profileBatch", 20, "Reads of many profiles at once", "user");
    static final Setting<Integer> UPLOAD = hourly("upload", 20, "Uploads of documents", "user");
    static final Setting<Integer> LOGIN = hourly("login", 5, "Failed sign-ins", "address");
    static final Setting<Integer> LOGIN_ACCOUNT = Setting.of(
            UsersSettings.PREFIX + "limits.loginAccount",
            SettingType.number(1, 1000),
            "20",
            "Failed sign-ins per hour at one account, from all addresses that never signed in there together, before those"
                    + " have to wait for each other; and from each address that did, at most.");
    static final Setting<FailMode> FAIL_MODE = Setting.of(
            UsersSettings.PREFIX + "limits.failMode",
            SettingType.choice(FailMode.class),
            "open",
            "Whether requests pass the hourly limits while the store cannot count; sign-ins never do.");
    static final Setting<Integer> SIGNUP_RATE = rate("signup", 20, "Sign-ups", "address");
    static final Setting<Integer> LOGIN_RATE = rate("login", 120, "Sign-ins", "address");
    static final Setting<Integer> REFRESH_RATE = rate("refresh", 600, "Refreshes", "address");
    /** Looking for sessions that no index names costs the store more than anything else that a user can ask for. */
    static final Setting<Integer> SESSIONS_RATE = rate("sessions", 60, "Listings and ends of all sessions", "user");

    public static final SettingsGroup GROUP = new SettingsGroup(
            "User API: limits",
            List.of(
                    PROFILE,
                    UPDATE,
                    BATCH,
                    UPLOAD,
                    LOGIN,
                    LOGIN_ACCOUNT,
                    FAIL_MODE,
                    SIGNUP_RATE,
                    LOGIN_RATE,
                    REFRESH_RATE,
                    SESSIONS_RATE));

    private UsersLimits() {}

    private static Setting<Integer> hourly(String name, int fallback, String what, String who) {
        return Setting.of(
                UsersSettings.PREFIX + "limits." + name,
                SettingType.number(1, who.equals("user") ? 1_000_000 : 1000),
                Integer.toString(fallback),
                what + " per hour and " + who + ", at most.");
    }

    private static Setting<Integer> rate(String name, int fallback, String what, String who) {
        return Setting.of(
                UsersSettings.PREFIX + "rates." + name,
                SettingType.number(1, 1_000_000),
                Integer.toString(fallback),
                what + " per minute and " + who + ", at most.");
    }

    /** The hourly limit of an endpoint, as it is set. */
    public static WindowPolicy hourly(Settings settings, Endpoint endpoint) {
        Setting<Integer> limit = switch (endpoint) {
            case PROFILE -> PROFILE;
            case PROFILE_UPDATE -> UPDATE;
            case PROFILE_BATCH -> BATCH;
            case UPLOAD -> UPLOAD;
            case LOGIN -> LOGIN;
        };
        FailMode mode = endpoint == Endpoint.LOGIN ? FailMode.CLOSED : settings.value(FAIL_MODE);
        return new WindowPolicy(endpoint.path(), settings.value(limit), Duration.ofHours(1), mode);
    }

    /** The rate by the minute that counts under this name. */
    static WindowPolicy rate(Settings settings, Setting<Integer> rate, String name) {
        return WindowPolicy.perMinute("users-" + name, settings.value(rate), FailMode.OPEN);
    }
}
