package dev.yorozu.server.systems.discord;

import dev.yorozu.link.LinkPolicy;
import dev.yorozu.link.ReceiveKey;
import dev.yorozu.secret.SealingKey;
import dev.yorozu.server.config.Setting;
import dev.yorozu.server.config.SettingType;
import dev.yorozu.server.config.SettingsGroup;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;

/** What can be set of share links. */
public final class ReceiveSettings {
    private static final String PREFIX = DiscordSettings.PREFIX + "receive.";
    private static final Pattern HOST = Pattern.compile("[A-Za-z0-9-]+(\\.[A-Za-z0-9-]+)*");

    public static final Setting<SealingKey> KEY = Setting.optional(
                    PREFIX + "key",
                    new SettingType<>("32 bytes in base64url, base64, hex or plain text", ReceiveKey::parse),
                    "none: share links are off",
                    "Key that share links are encrypted with.")
            .alsoFrom("RECEIVE_TOKEN_KEY", "")
            .asSecret();
    public static final Setting<List<SealingKey>> OLD_KEYS = Setting.optional(
                    PREFIX + "oldKeys",
                    SettingType.list("keys as in receive.key, with commas between them", ReceiveKey::parse),
                    "",
                    "Earlier keys, the newest first: links that they encrypted still open.")
            .asSecret();
    public static final Setting<List<String>> HOSTS = Setting.of(
            PREFIX + "hosts",
            SettingType.list(
                    "host names such as files.example.com, with commas between them",
                    text -> HOST.matcher(text).matches() ? Optional.of(text) : Optional.empty()),
            String.join(",", LinkPolicy.DEFAULT_HOSTS),
            "Hosts that share links may lead to, with all below them.");
    public static final Setting<Boolean> REQUIRE_SESSION = Setting.of(
            PREFIX + "requireSession",
            SettingType.onOff(),
            "on",
            "Whether only people who are signed in make share links; nobody can delete what nobody signed for.");
    public static final Setting<Duration> DEFAULT_LIFE = Setting.of(
            PREFIX + "defaultLife",
            SettingType.duration(Duration.ofMinutes(1), Duration.ofDays(365)),
            "7d",
            "How long a share link lives when its maker does not say.");
    public static final Setting<Duration> MAX_LIFE = Setting.of(
            PREFIX + "maxLife",
            SettingType.duration(Duration.ofMinutes(1), Duration.ofDays(365)),
            "14d",
            "How long a share link lives at most.");

    public static final Setting<Integer> MAX_LISTED = Setting.of(
            PREFIX + "maxListed",
            SettingType.number(1, LinkPolicy.MOST_LISTED),
            "100",
            "How many share links the list of their maker holds; the oldest leave it first, and live on.");
    public static final Setting<Boolean> PAGE = Setting.of(
            PREFIX + "page",
            SettingType.onOff(),
            "off",
            "Whether this server itself shows the page `/receive` that share links lead to. Off, it is the site's own"
                    + " page.");

    public static final SettingsGroup GROUP = new SettingsGroup(
            "Discord: share links",
            List.of(KEY, OLD_KEYS, HOSTS, REQUIRE_SESSION, DEFAULT_LIFE, MAX_LIFE, MAX_LISTED, PAGE));

    private ReceiveSettings() {}
}
