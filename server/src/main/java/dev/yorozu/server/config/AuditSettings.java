package dev.yorozu.server.config;

import dev.yorozu.audit.AuditPolicy;
import dev.yorozu.audit.Kind;
import java.time.Duration;
import java.util.List;
import java.util.Set;

/** What the audit log keeps, for all systems alike. */
public final class AuditSettings {
    public static final SettingsGroup GROUP = new SettingsGroup("Audit");

    public static final Setting<List<Kind>> KINDS = GROUP.of(
            "audit.kinds",
            SettingType.list("kinds such as link, session, token, with commas between them", Kind::of),
            "link, token, credential, door",
            "What is written down: `link` for share links, `token` for sign-ins and ends of tokens, `credential`"
                    + " for programs that come in by a door, `door` for what they delete and what is refused to them, `session` for sign-ins and sign-outs of sessions as well. What"
                    + " an operator does is always written down.");
    public static final Setting<Duration> MAX_AGE = GROUP.of(
            "audit.maxAge",
            SettingType.duration(Duration.ofDays(1), Duration.ofDays(366)),
            "90d",
            "How long an event is kept.");
    public static final Setting<Integer> MAX_PER_DAY = GROUP.of(
            "audit.maxPerDay",
            SettingType.number(1, 1_000_000),
            "20000",
            "Most events of one kind on one day, and as many refusals; beyond it the oldest of that day give way.");

    private AuditSettings() {}

    /** What systems write down. */
    public static AuditPolicy policy(Settings settings) {
        return policy(settings, Set.copyOf(settings.value(KINDS)));
    }

    /** What operators write down: everything they do. */
    public static AuditPolicy operators(Settings settings) {
        return policy(settings, AuditPolicy.STANDARD.kinds());
    }

    private static AuditPolicy policy(Settings settings, Set<Kind> kinds) {
        return new AuditPolicy(settings.value(MAX_AGE), settings.value(MAX_PER_DAY), kinds);
    }
}
