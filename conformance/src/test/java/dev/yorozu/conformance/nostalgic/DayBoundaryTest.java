package dev.yorozu.conformance.nostalgic;

import static org.assertj.core.api.Assertions.assertThat;

import dev.yorozu.conformance.OnEveryStore;
import dev.yorozu.keyspace.NostalgicKeys;
import dev.yorozu.nostalgic.Kind;
import dev.yorozu.nostalgic.Marks;
import dev.yorozu.nostalgic.counter.Counters;
import dev.yorozu.nostalgic.counter.Counts;
import dev.yorozu.nostalgic.like.LikeView;
import dev.yorozu.nostalgic.like.Likes;
import dev.yorozu.store.Batch;
import dev.yorozu.store.Bytes;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneId;
import java.time.zone.ZoneOffsetTransition;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The last moment of a day and the first of the next, and the day on which the zone is changed. */
@OnEveryStore(costly = true)
final class DayBoundaryTest extends CountingSuite {
    private static final ZoneId UTC = ZoneId.of("UTC");
    private static final ZoneId TOKYO = ZoneId.of("Asia/Tokyo");
    private static final ZoneId NEW_YORK = ZoneId.of("America/New_York");
    private static final ZoneId LINE_ISLANDS = ZoneId.of("Pacific/Kiritimati");
    private static final ZoneId BAKER_ISLAND = ZoneId.of("Etc/GMT+12");

    /** An ordinary day in each zone, and the days of 23 and 25 hours of one that sets its clocks. */
    private List<Instant> midnights(ZoneId zone) {
        List<LocalDate> dates = new ArrayList<>(List.of(LocalDate.ofInstant(clock.instant(), zone)));
        Instant from = clock.instant();
        for (int i = 0;
                i < 2 && !zone.getRules().isFixedOffset() && zone.getRules().nextTransition(from) != null;
                i++) {
            ZoneOffsetTransition next = zone.getRules().nextTransition(from);
            from = next.getInstant();
            dates.add(LocalDate.ofInstant(from, zone));
        }
        return dates.stream()
                .map(date -> date.plusDays(1).atStartOfDay(zone).toInstant())
                .toList();
    }

    @Test
    void aDayEndsAtMidnightOfItsZoneForCountMarkAndExpiry() {
        for (ZoneId zone : List.of(UTC, TOKYO, NEW_YORK)) {
            for (Instant midnight : midnights(zone)) {
                visitAround(zone, midnight);
                pressAround(zone, midnight);
            }
        }
    }

    private void visitAround(ZoneId zone, Instant midnight) {
        LocalDate after = LocalDate.ofInstant(midnight, zone);
        LocalDate before = after.minusDays(1);
        clock.set(before.atStartOfDay(zone).toInstant());
        String id = counter();
        Counters counters = counters(store(), zone);
        assertThat(counted(counters.visit(id, BOB))).isEqualTo(new Counts(1, 1, 0, 1, 1));
        clock.set(midnight.minusMillis(100));
        assertThat(counted(counters.visit(id, ALICE))).isEqualTo(new Counts(2, 2, 0, 2, 2));
        assertThat(repeated(counters.visit(id, BOB)).total()).isEqualTo(2);
        String user = HASHES.on(ALICE, before);
        assertEndsAt(NostalgicKeys.COUNTER_VISIT.key(id, user), midnight);
        assertThat(store().fields(marks(Kind.COUNTER, id)))
                .containsEntry(Bytes.of(user), Bytes.of(midnight.toEpochMilli()));
        clock.set(midnight.minusMillis(1));
        assertThat(repeated(counters.visit(id, ALICE)).total()).isEqualTo(2);
        clock.set(midnight);
        assertThat(counters.view(id).orElseThrow().counts()).isEqualTo(new Counts(2, 0, 2, 2, 2));
        assertThat(counted(counters.visit(id, ALICE))).isEqualTo(new Counts(3, 1, 2, 3, 3));
        assertThat(repeated(counters.visit(id, ALICE)).total()).isEqualTo(3);
        assertThat(text(NostalgicKeys.COUNTER_DAILY.key(id, before.toString()))).hasValue("2");
        assertThat(text(NostalgicKeys.COUNTER_DAILY.key(id, after.toString()))).hasValue("1");
        assertThat(store().fields(marks(Kind.COUNTER, id))).containsKey(Bytes.of(HASHES.on(ALICE, after)));
    }

    private void pressAround(ZoneId zone, Instant midnight) {
        clock.set(midnight.minusMillis(100));
        String id = like();
        Likes likes = likes(store(), zone);
        assertThat(toggled(likes.toggle(id, ALICE)).total()).isEqualTo(1);
        clock.set(midnight.minusMillis(1));
        assertThat(likes.view(id, ALICE).orElseThrow().liked()).isTrue();
        clock.set(midnight);
        LikeView view = likes.view(id, ALICE).orElseThrow();
        assertThat(view.liked()).isFalse();
        assertThat(view.total()).isEqualTo(1);
        assertThat(toggled(likes.toggle(id, ALICE)).total()).isEqualTo(2);
    }

    /** Zones as far apart as they can be, too: there a day can be called what is the day after tomorrow here. */
    private static final List<List<ZoneId>> CHANGES = List.of(
            List.of(UTC, TOKYO),
            List.of(TOKYO, UTC),
            List.of(NEW_YORK, TOKYO),
            List.of(TOKYO, NEW_YORK),
            List.of(BAKER_ISLAND, LINE_ISLANDS),
            List.of(LINE_ISLANDS, BAKER_ISLAND));

    @Test
    void anotherZoneCountsNobodyTwiceAsLongAsTheirMarkLives() {
        Instant start = clock.instant();
        for (List<ZoneId> change : CHANGES) {
            Counters before = counters(store(), change.getFirst());
            Counters after = counters(store(), change.getLast());
            for (int hour = 0; hour < 24; hour++) {
                clock.set(start.plus(Duration.ofHours(hour)));
                String id = counter();
                counted(before.visit(id, ALICE));
                repeated(after.visit(id, ALICE));
                counted(after.visit(id, BOB));
                repeated(before.visit(id, BOB));
                Instant end = end(change.getFirst());
                clock.set(end.minusMillis(1));
                assertThat(repeated(after.visit(id, ALICE)).total()).isEqualTo(2);
                // The store's clock does not know that this mark has ended.
                store().commit(Batch.builder()
                        .delete(NostalgicKeys.COUNTER_VISIT.key(id, name(change.getFirst(), end)))
                        .build());
                clock.set(later(end, end(change.getLast())));
                assertThat(counted(after.visit(id, ALICE)).total()).isEqualTo(3);
            }
        }
    }

    @Test
    void anotherZoneKeepsWhatAUserLikesAsLongAsItLives() {
        Instant start = clock.instant();
        for (List<ZoneId> change : CHANGES) {
            Likes before = likes(store(), change.getFirst());
            Likes after = likes(store(), change.getLast());
            for (int hour = 0; hour < 24; hour += 3) {
                clock.set(start.plus(Duration.ofHours(hour)));
                String id = like();
                toggled(before.toggle(id, ALICE));
                Instant end = end(change.getFirst());
                clock.set(end.minusMillis(1));
                assertThat(after.view(id, ALICE).orElseThrow().liked()).isTrue();
                LikeView off = toggled(after.toggle(id, ALICE));
                assertThat(off.liked()).isFalse();
                assertThat(off.total()).isZero();
                assertThat(toggled(after.toggle(id, ALICE)).total()).isEqualTo(1);
                // Alice, and her address.
                assertThat(new Marks(Kind.LIKE).users(store(), id)).hasSize(2);
                assertEndsAt(NostalgicKeys.LIKE_USER.key(id, name(change.getFirst(), end)), end);
            }
        }
    }

    private String name(ZoneId zone, Instant end) {
        return HASHES.on(ALICE, LocalDate.ofInstant(end, zone).minusDays(1));
    }

    private Instant end(ZoneId zone) {
        return LocalDate.ofInstant(clock.instant(), zone)
                .plusDays(1)
                .atStartOfDay(zone)
                .toInstant();
    }

    private static Instant later(Instant one, Instant other) {
        return one.isAfter(other) ? one : other;
    }
}
