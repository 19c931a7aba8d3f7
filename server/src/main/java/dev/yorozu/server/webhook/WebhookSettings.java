package dev.yorozu.server.webhook;

import dev.yorozu.server.config.Setting;
import dev.yorozu.server.config.SettingType;
import dev.yorozu.server.config.Settings;
import dev.yorozu.server.config.SettingsGroup;
import dev.yorozu.server.config.Units;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** Whether webhooks are sent, how patiently, and how far they reach. */
public final class WebhookSettings {
    private static final String PREFIX = "systems.nostalgic.webhooks.";
    private static final Duration LONGEST_PAUSE = Duration.ofMinutes(5);

    public static final SettingsGroup GROUP = new SettingsGroup("Webhooks");

    public static final Setting<Boolean> ENABLED =
            GROUP.of(PREFIX + "enabled", SettingType.onOff(), "on", "Whether webhooks are sent at all.");
    public static final Setting<Duration> TIMEOUT = GROUP.of(
            PREFIX + "timeout",
            SettingType.duration(Duration.ofMillis(100), Duration.ofSeconds(30)),
            "5s",
            "How long one try may take, from finding the address to the answer.");
    public static final Setting<Integer> TRIES = GROUP.of(
            PREFIX + "tries",
            SettingType.number(1, 10),
            "3",
            "How often a webhook is tried when its receiver cannot be reached or answers 408, 429 or 5xx.");
    public static final Setting<List<Duration>> BACKOFF = GROUP.of(
            PREFIX + "backoff",
            SettingType.list(
                    "durations up to 5m such as 1s, 5s with commas between them",
                    text -> Units.parseDuration(text).filter(pause -> pause.compareTo(LONGEST_PAUSE) <= 0)),
            "1s, 5s",
            "How long to wait after the first try, the second, and so on; the last counts for all later ones.");
    public static final Setting<Integer> QUEUE = GROUP.of(
            PREFIX + "queue",
            SettingType.number(1, 100_000),
            "1000",
            "Most webhooks under way or waiting; further ones are dropped and counted.");
    public static final Setting<Integer> QUEUE_PER_HOST = GROUP.of(
            PREFIX + "queuePerHost",
            SettingType.number(1, 100_000),
            "250",
            "Most of them for one host, so that one that hangs does not take the room of all others.");
    public static final Setting<Integer> CONCURRENT =
            GROUP.of(PREFIX + "concurrent", SettingType.number(1, 256), "16", "Most webhooks being sent at once.");
    public static final Setting<Integer> CONCURRENT_PER_HOST = GROUP.of(
            PREFIX + "concurrentPerHost",
            SettingType.number(1, 256),
            "2",
            "Most webhooks being sent to one host at once.");
    public static final Setting<Duration> DRAIN = GROUP.of(
            PREFIX + "drain",
            SettingType.duration(Duration.ZERO, Duration.ofMinutes(1)),
            "3s",
            "How long webhooks under way may take to finish when the server stops.");
    public static final Setting<Boolean> PRIVATE_ADDRESSES = GROUP.of(
            PREFIX + "privateAddresses",
            SettingType.onOff(),
            "off",
            "Whether webhooks reach this machine and private networks, for receivers of your own there. Anybody who"
                    + " makes a service can then send requests into them.");
    public static final Setting<Boolean> PLAIN_HTTP_TO_LOOPBACK = GROUP.of(
            PREFIX + "plainHttpToLoopback",
            SettingType.onOff(),
            "off",
            "Whether webhooks also go to `http://localhost` and the like, for trying them out.");
    public static final Setting<Set<Integer>> PORTS = GROUP.of(
            PREFIX + "ports",
            new SettingType<>("ports from 1 to 65535 with commas between them, or all", WebhookSettings::ports),
            "443, 80",
            "Ports that webhooks may go to, so that nobody has this server knock at others. `http://localhost`, where it is"
                    + " allowed, may have any.");

    private WebhookSettings() {}

    public static WebhookPolicy policy(Settings settings) {
        return new WebhookPolicy(
                settings.value(TIMEOUT),
                settings.value(TRIES),
                settings.value(BACKOFF),
                settings.value(QUEUE),
                settings.value(QUEUE_PER_HOST),
                settings.value(CONCURRENT),
                settings.value(CONCURRENT_PER_HOST),
                settings.value(DRAIN),
                settings.value(PRIVATE_ADDRESSES),
                settings.value(PLAIN_HTTP_TO_LOOPBACK),
                settings.value(PORTS));
    }

    private static Optional<Set<Integer>> ports(String text) {
        return text.equals("all")
                ? Optional.of(WebhookPolicy.ALL_PORTS)
                : SettingType.list("", WebhookSettings::port)
                        .parser()
                        .apply(text)
                        .map(Set::copyOf);
    }

    private static Optional<Integer> port(String text) {
        return text.matches("[1-9][0-9]{0,4}")
                ? Optional.of(Integer.parseInt(text)).filter(port -> port <= 65535)
                : Optional.empty();
    }
}
