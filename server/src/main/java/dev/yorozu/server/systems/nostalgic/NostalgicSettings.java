package dev.yorozu.server.systems.nostalgic;

import dev.yorozu.limit.FailMode;
import dev.yorozu.limit.WindowPolicy;
import dev.yorozu.nostalgic.board.BoardPolicy;
import dev.yorozu.nostalgic.integrity.IntegrityPolicy;
import dev.yorozu.secret.RandomTokens;
import dev.yorozu.server.config.Setting;
import dev.yorozu.server.config.SettingType;
import dev.yorozu.server.config.Settings;
import dev.yorozu.server.config.SettingsGroup;
import dev.yorozu.server.files.SecretFile;
import dev.yorozu.server.systems.SystemSettings;
import dev.yorozu.store.Durability;
import dev.yorozu.text.PlainText;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.InstantSource;
import java.time.ZoneId;
import java.util.List;
import java.util.Optional;

/** What can be set of counters, likes, rankings and boards. */
public final class NostalgicSettings {
    static final String PREFIX = "systems.nostalgic.";

    private static final int SHORTEST_SECRET = 16;
    private static final int LONGEST_WORD = 50;

    public static final SettingsGroup GROUP = new SettingsGroup("Counters, likes, rankings, boards");

    public static final Setting<Boolean> ENABLED = GROUP.with(SystemSettings.enabled(PREFIX));
    public static final Setting<String> MOUNT = GROUP.of(
            PREFIX + "mount",
            SettingType.mount("/nostalgia"),
            "/",
            "Path that all addresses of this system begin with.");
    public static final Setting<String> SECRET = GROUP.with(Setting.optional(
                    PREFIX + "secret",
                    new SettingType<>(
                            "a text of at least " + SHORTEST_SECRET + " characters that nobody can guess",
                            text -> text.strip().length() < SHORTEST_SECRET ? Optional.empty() : Optional.of(text)),
                    "made at the first start and kept in the directory `data`",
                    "Secret behind the names that stand for visitors, and behind the keys that webhooks are signed with;"
                            + " servers that share a store share it.")
            .asSecret());
    public static final Setting<ZoneId> ZONE = GROUP.of(
            PREFIX + "zone",
            new SettingType<>("a time zone such as UTC or Asia/Tokyo", NostalgicSettings::zone),
            "UTC",
            "Time zone whose days visits and likes are counted by.");
    public static final Setting<Duration> DAILY_LIFE = GROUP.of(
            PREFIX + "dailyLife",
            SettingType.duration(Duration.ofDays(32), Duration.ofDays(3650)),
            "400d",
            "How long the count of one day is kept.");
    public static final Setting<Durability> DURABILITY = GROUP.of(
            PREFIX + "durability",
            SettingType.choice(List.of(Durability.DURABLE, Durability.RELAXED)),
            "durable",
            "Whether a visit or a like is on disk before it is acknowledged; what is relaxed is faster, and its last"
                    + " moments may be lost with the machine.");
    public static final Setting<Duration> SUBMIT_COOLDOWN = GROUP.of(
            PREFIX + "cooldowns.submit",
            SettingType.duration(Duration.ofSeconds(1), Duration.ofDays(1)),
            "60s",
            "How long a visitor waits between two scores in one ranking.");
    public static final Setting<Duration> POST_COOLDOWN = GROUP.of(
            PREFIX + "cooldowns.post",
            SettingType.duration(Duration.ofSeconds(1), Duration.ofDays(1)),
            "10s",
            "How long a visitor waits between two messages on one board.");
    public static final Setting<Boolean> LEGACY_COOLDOWN_STATUS = GROUP.of(
            PREFIX + "legacyCooldownStatus",
            SettingType.onOff(),
            "off",
            "Whether who must wait is answered with 400, as the earlier program did, instead of 429; a call can ask for"
                    + " it with `legacy=1`.");
    public static final Setting<List<String>> WORDS = GROUP.of(
            PREFIX + "words",
            new SettingType<>(
                            "words of 2 to " + LONGEST_WORD + " characters, with commas between them, or off",
                            NostalgicSettings::words)
                    .ofSeveral(),
            String.join(",", BoardPolicy.DEFAULT_WORDS),
            "Words that no message on a board may hold.");
    public static final Setting<Boolean> LOOPBACK_PAGES = GROUP.of(
            PREFIX + "loopbackPages",
            SettingType.onOff(),
            "off",
            "Whether pages on this machine, at `http://localhost` and the like, may have services: for trying things out.");
    public static final Setting<Integer> OWNER_RATE = GROUP.with(rate("owner", 60, "Calls of owners, with a token,"));
    public static final Setting<Integer> BATCH_RATE =
            GROUP.with(rate("batch", 10, "Calls that make many services at once"));
    public static final Setting<Integer> WRITE_RATE =
            GROUP.with(rate("write", 60, "Scores, messages and edits of visitors"));

    public static final Setting<Integer> VISIT_RATE =
            GROUP.with(rate("visit", 6000, "Visits and likes, by one server,"));

    public static final Setting<Integer> ADDRESS_VISITS = GROUP.with(ofAddress(
            "visits",
            100,
            "Visitors behind one address, told apart by their browsers, that a counter counts in a day."));
    public static final Setting<Integer> ADDRESS_LIKES =
            GROUP.with(ofAddress("likes", 100, "Users behind one address who may press a like button in a day."));
    public static final Setting<Integer> ADDRESS_SUBMITS = GROUP.with(ofAddress(
            "submits", 30, "Scores that one ranking takes from one address in the time of `cooldowns.submit`."));
    public static final Setting<Integer> ADDRESS_POSTS = GROUP.with(
            ofAddress("posts", 10, "Messages that one board takes from one address in the time of `cooldowns.post`."));
    public static final Setting<Integer> ADDRESS_POSTS_PER_DAY = GROUP.with(ofAddress(
            "postsPerDay",
            60,
            "Messages that one board takes from one address in a day: fewer than the 100 that it keeps unless told, so that"
                    + " nobody pushes all others out."));
    public static final Setting<Integer> ADDRESS_SERVICES = GROUP.of(
            PREFIX + "addresses.services",
            SettingType.number(1, 1000),
            "300",
            "New services that one address may make in any 24 hours.");

    private static final SecretFile SECRET_FILE = new SecretFile("nostalgic.secret", "secret", SECRET.name());

    private NostalgicSettings() {}

    private static Setting<Integer> rate(String name, int standard, String what) {
        return SystemSettings.rate(PREFIX, name, standard, what, "address");
    }

    private static Setting<Integer> ofAddress(String name, int fallback, String what) {
        return Setting.of(
                PREFIX + "addresses." + name, SettingType.number(1, 1_000_000), Integer.toString(fallback), what);
    }

    private static Optional<List<String>> words(String text) {
        return SettingType.isOff(text)
                ? Optional.of(List.of())
                : SettingType.list("", word -> {
                            int length = PlainText.length(word);
                            return length < 2 || length > LONGEST_WORD ? Optional.empty() : Optional.of(word);
                        })
                        .parser()
                        .apply(text);
    }

    private static Optional<ZoneId> zone(String text) {
        try {
            return Optional.of(ZoneId.of(text));
        } catch (DateTimeException unknown) {
            return Optional.empty();
        }
    }

    /** The secret that is set, else the one of this machine, made in a directory that exists. */
    public static byte[] secret(Settings settings, Path data, RandomTokens random) {
        return settings.find(SECRET)
                .map(text -> text.getBytes(StandardCharsets.UTF_8))
                .orElseGet(() -> SECRET_FILE.inDirectory(data, random));
    }

    /** What the integrity check must know of how this system is run. */
    public static IntegrityPolicy integrity(Settings settings, InstantSource clock) {
        IntegrityPolicy standard = IntegrityPolicy.standard(settings.value(ZONE), clock);
        return new IntegrityPolicy(
                standard.days(),
                settings.value(DAILY_LIFE),
                settings.value(SUBMIT_COOLDOWN),
                settings.value(POST_COOLDOWN),
                standard.pause());
    }

    /** The limit that counts under this name. While the store cannot count, its own answer says what is wrong. */
    static WindowPolicy policy(Settings settings, Setting<Integer> rate, String name) {
        return WindowPolicy.perMinute("nostalgic-" + name, settings.value(rate), FailMode.OPEN);
    }
}
