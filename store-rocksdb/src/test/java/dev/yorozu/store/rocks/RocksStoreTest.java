package dev.yorozu.store.rocks;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.yorozu.store.Batch;
import dev.yorozu.store.Bytes;
import dev.yorozu.store.Commit;
import dev.yorozu.store.Expiry;
import dev.yorozu.store.Guard;
import dev.yorozu.store.Key;
import dev.yorozu.store.Life;
import dev.yorozu.store.Order;
import dev.yorozu.store.Ranked;
import dev.yorozu.store.Read;
import dev.yorozu.store.RoundTrip;
import dev.yorozu.store.Scan;
import dev.yorozu.store.Store;
import dev.yorozu.store.StoreException;
import dev.yorozu.store.Write;
import dev.yorozu.store.backend.Limits;
import dev.yorozu.store.backend.StoreObserver;
import dev.yorozu.store.testkit.HeldClock;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What only this store promises: files, groups, and the work it does on its own account. */
class RocksStoreTest {
    private static final Key TEXT = Key.of("text:", "p", "");
    private static final Key SET = Key.of("set:", "p", "");
    private static final Key HASH = Key.of("hash:", "p", "");
    private static final Key LIST = Key.of("list:", "p", "");
    private static final Key RANK = Key.of("rank:", "p", "");

    private final HeldClock clock = HeldClock.start();

    @TempDir
    Path directory;

    @Test
    void everythingIsThereAfterReopening() {
        try (Store store = open(StoreObserver.NONE)) {
            store.commit(everyType().build());
        }
        try (Store store = open(StoreObserver.NONE)) {
            requireEveryType(store);
        }
    }

    @Test
    void relaxedBatchesAreThereAfterReopening() {
        try (Store store = open(StoreObserver.NONE)) {
            store.commit(everyType().relaxed().build());
        }
        try (Store store = open(StoreObserver.NONE)) {
            requireEveryType(store);
        }
    }

    @Test
    void aCheckpointIsAStoreOfItsOwn() throws Exception {
        Path copy = directory.resolve("copy");
        try (RocksStore store =
                RocksStore.open(directory.resolve("store"), clock, Limits.DEFAULT, StoreObserver.NONE)) {
            store.commit(everyType().build());
            store.checkpoint(copy);
            store.commit(Batch.builder().put(TEXT, "later", Expiry.never()).build());
        }
        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(copy)))
                .isEqualTo("rwx------");
        try (Store store = RocksStore.open(copy, clock, Limits.DEFAULT, StoreObserver.NONE)) {
            requireEveryType(store);
        }
    }

    /** Makes texts of strings, counts how often, and makes nothing of some. */
    private static final class Counting implements Read.Form<String> {
        private final AtomicInteger made = new AtomicInteger();

        @Override
        public Optional<String> make(Key key, Bytes text) {
            made.incrementAndGet();
            if (text.text().equals("broken")) {
                throw new IllegalStateException("Nothing can be made of this");
            }
            return text.text().equals("nothing") ? Optional.empty() : Optional.of(text.text());
        }

        @Override
        public int bytes(String kept) {
            return kept.length();
        }
    }

    @Test
    void theWriterHasAFormMakeAnewWhatReadersWanted() {
        Counting form = new Counting();
        Read.Formed<String> question = new Read.Formed<>(TEXT, form);
        try (Store store = open(StoreObserver.NONE)) {
            store.apply(Batch.builder().put(TEXT, "{\"a\":1}", Expiry.never()));
            store.read(question);
            store.read(question);
            assertThat(form.made).hasValue(1);
            store.apply(Batch.builder()
                    .require(Guard.present(TEXT))
                    .amend(TEXT, new Write.Amend.Change(List.of("a"), new Write.Amend.Literal(Bytes.of(2)))));
            assertThat(form.made).as("by the writer").hasValue(2);
            assertThat(store.read(question)).hasValue("{\"a\":2}");
            Batch.Builder other = Batch.builder().require(Guard.present(TEXT)).put(SET, "other", Expiry.never());
            assertThat(store.apply(other)).isTrue();
            Batch.Builder both = Batch.builder().require(Guard.present(SET)).require(Guard.present(TEXT));
            assertThat(store.apply(both.put(SET, "another", Expiry.never()))).isTrue();
            assertThat(store.read(question)).hasValue("{\"a\":2}");
            assertThat(form.made).as("only a guard has looked").hasValue(2);
            assertThat(store.get(TEXT)).hasValue(Bytes.of("{\"a\":2}"));
        }
    }

    @Test
    void aFormThatMakesNothingHarmsNoWrite() {
        Read.Formed<String> question = new Read.Formed<>(TEXT, new Counting());
        try (Store store = open(StoreObserver.NONE)) {
            for (String text : List.of("broken", "nothing", "text")) {
                store.apply(Batch.builder().put(TEXT, "first", Expiry.never()));
                assertThat(store.read(question)).hasValue("first");
                assertThat(store.read(question)).hasValue("first");
                store.apply(Batch.builder().put(TEXT, text, Expiry.never()));
                assertThat(store.get(TEXT)).hasValue(Bytes.of(text));
            }
            assertThat(store.read(question)).hasValue("text");
            store.apply(Batch.builder().delete(TEXT));
            assertThat(store.read(question)).isEmpty();
        }
    }

    @Test
    void aRejectionThatRestsOnTheDiskWaitsForNoSync() {
        AtomicInteger groups = new AtomicInteger();
        try (Store store = open(new StoreObserver() {
            @Override
            public void groupCommitted(int batches) {
                groups.incrementAndGet();
            }
        })) {
            Batch once = Batch.builder()
                    .require(Guard.absent(TEXT))
                    .put(TEXT, "there", Expiry.never())
                    .build();
            assertThat(store.commit(once).applied()).isTrue();
            for (int i = 0; i < 10; i++) {
                assertThat(store.commit(once)).isInstanceOf(Commit.Rejected.class);
            }
            assertThat(groups).hasValue(1);
            store.commit(Batch.builder()
                    .put(TEXT, "relaxed", Expiry.never())
                    .relaxed()
                    .build());
            assertThat(store.commit(once)).isInstanceOf(Commit.Rejected.class);
            assertThat(groups).as("what it was told had to reach the disk").hasValue(2);
            assertThat(store.commit(once)).isInstanceOf(Commit.Rejected.class);
            assertThat(groups).hasValue(2);
        }
    }

    @Test
    void endedKeysAndTheirElementsAreSweptFromTheFiles() throws Exception {
        AtomicInteger expired = new AtomicInteger();
        CountDownLatch all = new CountDownLatch(601);
        try (Store store = open(new StoreObserver() {
            @Override
            public void expired(int keys) {
                expired.addAndGet(keys);
                IntStream.range(0, keys).forEach(i -> all.countDown());
            }
        })) {
            Expiry soon = Expiry.after(Duration.ofSeconds(1));
            for (int i = 0; i < 600; i++) {
                Key key = Key.of("set-" + i);
                store.commit(Batch.builder()
                        .setAdd(key, Bytes.of("a"), Bytes.of("b"))
                        .expire(key, soon)
                        .relaxed()
                        .build());
            }
            fill(store, 3000);
            store.commit(Batch.builder().expire(RANK, soon).build());
            store.commit(Batch.builder().put(TEXT, "stays", Expiry.never()).build());
            clock.advance(Duration.ofSeconds(1));
            assertThat(store.type(RANK)).isEmpty();
            assertThat(store.scan(Scan.of("", 1000)).keys()).containsExactly(Key.of(TEXT.name()));
            all.await();
        }
        assertThat(expired).hasValue(601);
        requireSwept(1);
    }

    @Test
    void deletedCollectionsAreSweptFromTheFilesEvenAfterReopening() {
        try (Store store = open(StoreObserver.NONE)) {
            fill(store, 3000);
            store.commit(everyType().build());
            Batch.Builder deleting = Batch.builder();
            List.of(TEXT, SET, HASH, LIST, RANK).forEach(deleting::delete);
            store.commit(deleting.build());
        }
        requireSwept(0);
    }

    @Test
    void anEndThatWasMovedLeavesNothingInTheIndex() {
        try (Store store = open(StoreObserver.NONE)) {
            for (int i = 1; i < 10; i++) {
                store.commit(Batch.builder()
                        .put(TEXT, "x", Expiry.after(Duration.ofSeconds(i)))
                        .build());
            }
        }
        assertThat(Inspection.count(directory, Family.EXPIRY)).isEqualTo(1);
        try (Store store = open(StoreObserver.NONE)) {
            store.commit(Batch.builder().expire(TEXT, Expiry.never()).build());
        }
        assertThat(Inspection.count(directory, Family.EXPIRY)).isZero();
    }

    @Test
    void collectionsWhoseElementsComeAndGoAreRenewed() {
        try (Store store = open(StoreObserver.NONE)) {
            for (int i = 0; i < 3000; i++) {
                Bytes added = Bytes.of(i);
                Bytes removed = Bytes.of(i - 3);
                store.commit(Batch.builder()
                        .setAdd(SET, added)
                        .setRemove(SET, removed)
                        .hashPut(HASH, added, added)
                        .hashRemove(HASH, removed)
                        .rankAdd(RANK, added, i)
                        .rankTrim(RANK, Order.FALLING, 3)
                        .relaxed()
                        .build());
            }
            List<Bytes> last = List.of(Bytes.of(2997), Bytes.of(2998), Bytes.of(2999));
            assertThat(store.members(SET)).containsExactlyInAnyOrderElementsOf(last);
            assertThat(store.fields(HASH)).containsOnlyKeys(last).containsValues(last.toArray(Bytes[]::new));
            assertThat(store.ranks(RANK, Order.RISING, 0, -1))
                    .extracting(Ranked::member)
                    .isEqualTo(last);
        }
        for (Key key : List.of(SET, HASH, RANK)) {
            assertThat(Inspection.collection(directory, key).removed()).isLessThan(300);
        }
    }

    @Test
    void manyCallersShareAGroup() throws Exception {
        AtomicInteger largest = new AtomicInteger();
        AtomicInteger committed = new AtomicInteger();
        try (Store store = open(new StoreObserver() {
            @Override
            public void groupCommitted(int batches) {
                largest.accumulateAndGet(batches, Math::max);
                committed.addAndGet(batches);
            }
        })) {
            List<Thread> callers = new ArrayList<>();
            for (int i = 0; i < 64; i++) {
                callers.add(Thread.startVirtualThread(() -> {
                    for (int j = 0; j < 20; j++) {
                        store.commit(Batch.builder().add(TEXT, 1).build());
                    }
                }));
            }
            for (Thread caller : callers) {
                caller.join();
            }
            assertThat(store.get(TEXT)).contains(Bytes.of(64 * 20));
        }
        assertThat(committed).hasValue(64 * 20);
        assertThat(largest.get()).isGreaterThan(1);
    }

    @Test
    void theBatchesOfATripShareAGroup() {
        List<Integer> groups = new CopyOnWriteArrayList<>();
        try (Store store = open(new StoreObserver() {
            @Override
            public void groupCommitted(int batches) {
                groups.add(batches);
            }
        })) {
            RoundTrip trip = new RoundTrip(store);
            List<RoundTrip.Answer<Commit>> answers = new ArrayList<>();
            for (int i = 0; i < 1000; i++) {
                answers.add(
                        trip.commit(Batch.builder().add(Key.of("count-" + i), 1).build()));
            }
            trip.send();
            assertThat(answers)
                    .allSatisfy(answer -> assertThat(answer.get().applied()).isTrue());
        }
        // The writer may have taken the first before the last was left.
        assertThat(groups.stream().mapToInt(Integer::intValue).sum()).isEqualTo(1000);
        assertThat(groups).hasSizeLessThan(100);
    }

    @Test
    void ofManyWhoClaimOneKeyExactlyOneWins() throws Exception {
        AtomicInteger winners = new AtomicInteger();
        try (Store store = open(StoreObserver.NONE)) {
            CountDownLatch start = new CountDownLatch(1);
            List<Thread> callers = new ArrayList<>();
            for (int i = 0; i < 100; i++) {
                Batch claim = Batch.builder()
                        .require(Guard.absent(TEXT))
                        .put(TEXT, "claimed by " + i, Expiry.never())
                        .build();
                callers.add(Thread.startVirtualThread(() -> {
                    awaiting(start);
                    if (store.commit(claim).applied()) {
                        winners.incrementAndGet();
                    }
                }));
            }
            start.countDown();
            for (Thread caller : callers) {
                caller.join();
            }
        }
        assertThat(winners).hasValue(1);
    }

    @Test
    void aClosedStoreRefusesEverything() {
        RocksStore store = open(StoreObserver.NONE);
        store.close();
        assertThatThrownBy(() -> store.commit(everyType().build()))
                .isInstanceOf(StoreException.Unavailable.class)
                .hasMessageContaining("closed");
        assertThatThrownBy(() -> store.get(TEXT)).isInstanceOf(StoreException.Unavailable.class);
        assertThatThrownBy(store::ping).isInstanceOf(StoreException.Unavailable.class);
        store.close();
    }

    private static void awaiting(CountDownLatch latch) {
        try {
            latch.await();
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    private RocksStore open(StoreObserver observer) {
        return RocksStore.open(directory, clock, Limits.DEFAULT, observer);
    }

    private static Batch.Builder everyType() {
        return Batch.builder()
                .put(TEXT, "value", Expiry.after(Duration.ofHours(1)))
                .setAdd(SET, Bytes.of("a"), Bytes.of("b"))
                .hashPut(HASH, Bytes.of("field"), Bytes.of("value"))
                .listPush(LIST, Write.End.TAIL, Bytes.of("1"), Bytes.of("2"))
                .listPush(LIST, Write.End.HEAD, Bytes.of("0"))
                .rankAdd(RANK, Bytes.of("second"), 2)
                .rankAdd(RANK, Bytes.of("first"), -1.5);
    }

    private static void requireEveryType(Store store) {
        assertThat(store.get(TEXT)).contains(Bytes.of("value"));
        assertThat(store.remaining(TEXT)).contains(new Life.Ends(Duration.ofHours(1)));
        assertThat(store.members(SET)).containsExactlyInAnyOrder(Bytes.of("a"), Bytes.of("b"));
        assertThat(store.fields(HASH)).isEqualTo(Map.of(Bytes.of("field"), Bytes.of("value")));
        assertThat(store.slice(LIST, 0, -1)).containsExactly(Bytes.of("0"), Bytes.of("1"), Bytes.of("2"));
        assertThat(store.ranks(RANK, Order.RISING, 0, -1))
                .containsExactly(new Ranked(Bytes.of("first"), -1.5), new Ranked(Bytes.of("second"), 2));
    }

    private static void fill(Store store, int members) {
        for (int i = 0; i < members; i += 100) {
            Batch.Builder batch = Batch.builder().relaxed();
            for (int j = i; j < i + 100; j++) {
                batch.rankAdd(RANK, Bytes.of("member " + j), j % 7);
            }
            store.commit(batch.build());
        }
    }

    /** Opens the store until its sweeper has nothing left to do, and looks at the files. */
    private void requireSwept(int records) {
        for (int i = 0; Inspection.count(directory, Family.GARBAGE) > 0; i++) {
            assertThat(i).isLessThan(100);
            try (RocksStore store = open(StoreObserver.NONE)) {
                store.commit(Batch.builder().delete(Key.of("nothing")).build());
            }
        }
        assertThat(Inspection.count(directory, Family.RECORDS)).isEqualTo(records);
        assertThat(Inspection.count(directory, Family.ELEMENTS)).isZero();
        assertThat(Inspection.count(directory, Family.EXPIRY)).isZero();
    }
}
