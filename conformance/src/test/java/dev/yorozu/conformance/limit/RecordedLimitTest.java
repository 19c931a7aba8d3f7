package dev.yorozu.conformance.limit;

import static org.assertj.core.api.Assertions.assertThat;

import dev.yorozu.conformance.OnEveryStore;
import dev.yorozu.conformance.Suite;
import dev.yorozu.keyspace.PatreonKeys;
import dev.yorozu.limit.Decision;
import dev.yorozu.limit.FailMode;
import dev.yorozu.limit.FixedWindow;
import dev.yorozu.limit.RecordedWindow;
import dev.yorozu.limit.WindowLayout;
import dev.yorozu.limit.WindowPolicy;
import dev.yorozu.secret.RandomTokens;
import dev.yorozu.store.Batch;
import dev.yorozu.store.Bytes;
import dev.yorozu.store.Expiry;
import dev.yorozu.store.Key;
import dev.yorozu.store.Life;
import dev.yorozu.store.Store;
import dev.yorozu.store.testkit.FaultyStore;
import dev.yorozu.store.testkit.FaultyStore.Fault;
import dev.yorozu.store.testkit.HeldClock;
import dev.yorozu.store.testkit.Race;
import dev.yorozu.store.testkit.Rounds;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Limits that count in records, and those that count beside them at the keys of the same system. */
@OnEveryStore
final class RecordedLimitTest extends Suite {
    /** 17 seconds into a minute. */
    private static final Instant START = Instant.parse("2026-03-01T12:00:17Z");

    /** When a window of records is over that begins then. */
    private static final Instant OVER = START.plusSeconds(60);

    /** When a window of minutes is over. */
    private static final Instant END = Instant.parse("2026-03-01T12:01:00Z");

    private static final WindowPolicy TEN = WindowPolicy.perMinute("crash-report", 10, FailMode.CLOSED);

    private final HeldClock clock = new HeldClock(START);
    private final String client = RandomTokens.secure().hex(8);
    private final Key record = PatreonKeys.CRASH_RATE.key(client);

    private RecordedWindow windows() {
        return windows(store());
    }

    private RecordedWindow windows(Store store) {
        return new RecordedWindow(store, PatreonKeys.CRASH_RATE, clock);
    }

    private static String json(long count, Instant start) {
        return "{\"count\":" + count + ",\"windowStart\":" + start.toEpochMilli() + "}";
    }

    private void write(String stored) {
        store().commit(Batch.builder()
                .put(record, stored, Expiry.after(Duration.ofSeconds(60)))
                .build());
    }

    private long passing(int requests) {
        RecordedWindow windows = windows();
        return IntStream.range(0, requests)
                .filter(request -> windows.check(TEN, client).allowed())
                .count();
    }

    @Test
    void theRecordIsAsDocumented() {
        assertThat(windows().check(TEN, client)).isEqualTo(new Decision(true, 10, 9, OVER, Duration.ZERO));
        assertThat(windows().check(TEN, client)).isEqualTo(new Decision(true, 10, 8, OVER, Duration.ZERO));
        assertThat(store().get(record)).contains(Bytes.of(json(2, START)));
        Life life = store().remaining(record).orElseThrow();
        assertThat(((Life.Ends) life).left()).isBetween(Duration.ofSeconds(30), Duration.ofSeconds(60));
    }

    @Test
    void theWindowLetsItsLimitPassAndTurns() {
        assertThat(passing(15)).isEqualTo(10);
        assertThat(windows().check(TEN, client)).isEqualTo(new Decision(false, 10, 0, OVER, Duration.ofSeconds(60)));
        clock.set(OVER.minusMillis(1));
        assertThat(passing(1)).isZero();
        clock.set(OVER);
        assertThat(passing(15)).isEqualTo(10);
        assertThat(store().get(record)).contains(Bytes.of(json(10, OVER)));
    }

    /** Were windows to begin with the minute, twice the limit would pass in a moment. */
    @Test
    void aBurstAroundTheTurnOfAMinutePassesOnce() {
        clock.set(END.minusMillis(100));
        assertThat(passing(15)).isEqualTo(10);
        clock.set(END.plusMillis(100));
        assertThat(passing(15)).isZero();
    }

    @Test
    void whoIsRefusedWritesNothingAndCostsOneTrip() {
        passing(10);
        FaultyStore counting = FaultyStore.counting(store());
        assertThat(windows(counting).check(TEN, client).allowed()).isFalse();
        assertThat(counting.calls()).isEqualTo(1);
        assertThat(store().get(record)).contains(Bytes.of(json(10, START)));
    }

    @Test
    void exactlyTenOfAHundredAtOncePass() throws Exception {
        List<RecordedWindow> servers = List.of(windows(), windows());
        for (int round = 0; round < Rounds.of(3); round++) {
            List<Decision> decisions =
                    Race.of(100, number -> servers.get(number % 2).check(TEN, client));
            assertThat(decisions.stream().filter(Decision::allowed))
                    .extracting(Decision::remaining)
                    .containsExactlyInAnyOrder(0L, 1L, 2L, 3L, 4L, 5L, 6L, 7L, 8L, 9L);
            clock.advance(Duration.ofMinutes(1));
        }
    }

    @Test
    void exactlyTenPassWhateverLayThere() throws Exception {
        for (Batch garbage : LimitTest.garbage(record)) {
            store().commit(Batch.builder().delete(record).build());
            store().commit(garbage);
            RecordedWindow windows = windows();
            assertThat(Race.of(40, number -> windows.check(TEN, client).allowed()))
                    .filteredOn(allowed -> allowed)
                    .hasSize(10);
            assertThat(store().remaining(record).orElseThrow()).isInstanceOf(Life.Ends.class);
        }
    }

    /** Whatever lay there, both requests are counted when another one comes between a look and the write after it. */
    @Test
    void whoIsOutrunLooksAgain() {
        List<Batch> before = new ArrayList<>(LimitTest.garbage(record));
        before.add(Batch.builder().put(record, json(0, START), Expiry.never()).build());
        before.add(Batch.builder().delete(record).build());
        for (Batch batch : before) {
            for (int call = 1; call <= 2; call++) {
                store().commit(Batch.builder().delete(record).build());
                store().commit(batch);
                FaultyStore outrun = FaultyStore.meanwhile(
                        store(), call, () -> assertThat(passing(1)).isEqualTo(1));
                windows(outrun).check(TEN, client);
                if (outrun.calls() >= call) {
                    assertThat(windows().check(TEN, client).remaining()).isEqualTo(7);
                }
            }
        }
    }

    @Test
    void whatIsNoRecordIsReplaced() {
        for (String broken : List.of(
                "{}",
                "[]",
                "{\"count\":3}",
                "{\"count\":\"3\",\"windowStart\":" + START.toEpochMilli() + "}",
                "{\"count\":99.5,\"windowStart\":" + START.toEpochMilli() + "}",
                "{\"windowStart\":" + START.toEpochMilli() + "}",
                json(-5, START),
                json(99, START.minus(Duration.ofDays(300))),
                json(99, START.plus(Duration.ofDays(300))),
                "{\"count\":99,\"windowStart\":" + Long.MAX_VALUE + "}",
                "{\"count\":99,\"windowStart\":" + Long.MIN_VALUE + "}")) {
            write(broken);
            assertThat(windows().check(TEN, client).remaining()).isEqualTo(9);
        }
    }

    /** The earlier program may have begun its window at any instant, and written its fields in any order. */
    @Test
    void aWindowOfAnEarlierProgramCountsUntilItIsOver() {
        write("{\"windowStart\":" + START.minusSeconds(50).toEpochMilli() + ",\"count\":9}");
        Instant over = START.plusSeconds(10);
        assertThat(windows().check(TEN, client)).isEqualTo(new Decision(true, 10, 0, over, Duration.ZERO));
        assertThat(windows().check(TEN, client)).isEqualTo(new Decision(false, 10, 0, over, Duration.ofSeconds(10)));
        clock.set(over);
        assertThat(windows().check(TEN, client).remaining()).isEqualTo(9);
    }

    /** Were it begun anew each time, two servers whose clocks differ would let everybody pass around a turn. */
    @Test
    void aWindowThatAServerWhoseClockIsAheadHasBegunCounts() {
        write(json(10, END));
        assertThat(windows().check(TEN, client).allowed()).isFalse();
        assertThat(store().get(record)).contains(Bytes.of(json(10, END)));
    }

    @Test
    void clientsAreCountedApart() {
        assertThat(passing(11)).isEqualTo(10);
        assertThat(windows().check(TEN, RandomTokens.secure().hex(8)).allowed()).isTrue();
        assertThat(windows().check(TEN, "::1 " + client).remaining()).isEqualTo(9);
    }

    @Test
    void whicheverCallFailsTheLimitHolds() {
        WindowPolicy open = WindowPolicy.perMinute("crash-report", 10, FailMode.OPEN);
        for (Fault fault : Fault.values()) {
            for (int call = 1; call <= 2; call++) {
                store().commit(Batch.builder().delete(record).build());
                passing(1);
                assertThat(windows(FaultyStore.failing(store(), fault, call))
                                .check(TEN, client)
                                .allowed())
                        .isFalse();
                assertThat(windows(FaultyStore.failing(store(), fault, call))
                                .check(open, client)
                                .allowed())
                        .isTrue();
                boolean written = call == 2 && fault.applies();
                assertThat(passing(20)).isEqualTo(written ? 7 : 9);
            }
        }
    }

    @Test
    void aCounterOfThisSystemSaysWhenItsWindowBegan() {
        WindowPolicy two = WindowPolicy.perMinute("quota", 2, FailMode.OPEN);
        FixedWindow windows = new FixedWindow(store(), WindowLayout.PATREON, clock);
        String id = "quota-" + client;
        assertThat(windows.check(two, id)).isEqualTo(new Decision(true, 2, 1, END, Duration.ZERO));
        Key counter = PatreonKeys.RATE.key(id, "1772366400000");
        assertThat(store().get(counter)).contains(Bytes.of("1"));
        Life life = store().remaining(counter).orElseThrow();
        assertThat(((Life.Ends) life).left()).isBetween(Duration.ofSeconds(61), Duration.ofSeconds(120));
        windows.check(two, id);
        assertThat(windows.check(two, id).allowed()).isFalse();
        clock.set(END);
        assertThat(windows.check(two, id).allowed()).isTrue();
        assertThat(windows.check(two, "quota-" + "9".repeat(64)).allowed()).isTrue();
    }
}
