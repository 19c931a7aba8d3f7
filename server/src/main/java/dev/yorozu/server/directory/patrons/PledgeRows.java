package dev.yorozu.server.directory.patrons;

import dev.yorozu.membership.Plan;
import dev.yorozu.membership.PledgeEvent;
import dev.yorozu.membership.PledgeHistory;
import dev.yorozu.membership.PledgeOutcome;
import dev.yorozu.server.directory.database.Moments;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.OffsetDateTime;
import java.util.Optional;
import org.jdbi.v3.core.Handle;
import org.jdbi.v3.core.statement.StatementContext;

/** The rows of pledge events. */
record PledgeRows(Handle handle) {
    /**
     * Writes an event down under the number that follows the last one of its patron. The last number is read before the
     * events: whoever writes another one down meanwhile takes the number, and this one looks again.
     */
    PledgeOutcome record(PledgeEvent event) {
        while (true) {
            long last = lastNumber(event.user());
            PledgeHistory history = history(event.user());
            Optional<PledgeOutcome> outdated = outdated(event, history);
            if (outdated.isPresent()) {
                return outdated.get();
            }
            if (insert(event, last + 1)) {
                return history.followedBy(event);
            }
        }
    }

    Optional<PledgeOutcome> outdated(PledgeEvent event) {
        return outdated(event, history(event.user()));
    }

    private Optional<PledgeOutcome> outdated(PledgeEvent event, PledgeHistory history) {
        return isKnown(event.delivery()) ? Optional.of(PledgeOutcome.KNOWN) : history.outdated(event);
    }

    private boolean isKnown(String delivery) {
        return handle.select("SELECT event_number FROM pledge_events WHERE delivery = ?", delivery)
                .mapTo(Long.class)
                .findOne()
                .isPresent();
    }

    private long lastNumber(String user) {
        return handle.select("SELECT COALESCE(MAX(event_number), 0) FROM pledge_events WHERE patreon_user_id = ?", user)
                .mapTo(Long.class)
                .one();
    }

    private PledgeHistory history(String user) {
        return new PledgeHistory(handle.select(
                        "SELECT delivery, patreon_user_id, pledge_id, event, plan, patron_status, last_charge_at,"
                                + " lifetime_cents, received_at FROM pledge_events WHERE patreon_user_id = ?"
                                + " ORDER BY event_number DESC LIMIT ?",
                        user,
                        PledgeHistory.LENGTH)
                .map(PledgeRows::event)
                .list());
    }

    private boolean insert(PledgeEvent event, long number) {
        int inserted = handle.execute(
                "INSERT INTO pledge_events (delivery, patreon_user_id, event_number, pledge_id, event, plan,"
                        + " patron_status, last_charge_at, lifetime_cents, received_at)"
                        + " VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT DO NOTHING",
                event.delivery(),
                event.user(),
                number,
                event.pledge(),
                event.event(),
                event.plan().text(),
                event.status(),
                Moments.of(event.lastCharge()),
                event.lifetimeCents(),
                Moments.of(event.receivedAt()));
        return inserted > 0;
    }

    private static PledgeEvent event(ResultSet row, StatementContext context) throws SQLException {
        return new PledgeEvent(
                row.getString("delivery"),
                row.getString("patreon_user_id"),
                row.getString("pledge_id"),
                row.getString("event"),
                Plan.named(row.getString("plan")).orElse(Plan.FREE),
                row.getString("patron_status"),
                Optional.ofNullable(row.getObject("last_charge_at", OffsetDateTime.class))
                        .map(OffsetDateTime::toInstant),
                row.getLong("lifetime_cents"),
                Moments.read(row, "received_at"));
    }
}
