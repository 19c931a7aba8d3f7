package dev.yorozu.server.patrons;

import static org.assertj.core.api.Assertions.assertThat;

import dev.yorozu.membership.CrashReport;
import dev.yorozu.membership.Membership;
import dev.yorozu.membership.Plan;
import dev.yorozu.membership.PledgeEvent;
import dev.yorozu.membership.PledgeHistory;
import dev.yorozu.membership.PledgeOutcome;
import dev.yorozu.secret.RandomTokens;
import dev.yorozu.store.testkit.Race;
import dev.yorozu.store.testkit.Rounds;
import java.time.Instant;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import org.junit.jupiter.api.Test;

/** What every keeper of patrons does with pledge events and crash reports. */
public abstract class EventsContract extends PatronsContract {
    private static final Instant CHARGED = Instant.parse("2026-10-01T07:30:00.123Z");

    private PledgeEvent event(String user, Plan plan, long day, long cents) {
        return event(user, plan, Optional.of(CHARGED.plusSeconds(86_400 * day)), cents);
    }

    private PledgeEvent event(String user, Plan plan, Optional<Instant> charge, long cents) {
        return new PledgeEvent(
                RandomTokens.secure().hex(32),
                user,
                "pledge-1",
                "members:pledge:update",
                plan,
                Membership.ACTIVE,
                charge,
                cents,
                clock.instant());
    }

    private static PledgeEvent of(PledgeEvent event, String name, Plan plan, String status) {
        return new PledgeEvent(
                RandomTokens.secure().hex(32),
                event.user(),
                event.pledge(),
                name,
                plan,
                status,
                event.lastCharge(),
                event.lifetimeCents(),
                event.receivedAt());
    }

    @Test
    void anEventIsWrittenDownWhole() {
        PledgeEvent event = event(fresh(), Plan.PREMIUM, 0, 1500);
        assertThat(patrons().record(event)).isEqualTo(PledgeOutcome.CHANGED);
        List<Map<String, String>> rows = rows("pledge_events", "patreon_user_id", event.user());
        assertThat(rows).hasSize(1);
        assertThat(rows.getFirst())
                .containsEntry("delivery", event.delivery())
                .containsEntry("pledge_id", "pledge-1")
                .containsEntry("event", "members:pledge:update")
                .containsEntry("plan", "Premium")
                .containsEntry("patron_status", "active_patron")
                .containsEntry("lifetime_cents", "1500");
    }

    @Test
    void aDeliveryCountsOnce() {
        PledgeEvent event = event(fresh(), Plan.PRO, 0, 300);
        assertThat(patrons().outdated(event)).isEmpty();
        assertThat(patrons().record(event)).isEqualTo(PledgeOutcome.CHANGED);
        assertThat(patrons().outdated(event)).hasValue(PledgeOutcome.KNOWN);
        assertThat(patrons().record(event)).isEqualTo(PledgeOutcome.KNOWN);
        assertThat(rows("pledge_events", "patreon_user_id", event.user())).hasSize(1);
    }

    @Test
    void onlyAnotherPlanIsAChange() {
        String user = fresh();
        assertThat(patrons().record(event(user, Plan.FREE, 0, 0))).isEqualTo(PledgeOutcome.CHANGED);
        assertThat(patrons().record(event(user, Plan.FREE, 1, 0))).isEqualTo(PledgeOutcome.UNCHANGED);
        assertThat(patrons().record(event(user, Plan.ULTIMATE, 2, 900))).isEqualTo(PledgeOutcome.CHANGED);
        assertThat(patrons().record(event(user, Plan.ULTIMATE, 2, 900))).isEqualTo(PledgeOutcome.UNCHANGED);
        assertThat(patrons().record(event(user, Plan.PRO, 3, 1200))).isEqualTo(PledgeOutcome.CHANGED);
        assertThat(patrons().record(event(fresh(), Plan.PRO, 3, 1200))).isEqualTo(PledgeOutcome.CHANGED);
    }

    @Test
    void anEarlierEventComesTooLate() {
        String user = fresh();
        patrons().record(event(user, Plan.ULTIMATE, 9, 1800));
        PledgeEvent late = event(user, Plan.PRO, 8, 9000);
        assertThat(patrons().outdated(late)).hasValue(PledgeOutcome.OUTDATED);
        assertThat(patrons().record(late)).isEqualTo(PledgeOutcome.OUTDATED);
        assertThat(rows("pledge_events", "delivery", late.delivery())).isEmpty();
        assertThat(patrons().record(event(user, Plan.PRO, 9, 1799))).isEqualTo(PledgeOutcome.OUTDATED);
        assertThat(patrons().record(event(user, Plan.PRO, Optional.empty(), 1700)))
                .isEqualTo(PledgeOutcome.OUTDATED);
        assertThat(patrons().record(event(user, Plan.PRO, Optional.empty(), 1800)))
                .isEqualTo(PledgeOutcome.CHANGED);
        assertThat(patrons().record(event(user, Plan.ULTIMATE, 8, 1900))).isEqualTo(PledgeOutcome.OUTDATED);
        assertThat(patrons().outdated(event(fresh(), Plan.PRO, 1, 0))).isEmpty();
    }

    @Test
    void whatEndedStaysEndedUntilTheNextCharge() {
        PledgeEvent former = event(fresh(), Plan.PRO, 0, 300);
        patrons().record(of(former, "members:pledge:update", Plan.FREE, Membership.FORMER));
        assertThat(patrons().record(former)).isEqualTo(PledgeOutcome.OUTDATED);
        assertThat(patrons().record(event(former.user(), Plan.PRO, 1, 600))).isEqualTo(PledgeOutcome.CHANGED);
        PledgeEvent before = event(fresh(), Plan.PRO, 0, 300);
        patrons().record(before);
        PledgeEvent deleted = of(before, "members:pledge:delete", Plan.FREE, Membership.ACTIVE);
        assertThat(patrons().record(deleted)).isEqualTo(PledgeOutcome.CHANGED);
        assertThat(patrons().record(of(before, before.event(), Plan.PRO, before.status())))
                .isEqualTo(PledgeOutcome.OUTDATED);
    }

    @Test
    void ofOneDeliveryTenTimesAtOnceOneIsWrittenDown() throws Exception {
        for (int round = 0; round < Rounds.of(5); round++) {
            PledgeEvent event = event(fresh(), Plan.PRO, 0, 300);
            List<PledgeOutcome> records = Race.run(10, () -> patrons().record(event));
            assertThat(records).containsOnlyOnce(PledgeOutcome.CHANGED);
            assertThat(Collections.frequency(records, PledgeOutcome.KNOWN)).isEqualTo(9);
            assertThat(rows("pledge_events", "patreon_user_id", event.user())).hasSize(1);
        }
    }

    /** Whatever order they come in, none is written down behind a later one, and the last plan is that of the latest. */
    @Test
    void ofManyEventsOfOnePatronAtOnceNoneIsWrittenDownBehindALaterOne() throws Exception {
        for (int round = 0; round < Rounds.of(3); round++) {
            String user = fresh();
            List<PledgeOutcome> records =
                    Race.of(16, i -> patrons().record(event(user, i % 2 == 0 ? Plan.PRO : Plan.ULTIMATE, i, 300L * i)));
            List<Long> charges = rows("pledge_events", "patreon_user_id", user).stream()
                    .sorted(Comparator.comparingLong(row -> Long.parseLong(row.get("event_number"))))
                    .map(row -> Long.parseLong(row.get("lifetime_cents")))
                    .toList();
            assertThat(charges).isSorted().endsWith(300L * 15);
            assertThat(records)
                    .doesNotContain(PledgeOutcome.KNOWN)
                    .filteredOn(PledgeOutcome.OUTDATED::equals)
                    .hasSize(16 - charges.size());
            assertThat(patrons().record(event(user, Plan.FREE, 14, 99_999))).isEqualTo(PledgeOutcome.OUTDATED);
        }
    }

    @Test
    void aDeliveryIsKnownHoweverManyFollowedIt() {
        String user = fresh();
        PledgeEvent first = event(user, Plan.PRO, 0, 0);
        patrons().record(first);
        for (int i = 1; i <= PledgeHistory.LENGTH + 2; i++) {
            assertThat(patrons().record(event(user, Plan.PRO, i, i))).isEqualTo(PledgeOutcome.UNCHANGED);
        }
        assertThat(patrons().outdated(first)).hasValue(PledgeOutcome.KNOWN);
        assertThat(patrons().record(first)).isEqualTo(PledgeOutcome.KNOWN);
    }

    private static CrashReport report(UUID id, String logs) {
        return new CrashReport(
                id,
                "2026-11-16T00:00:00Z",
                "it \"broke\", and 'how'",
                "1.2.3",
                "Windows 11",
                Optional.empty(),
                Optional.of("{\"ram\":\"16 GB\"}"),
                Optional.of(logs),
                "192.0.2.0");
    }

    @Test
    void aReportIsKeptOnceAndWhole() throws Exception {
        UUID id = UUID.randomUUID();
        String logs = "\u842c\ud83d\ude00\n\t\"\\".repeat(14_628);
        List<Boolean> kept = Race.run(THREADS / 2, () -> patrons().keep(report(id, logs)));
        assertThat(kept).containsOnlyOnce(true);
        assertThat(patrons().keep(report(id, "other logs"))).isFalse();
        List<Map<String, String>> rows = rows("crash_reports", "id", id.toString());
        assertThat(rows).hasSize(1);
        assertThat(rows.getFirst())
                .containsEntry("crash_timestamp", "2026-11-16T00:00:00Z")
                .containsEntry("error_message", "it \"broke\", and 'how'")
                .containsEntry("app_version", "1.2.3")
                .containsEntry("os_version", "Windows 11")
                .doesNotContainKey("stack_trace")
                .containsEntry("system_info", "{\"ram\":\"16 GB\"}")
                .containsEntry("logs", logs)
                .containsEntry("client", "192.0.2.0")
                .containsKey("received_at");
    }

    @Test
    void aReportMayHoldWhatNoDatabaseKeeps() {
        UUID id = UUID.randomUUID();
        assertThat(patrons().keep(report(id, "a\0b\ud800c"))).isTrue();
        assertThat(rows("crash_reports", "id", id.toString()).getFirst()).containsEntry("logs", "a\uFFFDb?c");
    }
}
