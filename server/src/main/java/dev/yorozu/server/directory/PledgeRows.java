package dev.yorozu.server.directory;

import dev.yorozu.membership.Plan;
import dev.yorozu.membership.PledgeEvent;
import dev.yorozu.membership.PledgeHistory;
import dev.yorozu.membership.PledgeOutcome;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.OffsetDateTime;
import java.util.Optional;
import org.jdbi.v3.core.Handle;
import org.jdbi.v3.core.statement.StatementContext;

/** The rows of pledge events. */
final class PledgeRows {
    private final Handle handle;

    PledgeRows(Handle handle) {
        this.handle = handle;
    }

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
        return handle.createQuery("SELECT event_number FROM pledge_events WHERE delivery = :delivery")
                .bind("delivery", delivery)
                .mapTo(Long.class)
                .findOne()
                .isPresent();
    }

    private long lastNumber(String user) {
        return handle.createQuery(
                        "SELECT COALESCE(MAX(event_number), 0) FROM pledge_events" + " WHERE patreon_user_id = :user")
                .bind("user", user)
                .mapTo(Long.class)
                .one();
    }

    private PledgeHistory history(String user) {
        return new PledgeHistory(handle.createQuery("SELECT delivery, patreon_user_id, pledge_id, event, plan,"
                        + " patron_status, last_charge_at, lifetime_cents, received_at FROM pledge_events"
                        + " WHERE patreon_user_id = :user ORDER BY event_number DESC LIMIT :limit")
                .bind("user", user)
                .bind("limit", PledgeHistory.LENGTH)
                .map(PledgeRows::event)
                .list());
    }

    private boolean insert(PledgeEvent event, long number) {
        return handle.createUpdate("INSERT INTO pledge_events (delivery, patreon_user_id, event_number, pledge_id,"
                                + " event, plan, patron_status, last_charge_at, lifetime_cents, received_at) VALUES"
                                + " (:delivery, :user, :number, :pledge, :event, :plan, :status, :charge, :cents,"
                                + " :received) ON CONFLICT DO NOTHING")
                        .bind("delivery", event.delivery())
                        .bind("user", event.user())
                        .bind("number", number)
                        .bind("pledge", event.pledge())
                        .bind("event", event.event())
                        .bind("plan", event.plan().text())
                        .bind("status", event.status())
                        .bind("charge", Moments.of(event.lastCharge()))
                        .bind("cents", event.lifetimeCents())
                        .bind("received", Moments.of(event.receivedAt()))
                        .execute()
                > 0;
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
