package dev.yorozu.server.systems.discord;

import dev.yorozu.limit.FailMode;
import dev.yorozu.limit.WindowPolicy;
import dev.yorozu.link.LinkPolicy;
import dev.yorozu.link.ReceiveKey;
import dev.yorozu.secret.SealingKey;
import dev.yorozu.server.config.Setting;
import dev.yorozu.server.config.SettingType;
import dev.yorozu.server.config.Settings;
import dev.yorozu.server.config.SettingsGroup;
import dev.yorozu.server.config.StartException;
import dev.yorozu.server.net.Origin;
import dev.yorozu.server.systems.SessionSettings;
import dev.yorozu.server.systems.SystemSettings;
import java.net.URI;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;

/** What can be set of sign-in with Discord, of its sessions, of share links and of rates. */
public final class DiscordSettings {
    private static final String PREFIX = "systems.discord.";

    public static final SettingsGroup GROUP = new SettingsGroup("Discord: sign-in and sessions");

    public static final Setting<Boolean> ENABLED = GROUP.with(SystemSettings.enabled(PREFIX));
    public static final Setting<String> MOUNT = GROUP.with(SystemSettings.mount(PREFIX, "/discord"));
    public static final Setting<String> CLIENT_ID = GROUP.with(Setting.optional(
                    PREFIX + "clientId",
                    SettingType.text("the client id of a Discord application"),
                    "none: nobody can sign in",
                    "Client id of the Discord application.")
            .alsoFrom("DISCORD_CLIENT_ID", ""));
    public static final Setting<String> CLIENT_SECRET = GROUP.with(Setting.optional(
                    PREFIX + "clientSecret",
                    SettingType.text("the client secret of a Discord application"),
                    "none: nobody can sign in",
                    "Client secret of the Discord application.")
            .alsoFrom("DISCORD_CLIENT_SECRET", "")
            .asSecret());
    public static final Setting<URI> REDIRECT_URI = GROUP.optional(
            PREFIX + "redirectUri",
            SettingType.url(),
            "`siteOrigin` (on localhost, the host that was asked) and the callback's path",
            "Address that Discord sends people back to, as the Discord application names it.");
    public static final Setting<Origin> SITE_ORIGIN = GROUP.optional(
            PREFIX + "siteOrigin",
            SettingType.origin(),
            "",
            "Origin of the site that people use; it may call this system, and share links lead there.");
    public static final Setting<String> COOKIE_DOMAIN = GROUP.optional(
            PREFIX + "cookieDomain",
            new SettingType<>(
                    "a domain such as example.com",
                    text -> text.matches("\\.?[A-Za-z0-9-]+(\\.[A-Za-z0-9-]+)*")
                            ? Optional.of(text)
                            : Optional.empty()),
            "the answering host alone",
            "Domain of the two CSRF cookies. The session's cookie always stays with the host that set it.");
    public static final Setting<URI> AUTHORIZE_URL = GROUP.of(
            PREFIX + "authorizeUrl",
            SettingType.url(),
            "https://discord.com/oauth2/authorize",
            "Where people are asked for their consent.");
    public static final Setting<URI> API_URL = GROUP.of(
            PREFIX + "apiUrl",
            SettingType.url(),
            "https://discord.com/api",
            "Where `/oauth2/token` and `/users/@me` answer.");
    public static final Setting<List<Origin>> ALLOWED_ORIGINS = GROUP.optional(
            PREFIX + "allowedOrigins",
            SettingType.list("origins such as https://example.com, with commas between them", Origin::exactly),
            "",
            "Further origins whose pages may call this system.");

    public static final SessionSettings SESSION = SessionSettings.of(GROUP, PREFIX);

    private DiscordSettings() {}

    /** What can be set of share links. */
    public static final class Receive {
        private static final String PREFIX = DiscordSettings.PREFIX + "receive.";
        private static final Pattern HOST = Pattern.compile("[A-Za-z0-9-]+(\\.[A-Za-z0-9-]+)*");

        static final SettingsGroup GROUP = new SettingsGroup("Discord: share links");

        public static final Setting<SealingKey> KEY = GROUP.with(Setting.optional(
                        PREFIX + "key",
                        new SettingType<>("32 bytes in base64url, base64, hex or plain text", ReceiveKey::parse),
                        "none: share links are off",
                        "Key that share links are encrypted with.")
                .alsoFrom("RECEIVE_TOKEN_KEY", "")
                .asSecret());
        public static final Setting<List<SealingKey>> OLD_KEYS = GROUP.with(Setting.optional(
                        PREFIX + "oldKeys",
                        SettingType.list("keys as in receive.key, with commas between them", ReceiveKey::parse),
                        "",
                        "Earlier keys, the newest first: links that they encrypted still open.")
                .asSecret());
        public static final Setting<List<String>> HOSTS = GROUP.of(
                PREFIX + "hosts",
                SettingType.list(
                        "host names such as files.example.com, with commas between them",
                        text -> HOST.matcher(text).matches() ? Optional.of(text) : Optional.empty()),
                String.join(",", LinkPolicy.DEFAULT_HOSTS),
                "Hosts that share links may lead to, with all below them.");
        public static final Setting<Boolean> REQUIRE_SESSION = GROUP.of(
                PREFIX + "requireSession",
                SettingType.onOff(),
                "on",
                "Whether only people who are signed in make share links; nobody can delete what nobody signed for.");
        public static final Setting<Duration> DEFAULT_LIFE = GROUP.of(
                PREFIX + "defaultLife",
                SettingType.duration(Duration.ofMinutes(1), Duration.ofDays(365)),
                "7d",
                "How long a share link lives when its maker does not say.");
        public static final Setting<Duration> MAX_LIFE = GROUP.of(
                PREFIX + "maxLife",
                SettingType.duration(Duration.ofMinutes(1), Duration.ofDays(365)),
                "14d",
                "How long a share link lives at most.");

        public static final Setting<Integer> MAX_LISTED = GROUP.of(
                PREFIX + "maxListed",
                SettingType.number(1, LinkPolicy.MOST_LISTED),
                "100",
                "How many share links the list of their maker holds; the oldest leave it first, and live on.");
        public static final Setting<Boolean> PAGE = GROUP.of(
                PREFIX + "page",
                SettingType.onOff(),
                "off",
                "Whether this server itself shows the page `/receive` that share links lead to. Off, it is the site's own"
                        + " page.");

        private Receive() {}

        /** What share links go by; one sentence says what is wrong where the settings contradict each other. */
        static LinkPolicy policy(Settings settings) {
            Duration life = settings.value(DEFAULT_LIFE);
            Duration most = settings.value(MAX_LIFE);
            if (life.compareTo(most) > 0) {
                throw new StartException("Setting systems.discord.receive.defaultLife must not be longer than"
                        + " systems.discord.receive.maxLife.");
            }
            return new LinkPolicy(settings.value(HOSTS), life, most, settings.value(MAX_LISTED), new LinkedHashMap<>())
                    .adding("download", "1");
        }
    }

    /**
     * How often one client may ask, per minute and address.
     *
     * <p>While the store cannot count, requests pass: what they ask for needs the store too, and its own answer says what is
     * wrong.
     */
    static final class Rates {
        static final SettingsGroup GROUP = new SettingsGroup("Discord: rates");

        static final Setting<Integer> START = GROUP.with(rate("start", 600, "Sign-ins started"));
        static final Setting<Integer> CALLBACK = GROUP.with(rate("callback", 3000, "Returns from Discord"));
        static final Setting<Integer> CLAIM = GROUP.with(rate("claim", 600, "Claims of a handed-over session"));
        static final Setting<Integer> CSRF = GROUP.with(rate("csrf", 120, "CSRF tokens, of either kind"));
        static final Setting<Integer> ME = GROUP.with(rate("me", 120, "Session checks"));
        static final Setting<Integer> LOGOUT = GROUP.with(rate("logout", 30, "Sign-outs"));
        static final Setting<Integer> TOKEN = GROUP.with(rate("token", 30, "Share links made"));
        static final Setting<Integer> RESOLVE = GROUP.with(rate("resolve", 120, "Share links opened"));
        static final Setting<Integer> DELETE = GROUP.with(rate("delete", 10, "Share links deleted"));

        private Rates() {}

        private static Setting<Integer> rate(String name, int fallback, String what) {
            return SystemSettings.rate(DiscordSettings.PREFIX, name, fallback, what, "address");
        }

        /** The limit that counts under this name. */
        static WindowPolicy policy(Settings settings, Setting<Integer> rate, String name) {
            return WindowPolicy.perMinute(name, settings.value(rate), FailMode.OPEN);
        }
    }
}
