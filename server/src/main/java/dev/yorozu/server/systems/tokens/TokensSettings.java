package dev.yorozu.server.systems.tokens;

import dev.yorozu.jwt.SigningKey.Algorithm;
import dev.yorozu.server.config.Setting;
import dev.yorozu.server.config.SettingType;
import dev.yorozu.server.config.Settings;
import dev.yorozu.server.config.SettingsException;
import dev.yorozu.server.config.SettingsGroup;
import dev.yorozu.server.signing.JwtSettings;
import dev.yorozu.token.ledger.LedgerPolicy;
import java.time.Duration;
import java.util.stream.Stream;

/** What can be set of the token store. */
public final class TokensSettings {
    static final String PREFIX = "systems.tokens.";

    /** Who may make an account. */
    public enum Registration {
        /** Everybody who can reach the server. */
        OPEN,
        /** Operators only, on the command line. */
        CLOSED
    }

    public static final Setting<Boolean> ENABLED =
            Setting.of(PREFIX + "enabled", SettingType.onOff(), "on", "Whether this system answers at all.");
    public static final Setting<String> MOUNT = Setting.of(
            PREFIX + "mount",
            SettingType.mount("/tokens"),
            "/tokens",
            "Path that all addresses of this system begin with.");
    public static final Setting<Registration> REGISTRATION = Setting.of(
            PREFIX + "registration",
            SettingType.choice(Registration.class),
            "closed",
            "Whether anybody may make an account; while closed, operators make them with `./yorozu user create`.");
    public static final Setting<Boolean> PAGE = Setting.of(
            PREFIX + "page",
            SettingType.onOff(),
            "on",
            "Whether people find a page at the mount to sign in, see their devices and sign them out.");
    public static final Setting<Integer> MAX_REFRESH_PER_USER = Setting.of(
            PREFIX + "maxRefreshPerUser",
            SettingType.number(1, LedgerPolicy.MOST_PER_USER),
            "5",
            "Most devices of one user that are signed in at once; one more ends the one unused for longest.");
    public static final Setting<Integer> GRACE_SECONDS = JwtSettings.graceSeconds(PREFIX);
    public static final Setting<Duration> LIFE = Setting.of(
            PREFIX + "refresh.life",
            SettingType.duration(Duration.ofMinutes(1), Duration.ofDays(365)),
            "30d",
            "How long a refresh token lives that nobody uses.");
    public static final Setting<Duration> ABSOLUTE_LIFE = Setting.of(
            PREFIX + "refresh.absoluteLife",
            SettingType.duration(Duration.ofMinutes(1), Duration.ofDays(3650)),
            "90d",
            "How long after the sign-in a device must sign in again, however much it is used.");
    public static final Setting<Duration> REMEMBER_USED = Setting.of(
            PREFIX + "refresh.rememberUsed",
            SettingType.duration(Duration.ofMinutes(5), Duration.ofDays(365)),
            "30d",
            "How long a spent refresh token is recognised, so that its reuse ends the login.");
    public static final Setting<Integer> MAX_REMEMBERED = Setting.of(
            PREFIX + "refresh.maxRemembered",
            SettingType.number(1, LedgerPolicy.MOST_REMEMBERED),
            "32",
            "How many spent refresh tokens of a login are recognised at most: the newest. Older ones are merely unknown.");

    public static final JwtSettings JWT = JwtSettings.of(PREFIX, Algorithm.HS256, "yorozu", "yorozu");

    public static final SettingsGroup GROUP = new SettingsGroup(
            "Token store",
            Stream.concat(
                            Stream.of(
                                    ENABLED,
                                    MOUNT,
                                    REGISTRATION,
                                    PAGE,
                                    MAX_REFRESH_PER_USER,
                                    GRACE_SECONDS,
                                    LIFE,
                                    ABSOLUTE_LIFE,
                                    REMEMBER_USED,
                                    MAX_REMEMBERED),
                            JWT.all().stream())
                    .toList());

    private TokensSettings() {}

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
