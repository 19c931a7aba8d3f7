package dev.yorozu.server.systems.patreon;

import dev.yorozu.jwt.JwtPolicy;
import dev.yorozu.jwt.SigningKey;
import dev.yorozu.limit.FailMode;
import dev.yorozu.limit.WindowPolicy;
import dev.yorozu.server.config.Setting;
import dev.yorozu.server.config.SettingType;
import dev.yorozu.server.config.Settings;
import dev.yorozu.server.config.SettingsException;
import dev.yorozu.server.config.SettingsGroup;
import dev.yorozu.server.http.CrossOrigin;
import dev.yorozu.server.net.AllowedOrigins;
import dev.yorozu.server.outgoing.Destination;
import dev.yorozu.server.signing.JwtSettings;
import dev.yorozu.server.systems.SystemSettings;
import java.net.URI;
import java.net.URISyntaxException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/**
 * What can be set of the Patreon relay.
 *
 * <p>Rates count each minute. While the store cannot count, requests pass: what they ask for needs the store too, and its own
 * answer says what is wrong. Crash reports need nothing else of it, and are refused.
 */
public final class PatreonSettings {
    static final String PREFIX = "systems.patreon.";

    /** Whom the tokens are for, as the document names it. */
    static final String AUDIENCE = "baketa-client";

    /** The claim of a token with the user's id at Patreon. */
    static final String USER_CLAIM = "pid";

    static final Duration ACCESS_LIFE = Duration.ofHours(1);

    /** How long a session lives from its sign-in, and from each renewal of Patreon's tokens. */
    static final Duration SESSION_LIFE = Duration.ofDays(30);

    private static final Duration SKEW = Duration.ofSeconds(30);

    public static final SettingsGroup GROUP = new SettingsGroup("Patreon relay");

    public static final Setting<Boolean> ENABLED = GROUP.with(SystemSettings.enabled(PREFIX));
    public static final Setting<String> MOUNT = GROUP.with(SystemSettings.mount(PREFIX, "/patreon"));
    public static final Setting<Boolean> PAGE = GROUP.of(
            PREFIX + "page",
            SettingType.onOff(),
            "on",
            "Whether people find a page at the mount to sign in and see their session, plan and quota.");
    public static final Setting<String> CLIENT_ID = GROUP.with(Setting.optional(
                    PREFIX + "clientId",
                    SettingType.text("the client id of a Patreon client"),
                    "none: nobody can sign in",
                    "Client id of the Patreon client.")
            .alsoFrom("PATREON_CLIENT_ID", ""));
    public static final Setting<String> CLIENT_SECRET = GROUP.with(Setting.optional(
                    PREFIX + "clientSecret",
                    SettingType.text("the client secret of a Patreon client"),
                    "none: nobody can sign in",
                    "Client secret of the Patreon client.")
            .alsoFrom("PATREON_CLIENT_SECRET", "")
            .asSecret());
    public static final Setting<String> WEBHOOK_SECRET = GROUP.with(Setting.optional(
                    PREFIX + "webhookSecret",
                    SettingType.text("the secret of a Patreon webhook"),
                    "none: webhooks are refused",
                    "Secret that Patreon signs its webhooks with.")
            .alsoFrom("PATREON_WEBHOOK_SECRET", "")
            .asSecret());
    public static final Setting<String> CAMPAIGN_ID = GROUP.optional(
            PREFIX + "campaignId",
            new SettingType<>(
                    "the id of a Patreon campaign, in digits",
                    text -> text.matches("\\d{1,20}") ? Optional.of(text) : Optional.empty()),
            "none: a membership of any campaign counts",
            "Campaign whose members are patrons here.");
    public static final Setting<List<String>> REDIRECT_URIS = GROUP.optional(
            PREFIX + "redirectUris",
            SettingType.list(
                    "absolute addresses without a fragment, none of plain http but on localhost, with commas between them",
                    PatreonSettings::redirectUri),
            "none: nobody can sign in",
            "Addresses that Patreon may send people back to, spelled exactly as clients name them.");
    public static final Setting<AllowedOrigins> ALLOWED_ORIGINS = GROUP.optional(
            PREFIX + "allowedOrigins",
            new SettingType<>(
                    "origins such as https://example.com, with commas between them, or * for all",
                    AllowedOrigins::parse),
            "",
            "Origins whose pages may read the answers of this system.");
    public static final Setting<URI> API_URL = GROUP.of(
            PREFIX + "apiUrl",
            SettingType.url(),
            "https://www.patreon.com",
            "Where `/api/oauth2/token` and `/api/oauth2/v2/identity` answer.");
    public static final Setting<String> JWT_SECRET = GROUP.with(Setting.optional(
                    PREFIX + "jwtSecret",
                    new SettingType<>(
                            "a text of at least " + SigningKey.FEWEST_SECRET_BYTES + " bytes", PatreonSettings::secret),
                    "none: no signed tokens are issued",
                    "Secret that signs access tokens. Several servers need the same.")
            .alsoFrom("JWT_SECRET", "")
            .asSecret());
    public static final Setting<String> ISSUER = GROUP.of(
            PREFIX + "issuer",
            new SettingType<>(
                    "a text of 1 to 256 characters",
                    text -> text.isBlank() || text.length() > 256 ? Optional.empty() : Optional.of(text)),
            "yorozu-patreon",
            "Issuer (`iss`) that access tokens name.");
    public static final Setting<Integer> GRACE_SECONDS = GROUP.with(JwtSettings.graceSeconds(PREFIX));
    public static final Setting<URI> SUPABASE_URL = GROUP.with(Setting.optional(
                    PREFIX + "supabase.url",
                    SettingType.url(),
                    "none: profiles and usage are kept in the directory",
                    "Supabase project that keeps profiles and usage.")
            .alsoFrom("SUPABASE_URL", ""));
    public static final Setting<String> SUPABASE_SERVICE_KEY = GROUP.with(Setting.optional(
                    PREFIX + "supabase.serviceKey",
                    SettingType.text("the service key of a Supabase project"),
                    "",
                    "Service key of the Supabase project.")
            .alsoFrom("SUPABASE_SERVICE_KEY", "")
            .asSecret());
    public static final Setting<String> ENVIRONMENT = GROUP.of(
            PREFIX + "environment",
            new SettingType<>(
                    "a word of 1 to 64 letters, digits, dots, dashes or underscores",
                    text -> text.matches("[A-Za-z0-9._-]{1,64}") ? Optional.of(text) : Optional.empty()),
            "production",
            "What `/health` calls the place that this server runs in.");

    public static final SettingsGroup RATES = new SettingsGroup("Patreon relay: rates");

    static final Setting<Integer> SIGN_IN_RATE =
            RATES.with(rate("signIn", 1200, "Exchanges of codes and of Patreon's tokens", "address"));
    static final Setting<Integer> REFRESH_RATE =
            RATES.with(rate("refresh", 1200, "Refreshes of signed tokens and of sessions", "address"));
    static final Setting<Integer> TOKEN_RATE = RATES.with(rate("token", 1200, "Signed tokens for sessions", "user"));
    static final Setting<Integer> SYNC_RATE =
            RATES.with(rate("sync", 60, "Looks at the license, each of which asks Patreon,", "user"));
    static final Setting<Integer> QUOTA_RATE = RATES.with(rate("quota", 60, "Looks at the quota", "user"));
    static final Setting<Integer> CRASH_RATE = RATES.with(rate("crashReport", 10, "Crash reports", "address"));
    static final Setting<Integer> WEBHOOK_RATE = RATES.with(rate("webhook", 100, "Webhooks", "address"));

    private PatreonSettings() {}

    private static Setting<Integer> rate(String name, int standard, String what, String who) {
        return SystemSettings.rate(PREFIX, name, standard, what, who);
    }

    /** The limit that counts under this name. */
    static WindowPolicy rate(Settings settings, Setting<Integer> rate, String name) {
        FailMode mode = rate.equals(CRASH_RATE) ? FailMode.CLOSED : FailMode.OPEN;
        return WindowPolicy.perMinute(name, settings.value(rate), mode);
    }

    /** One sentence says what is wrong where two settings need each other. */
    static void check(Settings settings) {
        if (settings.isGiven(SUPABASE_URL) && !settings.isGiven(SUPABASE_SERVICE_KEY)) {
            throw new SettingsException("Setting " + SUPABASE_SERVICE_KEY.name() + " is missing: " + SUPABASE_URL.name()
                    + " is of no use without it. It must be "
                    + SUPABASE_SERVICE_KEY.type().allowed() + ".");
        }
    }

    static CrossOrigin crossOrigin(Settings settings) {
        return new CrossOrigin(
                settings.find(ALLOWED_ORIGINS).orElse(AllowedOrigins.NONE),
                List.of("GET", "POST", "OPTIONS"),
                List.of("Content-Type", "Authorization", "X-API-Key"),
                Duration.ofDays(1));
    }

    static JwtPolicy jwtPolicy(Settings settings) {
        return new JwtPolicy(settings.value(ISSUER), AUDIENCE, JwtPolicy.JWT, SKEW);
    }

    /** Programs on a desktop have addresses of schemes of their own, so that any scheme will do. */
    private static Optional<String> redirectUri(String text) {
        try {
            URI uri = new URI(text);
            boolean leadsSomewhere = uri.isAbsolute() && !uri.isOpaque() && uri.getRawFragment() == null;
            boolean isPlainWeb = "http".equalsIgnoreCase(uri.getScheme()) && !Destination.isSafe(uri);
            return leadsSomewhere && !isPlainWeb ? Optional.of(text) : Optional.empty();
        } catch (URISyntaxException malformed) {
            return Optional.empty();
        }
    }

    private static Optional<String> secret(String text) {
        return text.getBytes(StandardCharsets.UTF_8).length < SigningKey.FEWEST_SECRET_BYTES
                ? Optional.empty()
                : Optional.of(text);
    }
}
