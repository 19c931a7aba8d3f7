package dev.yorozu.server.systems.oidc;

import dev.yorozu.server.config.Setting;
import dev.yorozu.server.config.SettingType;
import dev.yorozu.server.config.SettingsGroup;
import dev.yorozu.server.net.Origin;
import dev.yorozu.server.outgoing.Destination;
import dev.yorozu.server.systems.SessionSettings;
import dev.yorozu.server.systems.SystemSettings;
import java.net.URI;
import java.net.URISyntaxException;
import java.util.List;
import java.util.Optional;

/** What can be set of sign-in with OpenID Connect and of its sessions. */
public final class OidcSettings {
    private static final String PREFIX = "systems.oidc.";

    public static final SettingsGroup GROUP = new SettingsGroup("OpenID Connect: sign-in and sessions");

    public static final Setting<String> MOUNT = GROUP.of(
            PREFIX + "mount",
            new SettingType<>(
                    "a path such as /oidc",
                    text -> text.matches("(/[A-Za-z0-9_-]+)+") ? Optional.of(text) : Optional.empty()),
            "/oidc",
            "Path that all addresses of this system begin with.");
    public static final Setting<URI> ISSUER = GROUP.optional(
            PREFIX + "issuer",
            new SettingType<>("an https address, or an http one on localhost", OidcSettings::issuer),
            "none: this system is off",
            "Issuer, spelled exactly as the provider does; `/.well-known/openid-configuration` answers below it.");
    public static final Setting<String> CLIENT_ID = GROUP.optional(
            PREFIX + "clientId",
            SettingType.text("the client id that the provider gave"),
            "none: this system is off",
            "Client id at the provider.");
    public static final Setting<String> CLIENT_SECRET = GROUP.with(Setting.optional(
                    PREFIX + "clientSecret",
                    SettingType.text("the client secret that the provider gave"),
                    "none: a public client, safe by PKCE alone",
                    "Client secret at the provider.")
            .asSecret());
    public static final Setting<Origin> SITE_ORIGIN = GROUP.optional(
            PREFIX + "siteOrigin",
            new SettingType<>(
                    "an origin such as https://example.com, with http on localhost only",
                    text -> Origin.exactly(text).filter(origin -> origin.isSecure() || origin.isLoopback())),
            "on localhost, the host that was asked",
            "Origin that people use. With the mount and `/callback` behind it, the address to register at the provider.");
    public static final Setting<List<String>> SCOPES = GROUP.of(
            PREFIX + "scopes",
            SettingType.list(
                    "scopes with commas between them",
                    text -> text.matches("[!#-\\[\\]-~]{1,128}") ? Optional.of(text) : Optional.empty()),
            "openid,profile",
            "What is asked of the provider; `openid` is always among it.");
    public static final Setting<Boolean> PROVIDER_LOGOUT = GROUP.of(
            PREFIX + "providerLogout",
            SettingType.onOff(),
            "off",
            "Whether who signs out here is led to the provider to sign out there too, where it has an `end_session_endpoint`."
                    + " The origin with the mount and `/signed-out` behind it is the address to register there for the return.");
    public static final SessionSettings SESSION = SessionSettings.of(GROUP, PREFIX);
    public static final Setting<Integer> SIGN_IN_RATE = GROUP.with(
            SystemSettings.rate(PREFIX, "signIn", 60, "Sign-ins started, and returns from the provider,", "address"));
    public static final Setting<Integer> ME_RATE =
            GROUP.with(SystemSettings.rate(PREFIX, "me", 120, "Session checks, and sign-outs,", "address"));

    public static final Setting<Integer> BACK_CHANNEL_RATE = GROUP.with(
            SystemSettings.rate(PREFIX, "backChannel", 600, "Logouts that the provider announces", "address"));

    private OidcSettings() {}

    private static Optional<URI> issuer(String text) {
        try {
            return Optional.of(new URI(text)).filter(uri -> Destination.isSafe(uri) && uri.getQuery() == null);
        } catch (URISyntaxException malformed) {
            return Optional.empty();
        }
    }
}
