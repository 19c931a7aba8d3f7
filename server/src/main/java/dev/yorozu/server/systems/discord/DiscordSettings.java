package dev.yorozu.server.systems.discord;

import dev.yorozu.server.config.Setting;
import dev.yorozu.server.config.SettingType;
import dev.yorozu.server.config.SettingsGroup;
import dev.yorozu.server.net.Origin;
import dev.yorozu.server.systems.SessionSettings;
import java.net.URI;
import java.util.List;
import java.util.Optional;

/** What can be set of sign-in with Discord and of its sessions. */
public final class DiscordSettings {
    static final String PREFIX = "systems.discord.";

    public static final Setting<Boolean> ENABLED =
            Setting.of(PREFIX + "enabled", SettingType.onOff(), "on", "Whether this system answers at all.");
    public static final Setting<String> MOUNT = Setting.of(
            PREFIX + "mount",
            SettingType.mount("/discord"),
            "/discord",
            "Path that all addresses of this system begin with.");
    public static final Setting<String> CLIENT_ID = Setting.optional(
                    PREFIX + "clientId",
                    SettingType.text("the client id of a Discord application"),
                    "none: nobody can sign in",
                    "Client id of the Discord application.")
            .alsoFrom("DISCORD_CLIENT_ID", "");
    public static final Setting<String> CLIENT_SECRET = Setting.optional(
                    PREFIX + "clientSecret",
                    SettingType.text("the client secret of a Discord application"),
                    "none: nobody can sign in",
                    "Client secret of the Discord application.")
            .alsoFrom("DISCORD_CLIENT_SECRET", "")
            .asSecret();
    public static final Setting<URI> REDIRECT_URI = Setting.optional(
            PREFIX + "redirectUri",
            SettingType.url(),
            "`siteOrigin` (on localhost, the host that was asked) and the callback's path",
            "Address that Discord sends people back to, as the Discord application names it.");
    public static final Setting<Origin> SITE_ORIGIN = Setting.optional(
            PREFIX + "siteOrigin",
            SettingType.origin(),
            "",
            "Origin of the site that people use; it may call this system, and share links lead there.");
    public static final Setting<String> COOKIE_DOMAIN = Setting.optional(
            PREFIX + "cookieDomain",
            new SettingType<>(
                    "a domain such as example.com",
                    text -> text.matches("\\.?[A-Za-z0-9-]+(\\.[A-Za-z0-9-]+)*")
                            ? Optional.of(text)
                            : Optional.empty()),
            "the answering host alone",
            "Domain of the two CSRF cookies. The session's cookie always stays with the host that set it.");
    public static final Setting<URI> AUTHORIZE_URL = Setting.of(
            PREFIX + "authorizeUrl",
            SettingType.url(),
            "https://discord.com/oauth2/authorize",
            "Where people are asked for their consent.");
    public static final Setting<URI> API_URL = Setting.of(
            PREFIX + "apiUrl",
            SettingType.url(),
            "https://discord.com/api",
            "Where `/oauth2/token` and `/users/@me` answer.");
    public static final Setting<List<Origin>> ALLOWED_ORIGINS = Setting.optional(
            PREFIX + "allowedOrigins",
            SettingType.list("origins such as https://example.com, with commas between them", Origin::exactly),
            "",
            "Further origins whose pages may call this system.");

    public static final SessionSettings SESSION = SessionSettings.of(PREFIX);

    public static final SettingsGroup GROUP = new SettingsGroup(
            "Discord: sign-in and sessions",
            List.of(
                    ENABLED,
                    MOUNT,
                    CLIENT_ID,
                    CLIENT_SECRET,
                    REDIRECT_URI,
                    SITE_ORIGIN,
                    COOKIE_DOMAIN,
                    AUTHORIZE_URL,
                    API_URL,
                    ALLOWED_ORIGINS,
                    SESSION.life(),
                    SESSION.absoluteLife(),
                    SESSION.maxPerUser(),
                    SESSION.touchEvery()));

    private DiscordSettings() {}
}
