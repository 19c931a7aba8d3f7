package dev.yorozu.server.console;

import dev.yorozu.audit.Event;
import dev.yorozu.server.pages.Moment;
import java.util.List;

/**
 * A page of the audit log.
 *
 * @param first whether nothing newer is on a page before this one
 * @param next where the older ones are; empty when there are none
 */
public record AuditView(AuditFilter filter, List<Row> rows, boolean first, String next) {
    public AuditView {
        rows = List.copyOf(rows);
    }

    public record Row(Moment at, Event event) {}

    public String newest() {
        return filter.target(ConsoleModule.MOUNT);
    }

    public String older() {
        return filter.target(ConsoleModule.MOUNT, next);
    }

    public String download() {
        return filter.target(ConsoleModule.MOUNT + AuditPages.EXPORT);
    }

    /** All that one user did. */
    public String of(String user) {
        return new AuditFilter("", user, "").target(ConsoleModule.MOUNT);
    }
}
