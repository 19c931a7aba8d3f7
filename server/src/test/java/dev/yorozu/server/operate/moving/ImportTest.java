package dev.yorozu.server.operate.moving;

import static org.assertj.core.api.Assertions.assertThat;

import dev.yorozu.keyspace.AuditKeys;
import dev.yorozu.keyspace.DiscordKeys;
import dev.yorozu.keyspace.KeyPattern;
import dev.yorozu.keyspace.Keyspace;
import dev.yorozu.keyspace.NostalgicKeys;
import dev.yorozu.keyspace.ServerKeys;
import dev.yorozu.keyspace.TokenKeys;
import dev.yorozu.recovery.RecoveryCutoff;
import dev.yorozu.server.operate.backup.format.Export;
import dev.yorozu.server.operate.backup.format.SampleStore;
import dev.yorozu.server.operate.transport.Progress;
import dev.yorozu.store.Batch;
import dev.yorozu.store.Bytes;
import dev.yorozu.store.Expiry;
import dev.yorozu.store.Key;
import dev.yorozu.store.Life;
import dev.yorozu.store.Store;
import dev.yorozu.store.StoreException;
import dev.yorozu.store.Write;
import dev.yorozu.store.backend.Limits;
import dev.yorozu.store.backend.StoreObserver;
import dev.yorozu.store.memory.MemoryStore;
import dev.yorozu.store.testkit.FaultyStore;
import dev.yorozu.store.testkit.HeldClock;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

class ImportTest {
    private static final Import.Options USUAL = new Import.Options(false, false);
    private static final Key TOTAL = NostalgicKeys.COUNTER_TOTAL.key("example-100680ad");
    private static final Key SESSION = DiscordKeys.SESSION.key("0123456789abcdef".repeat(4));
    private static final Key MESSAGES = NostalgicKeys.BOARD_MESSAGES.key("example-100680ad");

    private final HeldClock clock = HeldClock.start();
    private final Store origin = store();
    private final Store target = store();

    private Store store() {
        return new MemoryStore(clock, Limits.DEFAULT, StoreObserver.NONE);
    }

    private Source source() {
        return lines -> new Export(origin, clock, name -> true).write(lines, Progress.NONE);
    }

    private Import bringing(Store into, Import.Options options) {
        return new Import(into, Keyspace.schema(), Limits.DEFAULT, clock, options);
    }

    private static void put(Store store, Key key, String value, Expiry expiry) {
        store.commit(Batch.builder().put(key, value, expiry).build());
    }

    private void fill() {
        put(origin, TOTAL, "41", Expiry.never());
        put(origin, SESSION, "{\"uid\":\"1\"}", Expiry.after(Duration.ofDays(20)));
        origin.commit(Batch.builder()
                .listPush(MESSAGES, Write.End.TAIL, Bytes.of("one"), Bytes.of("two"))
                .build());
        put(origin, Key.of("hangfire:job"), "x", Expiry.never());
        put(origin, RecoveryCutoff.KEY, "1", Expiry.never());
        put(origin, TokenKeys.LEDGER.key("7"), "{}", Expiry.never());
        put(origin, ServerKeys.FENCE.key("renewal"), "9", Expiry.never());
        origin.commit(Batch.builder()
                .rankAdd(AuditKeys.DAY.key("link", "2026-03-01"), Bytes.of("{}"), 1)
                .build());
        put(origin, NostalgicKeys.RANKING_SCORES.key("example-100680ad"), "no ranking", Expiry.never());
    }

    private static void assertFates(Survey survey, KeyPattern pattern, Fate fate) {
        assertThat(survey.of(pattern.template(), fate)).as(pattern.template()).isEqualTo(1);
    }

    @Test
    void aLookSaysWhatWouldBeAndWritesNothing() {
        fill();
        put(target, TOTAL, "7", Expiry.never());

        Survey survey = bringing(target, USUAL).look(source(), Progress.NONE);

        assertThat(SampleStore.contents(target)).hasSize(1);
        assertFates(survey, NostalgicKeys.COUNTER_TOTAL, Fate.THERE);
        assertFates(survey, DiscordKeys.SESSION, Fate.TAKEN);
        assertFates(survey, NostalgicKeys.BOARD_MESSAGES, Fate.TAKEN);
        assertFates(survey, TokenKeys.LEDGER, Fate.INTERNAL);
        assertFates(survey, ServerKeys.FENCE, Fate.INTERNAL);
        assertFates(survey, AuditKeys.DAY, Fate.INTERNAL);
        assertFates(survey, NostalgicKeys.RANKING_SCORES, Fate.OTHER_TYPE);
        assertThat(survey.of(RecoveryCutoff.KEY.name(), Fate.INTERNAL)).isEqualTo(1);
        assertThat(survey.of("hangfire:…", Fate.UNKNOWN)).isEqualTo(1);
        assertThat(survey.kinds()).noneMatch(kind -> kind.contains("0123456789abcdef"));
    }

    @Test
    void aRunTakesWhatIsKnownWithItsEndAndASecondOneChangesNothing() {
        fill();
        put(target, TOTAL, "7", Expiry.never());

        Survey first = bringing(target, USUAL).run(source(), Progress.NONE);
        var after = SampleStore.contents(target);
        Survey second = bringing(target, USUAL).run(source(), Progress.NONE);

        assertThat(first.count(Fate.TAKEN)).isEqualTo(2);
        assertThat(first.count(Fate.THERE)).isEqualTo(1);
        assertThat(second.count(Fate.TAKEN)).isZero();
        assertThat(second.count(Fate.THERE)).isEqualTo(3);
        assertThat(target.get(TOTAL)).contains(Bytes.of(7));
        assertThat(target.remaining(SESSION)).contains(new Life.Ends(Duration.ofDays(20)));
        assertThat(target.slice(MESSAGES, 0, -1)).containsExactly(Bytes.of("one"), Bytes.of("two"));
        assertThat(after).hasSize(3).isEqualTo(SampleStore.contents(target));
    }

    @Test
    void overwritingAndUnknownKeysAreAskedFor() {
        fill();
        put(target, TOTAL, "7", Expiry.after(Duration.ofDays(1)));
        target.commit(Batch.builder()
                .listPush(MESSAGES, Write.End.TAIL, Bytes.of("old"))
                .build());

        Survey survey = bringing(target, new Import.Options(true, true)).run(source(), Progress.NONE);

        assertThat(survey.count(Fate.TAKEN)).isEqualTo(4);
        assertThat(target.get(TOTAL)).contains(Bytes.of(41));
        assertThat(target.remaining(TOTAL)).contains(new Life.Endless());
        assertThat(target.slice(MESSAGES, 0, -1)).containsExactly(Bytes.of("one"), Bytes.of("two"));
        assertThat(target.get(Key.of("hangfire:job"))).isPresent();
        assertThat(target.read(RecoveryCutoff.READ)).isEmpty();
    }

    /** A board of many messages is written in several steps: after a crash at any of them the next run completes it. */
    @Test
    void aLargeKeyThatWasBrokenOffIsCompletedByTheNextRun() {
        for (int i = 0; i < 30; i++) {
            Batch.Builder batch = Batch.builder();
            for (int j = 0; j < 100; j++) {
                batch.listPush(MESSAGES, Write.End.TAIL, Bytes.of("message " + i + "-" + j));
            }
            origin.commit(batch.build());
        }
        put(origin, TOTAL, "41", Expiry.never());
        List<Bytes> expected = origin.slice(MESSAGES, 0, -1);
        FaultyStore counting = FaultyStore.counting(store());
        bringing(counting, USUAL).run(source(), Progress.NONE);
        assertThat(counting.calls()).isGreaterThan(5);
        for (FaultyStore.Fault fault : List.of(FaultyStore.Fault.KILLED_BEFORE, FaultyStore.Fault.KILLED_AFTER)) {
            for (int call = 1; call <= counting.calls(); call++) {
                Store into = store();
                try {
                    bringing(FaultyStore.failing(into, fault, call), USUAL).run(source(), Progress.NONE);
                } catch (StoreException killed) {
                    // Whatever it left is what the next run finds.
                }

                bringing(into, USUAL).run(source(), Progress.NONE);

                assertThat(into.slice(MESSAGES, 0, -1))
                        .as("%s at %s", fault, call)
                        .isEqualTo(expected);
                assertThat(into.remaining(MESSAGES)).contains(new Life.Endless());
                assertThat(SampleStore.contents(into)).hasSize(2);
            }
        }
    }

    @Test
    void aLargeKeyThatIsThereStaysWhatItIs() {
        Batch.Builder batch = Batch.builder();
        for (int i = 0; i < 1000; i++) {
            batch.listPush(MESSAGES, Write.End.TAIL, Bytes.of("message " + i));
        }
        Batch many = batch.build();
        origin.commit(many);
        origin.commit(many);
        target.commit(Batch.builder()
                .listPush(MESSAGES, Write.End.TAIL, Bytes.of("mine"))
                .build());

        Survey survey = bringing(target, USUAL).run(source(), Progress.NONE);

        assertThat(survey.count(Fate.THERE)).isEqualTo(1);
        assertThat(target.slice(MESSAGES, 0, -1)).containsExactly(Bytes.of("mine"));
        assertThat(SampleStore.contents(target)).hasSize(1);
    }

    @Test
    void whatIsLargerThanTheLimitsIsLeftOut() {
        put(origin, SESSION, "x".repeat(5000), Expiry.never());
        put(origin, TOTAL, "41", Expiry.never());
        Limits small = new Limits(1024, 4096, 1024, 1024);
        Store into = new MemoryStore(clock, small, StoreObserver.NONE);

        Survey survey = new Import(into, Keyspace.schema(), small, clock, USUAL).run(source(), Progress.NONE);

        assertThat(survey.count(Fate.TOO_LARGE)).isEqualTo(1);
        assertThat(survey.count(Fate.TAKEN)).isEqualTo(1);
    }
}
