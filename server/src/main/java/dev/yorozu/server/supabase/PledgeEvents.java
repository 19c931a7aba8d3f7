package dev.yorozu.server.supabase;

import dev.yorozu.account.DirectoryException;
import dev.yorozu.json.Document;
import dev.yorozu.membership.Plan;
import dev.yorozu.membership.PledgeEvent;
import dev.yorozu.membership.PledgeHistory;
import dev.yorozu.membership.PledgeOutcome;
import java.util.List;
import java.util.Optional;

/**
 * The events of pledges. Those of one patron are numbered without gaps, and the project lets each number be taken once: an
 * event is written down under the number that follows the newest one seen, and whoever finds that number taken looks
 * again.
 */
record PledgeEvents(Project project) {
    private static final String TABLE = "pledge_events";
    private static final String COLUMNS = "delivery,patreon_user_id,event_number,pledge_id,event,plan,patron_status,"
            + "last_charge_at,lifetime_cents,received_at";
    /** Each try fails because another event of the same patron was written down. */
    private static final int MOST_TRIES = 100;

    Optional<PledgeOutcome> outdated(PledgeEvent event) {
        return outdated(event, history(newest(event.user())));
    }

    private Optional<PledgeOutcome> outdated(PledgeEvent event, PledgeHistory history) {
        Selection same = Selection.of(TABLE).equal("delivery", event.delivery()).columns("delivery");
        return project.select(same).isEmpty() ? history.outdated(event) : Optional.of(PledgeOutcome.KNOWN);
    }

    PledgeOutcome record(PledgeEvent event) {
        for (int tries = 0; tries < MOST_TRIES; tries++) {
            List<Row> newest = newest(event.user());
            PledgeHistory history = history(newest);
            Optional<PledgeOutcome> outdated = outdated(event, history);
            if (outdated.isPresent()) {
                return outdated.get();
            }
            long last = newest.isEmpty() ? 0 : newest.getFirst().number("event_number");
            Optional<List<Row>> written = insert(event, last + 1);
            if (written.isPresent()) {
                return written.get().isEmpty() ? PledgeOutcome.KNOWN : history.followedBy(event);
            }
        }
        throw new DirectoryException("Supabase is busy with other events of the same patron");
    }

    private List<Row> newest(String user) {
        return project.select(Selection.of(TABLE)
                .equal("patreon_user_id", user)
                .columns(COLUMNS)
                .largest("event_number", PledgeHistory.LENGTH));
    }

    private Optional<List<Row>> insert(PledgeEvent event, long number) {
        Document row = Document.empty()
                .with("delivery", event.delivery())
                .with("patreon_user_id", event.user())
                .with("event_number", number)
                .with("pledge_id", event.pledge())
                .with("event", event.event())
                .with("plan", event.plan().text())
                .with("patron_status", event.status())
                .withIfPresent("last_charge_at", event.lastCharge().map(Object::toString))
                .with("lifetime_cents", event.lifetimeCents())
                .with("received_at", event.receivedAt().toString());
        return project.insertUnlessTaken(
                Selection.of(TABLE).unlessThere("delivery").columns("delivery"), row);
    }

    private static PledgeHistory history(List<Row> rows) {
        return new PledgeHistory(rows.stream().map(PledgeEvents::event).toList());
    }

    private static PledgeEvent event(Row row) {
        return new PledgeEvent(
                row.text("delivery"),
                row.text("patreon_user_id"),
                row.text("pledge_id"),
                row.text("event"),
                Plan.named(row.text("plan")).orElse(Plan.FREE),
                row.text("patron_status"),
                row.findMoment("last_charge_at"),
                row.number("lifetime_cents"),
                row.moment("received_at"));
    }
}
