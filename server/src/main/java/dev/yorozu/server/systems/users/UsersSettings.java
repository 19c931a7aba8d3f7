package dev.yorozu.server.systems.users;

import dev.yorozu.cache.CachePolicy;
import dev.yorozu.jwt.JwtPolicy;
import dev.yorozu.jwt.SigningKey.Algorithm;
import dev.yorozu.keyspace.UserKeys.Endpoint;
import dev.yorozu.limit.FailMode;
import dev.yorozu.limit.WindowPolicy;
import dev.yorozu.server.config.Setting;
import dev.yorozu.server.config.SettingType;
import dev.yorozu.server.config.Settings;
import dev.yorozu.server.config.SettingsException;
import dev.yorozu.server.config.SettingsGroup;
import dev.yorozu.server.net.Origin;
import dev.yorozu.server.signing.IssuerKeys;
import dev.yorozu.server.signing.JwtSettings;
import dev.yorozu.server.systems.SystemSettings;
import dev.yorozu.server.systems.SystemSettings.Registration;
import dev.yorozu.session.SessionPolicy;
import dev.yorozu.token.RefreshPolicy;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;

/** What can be set of the user API. */
public final class UsersSettings {
    static final String PREFIX = "systems.users.";

    /** How often at most the use of a session is written down. */
    static final Duration TOUCH_EVERY = Duration.ofMinutes(1);

    public static final SettingsGroup GROUP = new SettingsGroup("User API");

    public static final Setting<Boolean> ENABLED = GROUP.with(SystemSettings.enabled(PREFIX));
    public static final Setting<String> MOUNT = GROUP.with(SystemSettings.mount(PREFIX, "/users"));
    public static final Setting<Registration> SIGNUP =
            GROUP.with(SystemSettings.registration(PREFIX, "signup", "open"));
    public static final Setting<Boolean> PAGE = GROUP.of(
            PREFIX + "page",
            SettingType.onOff(),
            "on",
            "Whether people find a page at the mount to sign up, sign in, and see their profile and sessions.");
    public static final Setting<List<Origin>> ALLOWED_ORIGINS = GROUP.with(SystemSettings.allowedOrigins(PREFIX));
    public static final Setting<Integer> MAX_PER_USER = GROUP.of(
            PREFIX + "session.maxPerUser",
            SettingType.number(1, SessionPolicy.MOST_PER_USER),
            "5",
            "Most sessions of one user; one more ends the oldest.");
    public static final Setting<Duration> IDLE = GROUP.of(
            PREFIX + "session.idle",
            SettingType.duration(Duration.ofMinutes(2), Duration.ofDays(365)),
            "30m",
            "How long a session may go unused before it ends; those that were to be remembered are exempt.");
    public static final Setting<Duration> LIFE = GROUP.of(
            PREFIX + "refresh.life",
            SettingType.duration(Duration.ofMinutes(10), Duration.ofDays(365)),
            "7d",
            "How long a refresh token lives, and the session with it; each refresh begins it anew.");
    public static final Setting<Duration> REMEMBERED_LIFE = GROUP.of(
            PREFIX + "refresh.rememberedLife",
            SettingType.duration(Duration.ofMinutes(10), Duration.ofDays(365)),
            "30d",
            "The same for who signed in with `remember_me`.");
    public static final Setting<Duration> ABSOLUTE_LIFE = GROUP.of(
            PREFIX + "refresh.absoluteLife",
            SettingType.duration(Duration.ofMinutes(5), Duration.ofDays(3650)),
            "90d",
            "How long after the sign-in one must sign in again, however much the session is used.");
    public static final Setting<Integer> GRACE_SECONDS = GROUP.with(JwtSettings.graceSeconds(PREFIX));
    public static final Setting<Duration> CACHE_LIFE = GROUP.of(
            PREFIX + "cache.life",
            SettingType.duration(Duration.ofSeconds(1), Duration.ofDays(1)),
            "5m",
            "How long a profile is kept in the cache.");
    public static final Setting<Duration> CACHE_ABSENT_LIFE = GROUP.of(
            PREFIX + "cache.absentLife",
            SettingType.duration(Duration.ZERO, Duration.ofDays(1)),
            "0s",
            "How long the cache keeps that there is no profile; `0s` never does.");

    public static final JwtSettings JWT =
            JwtSettings.of(GROUP, PREFIX, Algorithm.RS256, "https://auth.example.com", "fastapi-api");
    public static final Setting<String> CLIENT_ID = GROUP.of(
            PREFIX + "jwt.clientId",
            new SettingType<>(
                    "a text of 1 to 256 characters",
                    text -> text.isBlank() || text.length() > 256 ? Optional.empty() : Optional.of(text)),
            "yorozu",
            "Client (`client_id`) that access tokens name, as RFC 9068 asks: whatever people sign in with here is one client.");

    /**
     * How often one may ask: by the hour as the document counts, and by the minute and address before anything that costs. The
     * rates by the minute are wide, because a whole office may share an address.
     */
    public static final SettingsGroup LIMITS = new SettingsGroup("User API: limits");

    private static final Setting<Integer> PROFILE = hourly("profile", 100, "Reads of profiles", "user");
    private static final Setting<Integer> UPDATE = hourly("profileUpdate", 10, "Changes of a profile", "user");
    private static final Setting<Integer> BATCH = hourly("profileBatch", 20, "Reads of many profiles at once", "user");
    private static final Setting<Integer> UPLOAD = hourly("upload", 20, "Uploads of documents", "user");
    private static final Setting<Integer> LOGIN = hourly("login", 5, "Failed sign-ins", "address");
    static final Setting<Integer> LOGIN_ACCOUNT = LIMITS.of(
            PREFIX + "limits.loginAccount",
            SettingType.number(1, 1000),
            "20",
            "Failed sign-ins per hour at one account, from all addresses that never signed in there together, before those"
                    + " have to wait for each other; and from each address that did, at most.");
    private static final Setting<FailMode> FAIL_MODE = LIMITS.of(
            PREFIX + "limits.failMode",
            SettingType.choice(FailMode.class),
            "open",
            "Whether requests pass the hourly limits while the store cannot count; sign-ins never do.");
    static final Setting<Integer> SIGNUP_RATE =
            LIMITS.with(SystemSettings.rate(PREFIX, "signup", 20, "Sign-ups", "address"));
    static final Setting<Integer> LOGIN_RATE =
            LIMITS.with(SystemSettings.rate(PREFIX, "login", 120, "Sign-ins", "address"));
    static final Setting<Integer> REFRESH_RATE =
            LIMITS.with(SystemSettings.rate(PREFIX, "refresh", 600, "Refreshes", "address"));
    /** Looking for sessions that no index names costs the store more than anything else that a user can ask for. */
    static final Setting<Integer> SESSIONS_RATE =
            LIMITS.with(SystemSettings.rate(PREFIX, "sessions", 60, "Listings and ends of all sessions", "user"));

    private UsersSettings() {}

    private static Setting<Integer> hourly(String name, int standard, String what, String who) {
        return LIMITS.of(
                PREFIX + "limits." + name,
                SettingType.number(1, who.equals("user") ? 1_000_000 : 1000),
                Integer.toString(standard),
                what + " per hour and " + who + ", at most.");
    }

    /** The hourly limit of an endpoint, as it is set. */
    static WindowPolicy hourly(Settings settings, Endpoint endpoint) {
        Setting<Integer> limit = switch (endpoint) {
            case PROFILE -> PROFILE;
            case PROFILE_UPDATE -> UPDATE;
            case PROFILE_BATCH -> BATCH;
            case UPLOAD -> UPLOAD;
            case LOGIN -> LOGIN;
        };
        FailMode mode = endpoint == Endpoint.LOGIN ? FailMode.CLOSED : settings.value(FAIL_MODE);
        return WindowPolicy.perHour(endpoint.path(), settings.value(limit), mode);
    }

    /**
     * The rate by the minute that counts under this name. While the store cannot count, requests pass: what they ask for needs
     * the store too, and its own answer says what is wrong.
     */
    static WindowPolicy rate(Settings settings, Setting<Integer> rate, String name) {
        return WindowPolicy.perMinute("users-" + name, settings.value(rate), FailMode.OPEN);
    }

    /**
     * The keys that sign, which are accepted for as long as the longest-lived refresh token lives.
     *
     * @param data the data directory, which exists
     */
    public static IssuerKeys keys(Settings settings, Path data, InstantSource clock) {
        return JWT.keys(settings, data, longest(settings), clock);
    }

    /** One sentence says what is wrong where two lives contradict each other. */
    private static void requireNoLonger(
            Settings settings, Setting<Duration> shorter, Setting<Duration> longer, String otherwise) {
        if (settings.value(shorter).compareTo(settings.value(longer)) > 0) {
            throw new SettingsException("Setting " + shorter.name() + " must not be longer than " + longer.name()
                    + ", or " + otherwise + ".");
        }
    }

    /** What access tokens say. Refresh tokens have the issuer as their audience, which must therefore be another one. */
    static JwtPolicy accessPolicy(Settings settings, String type) {
        JwtPolicy policy = JWT.policy(settings, type);
        if (policy.audience().equals(policy.issuer())) {
            throw new SettingsException("Setting " + JWT.audience().name() + " must differ from "
                    + JWT.issuer().name() + ", or refresh tokens would pass for access tokens at other servers.");
        }
        return policy;
    }

    public static RefreshPolicy refreshPolicy(Settings settings) {
        requireNoLonger(settings, JWT.life(), LIFE, "access tokens would outlive their session");
        requireNoLonger(settings, JWT.life(), ABSOLUTE_LIFE, "access tokens would outlive their session");
        requireNoLonger(settings, LIFE, REMEMBERED_LIFE, "who is to be remembered would be forgotten sooner");
        return new RefreshPolicy(
                settings.value(JWT.life()),
                settings.value(LIFE),
                settings.value(REMEMBERED_LIFE),
                settings.value(ABSOLUTE_LIFE),
                Duration.ofSeconds(settings.value(GRACE_SECONDS)));
    }

    /** How long a session lives is written in itself; what holds for all of them is how many there are, and idleness. */
    static SessionPolicy sessionPolicy(Settings settings) {
        return new SessionPolicy(
                longest(settings),
                settings.value(IDLE),
                settings.value(ABSOLUTE_LIFE),
                settings.value(MAX_PER_USER),
                SessionPolicy.AtCap.END_OLDEST,
                TOUCH_EVERY);
    }

    static CachePolicy cachePolicy(Settings settings) {
        return CachePolicy.of(settings.value(CACHE_LIFE)).withAbsentLife(settings.value(CACHE_ABSENT_LIFE));
    }

    private static Duration longest(Settings settings) {
        Duration life = settings.value(LIFE);
        Duration remembered = settings.value(REMEMBERED_LIFE);
        return life.compareTo(remembered) > 0 ? life : remembered;
    }
}
