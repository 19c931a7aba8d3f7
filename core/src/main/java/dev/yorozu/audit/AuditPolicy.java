package dev.yorozu.audit;

import java.time.Duration;

/**
 * How much is kept.
 *
 * @param maxAge how long an event is kept and shown
 * @param maxPerDay the most events of one kind on one day, and as many refusals; beyond it the oldest of that day give way
 */
public record AuditPolicy(Duration maxAge, int maxPerDay) {
    public static final AuditPolicy STANDARD = new AuditPolicy(Duration.ofDays(90), 20_000);

    public AuditPolicy {
        if (maxAge.toDays() < 1 || maxAge.toDays() > 366 || maxPerDay < 1) {
            throw new IllegalArgumentException("An audit log keeps events for 1 to 366 days, and at least one a day");
        }
    }
}
