package dev.yorozu.server.systems.tokens;

import dev.yorozu.jwt.SigningKey.Algorithm;
import dev.yorozu.limit.FailMode;
import dev.yorozu.limit.WindowPolicy;
import dev.yorozu.server.config.Setting;
import dev.yorozu.server.config.SettingType;
import dev.yorozu.server.config.Settings;
import dev.yorozu.server.config.SettingsException;
import dev.yorozu.server.config.SettingsGroup;
import dev.yorozu.server.net.Origin;
import dev.yorozu.server.signing.JwtSettings;
import dev.yorozu.server.systems.SystemSettings;
import dev.yorozu.server.systems.SystemSettings.Registration;
import dev.yorozu.token.ledger.LedgerPolicy;
import java.time.Duration;
import java.util.List;

/** What can be set of the token store. */
public final class TokensSettings {
    static final String PREFIX = "systems.tokens.";

    public static final SettingsGroup GROUP = new SettingsGroup("Token store");

    public static final Setting<Boolean> ENABLED = GROUP.with(SystemSettings.enabled(PREFIX));
    public static final Setting<String> MOUNT = GROUP.with(SystemSettings.mount(PREFIX, "/tokens"));
    public static final Setting<Registration> REGISTRATION =
            GROUP.with(SystemSettings.registration(PREFIX, "registration", "closed"));
    public static final Setting<Boolean> PAGE = GROUP.of(
            PREFIX + "page",
            SettingType.onOff(),
            "on",
            "Whether people find a page at the mount to sign in, see their devices and sign them out.");
    public static final Setting<List<Origin>> ALLOWED_ORIGINS = GROUP.with(SystemSettings.allowedOrigins(PREFIX));
    public static final Setting<Integer> MAX_REFRESH_PER_USER = GROUP.of(
            PREFIX + "maxRefreshPerUser",
            SettingType.number(1, LedgerPolicy.MOST_PER_USER),
            "5",
            "Most devices of one user that are signed in at once; one more ends the one unused for longest.");
    public static final Setting<Integer> GRACE_SECONDS = GROUP.with(JwtSettings.graceSeconds(PREFIX));
    public static final Setting<Duration> LIFE = GROUP.of(
            PREFIX + "refresh.life",
            SettingType.duration(Duration.ofMinutes(1), Duration.ofDays(365)),
            "30d",
            "How long a refresh token lives that nobody uses.");
    public static final Setting<Duration> ABSOLUTE_LIFE = GROUP.of(
            PREFIX + "refresh.absoluteLife",
            SettingType.duration(Duration.ofMinutes(1), Duration.ofDays(3650)),
            "90d",
            "How long after the sign-in a device must sign in again, however much it is used.");
    public static final Setting<Duration> REMEMBER_USED = GROUP.of(
            PREFIX + "refresh.rememberUsed",
            SettingType.duration(Duration.ofMinutes(5), Duration.ofDays(365)),
            "30d",
            "How long a spent refresh token is recognised, so that its reuse ends the login.");
    public static final Setting<Integer> MAX_REMEMBERED = GROUP.of(
            PREFIX + "refresh.maxRemembered",
            SettingType.number(1, LedgerPolicy.MOST_REMEMBERED),
            "32",
            "How many spent refresh tokens of a login are recognised at most: the newest. Older ones are merely unknown.");

    public static final JwtSettings JWT = JwtSettings.of(GROUP, PREFIX, Algorithm.HS256, "yorozu", "yorozu");

    /**
     * How often one address may ask, per minute, and be wrong, per hour. The rates are wide, because a whole office may share
     * an address: what keeps guesses few are the wrong passwords that each address and account has.
     */
    public static final SettingsGroup RATES = new SettingsGroup("Token store: rates");

    static final Setting<Integer> LOGIN_RATE = RATES.with(rate("login", 120, "Sign-ins"));
    static final Setting<Integer> REFRESH_RATE = RATES.with(rate("refresh", 600, "Refreshes"));
    static final Setting<Integer> REGISTER_RATE = RATES.with(rate("register", 20, "Registrations"));
    static final Setting<Integer> PASSWORD_RATE = RATES.with(rate("password", 20, "Changes of a password"));
    static final Setting<Integer> FAILURES =
            RATES.with(failures("login", 5, "Wrong passwords per hour and address, at most."));
    static final Setting<Integer> FAILURES_AT_ACCOUNT = RATES.with(failures(
            "loginAccount",
            20,
            "Wrong passwords per hour at one account, from all addresses that never signed in there together, before those"
                    + " have to wait for each other; and from each address that did, at most."));

    private TokensSettings() {}

    private static Setting<Integer> rate(String name, int standard, String what) {
        return SystemSettings.rate(PREFIX, name, standard, what, "address");
    }

    private static Setting<Integer> failures(String name, int standard, String text) {
        return Setting.of(PREFIX + "limits." + name, SettingType.number(1, 1000), Integer.toString(standard), text);
    }

    /**
     * The rate that counts under this name. While the store cannot count, requests pass: what they ask for needs the store
     * too, and its own answer says what is wrong.
     */
    static WindowPolicy rate(Settings settings, Setting<Integer> rate, String name) {
        return WindowPolicy.perMinute("tokens-" + name, settings.value(rate), FailMode.OPEN);
    }

    /** The policy that these settings make; one sentence says what is wrong where they contradict each other. */
    public static LedgerPolicy policy(Settings settings) {
        Duration life = settings.value(LIFE);
        Duration access = settings.value(JWT.life());
        if (access.compareTo(life) > 0) {
            throw new SettingsException("Setting " + JWT.life().name() + " must not be longer than " + LIFE.name()
                    + ", or access tokens would outlive the login they belong to.");
        }
        return new LedgerPolicy(
                life,
                settings.value(ABSOLUTE_LIFE),
                access,
                settings.value(JWT.skew()),
                Duration.ofSeconds(settings.value(GRACE_SECONDS)),
                settings.value(MAX_REFRESH_PER_USER),
                settings.value(REMEMBER_USED),
                settings.value(MAX_REMEMBERED));
    }
}
