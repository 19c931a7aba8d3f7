package dev.yorozu.audit;

import java.time.Duration;
import java.util.EnumSet;
import java.util.Set;

/**
 * How much is kept.
 *
 * @param maxAge how long an event is kept and shown
 * @param maxPerDay the most events of one kind on one day, and as many refusals; beyond it the oldest of that day give way
 * @param kinds what is written down at all
 */
public record AuditPolicy(Duration maxAge, int maxPerDay, Set<Kind> kinds) {
    /** Everything, as long as the documented systems ask for. */
    public static final AuditPolicy STANDARD = new AuditPolicy(Duration.ofDays(90), 20_000, EnumSet.allOf(Kind.class));

    public AuditPolicy {
        kinds = Set.copyOf(kinds);
        if (maxAge.toDays() < 1 || maxAge.toDays() > 366 || maxPerDay < 1) {
            throw new IllegalArgumentException("An audit log keeps events for 1 to 366 days, and at least one a day");
        }
    }
}
