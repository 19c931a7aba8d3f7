package dev.yorozu.server.config;

import dev.yorozu.feed.FeedPolicy;
import java.time.Duration;

/** What the feed of revocations keeps, and how many may wait for it. */
public final class RevocationSettings {
    public static final SettingsGroup GROUP = new SettingsGroup("Feed of revocations");

    public static final Setting<Duration> KEEP = GROUP.of(
            "revocations.keep",
            SettingType.duration(Duration.ofMinutes(1), Duration.ofDays(31)),
            "2h",
            "How long a revocation is kept for programs that check tokens by themselves; longer where access tokens of a system"
                    + " live longer.");
    public static final Setting<Integer> MOST = GROUP.of(
            "revocations.most",
            SettingType.number(2000, 100_000_000),
            "1000000",
            "Most revocations that are kept of one system or app; beyond it the oldest go, and until they are not needed any"
                    + " more nobody can begin to read.");
    public static final Setting<Integer> READERS = GROUP.of(
            "revocations.readers",
            SettingType.number(1, 100_000),
            "1000",
            "Most calls that wait for revocations at once; further ones get 429.");
    public static final Setting<Integer> READERS_PER_CREDENTIAL = GROUP.of(
            "revocations.readersPerCredential",
            SettingType.number(1, 100_000),
            "100",
            "Most of them with one credential.");

    private RevocationSettings() {}

    /** @param longest how long access tokens live, those of the system where they do so longest */
    public static FeedPolicy policy(Settings settings, Duration longest) {
        Duration keep = settings.value(KEEP);
        return new FeedPolicy(keep.compareTo(longest) < 0 ? longest : keep, settings.value(MOST));
    }
}
