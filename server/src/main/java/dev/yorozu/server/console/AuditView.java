package dev.yorozu.server.console;

import dev.yorozu.audit.Event;
import dev.yorozu.server.pages.Language;
import dev.yorozu.server.pages.Moment;
import java.util.List;

/**
 * A page of the audit log.
 *
 * @param first whether nothing newer is on a page before this one
 * @param next where the older ones are; empty when there are none
 */
public record AuditView(AuditFilter filter, List<Row> rows, boolean first, String next) {
    /** What the names of the texts begin with that say what was done. */
    static final String ACTION = "console.audit.action.";

    public AuditView {
        rows = List.copyOf(rows);
    }

    public record Row(Moment at, Event event) {
        /** What was done, in the reader's language; as it was written where this version has no word for it. */
        public String action(Language language) {
            return language.find(ACTION + event.action()).orElse(event.action());
        }
    }

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
