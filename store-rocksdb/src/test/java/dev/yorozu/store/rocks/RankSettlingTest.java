package dev.yorozu.store.rocks;

import static org.assertj.core.api.Assertions.assertThat;

import dev.yorozu.store.Batch;
import dev.yorozu.store.Bytes;
import dev.yorozu.store.Expiry;
import dev.yorozu.store.Key;
import dev.yorozu.store.Order;
import dev.yorozu.store.Ranked;
import dev.yorozu.store.Read;
import dev.yorozu.store.Store;
import dev.yorozu.store.backend.Limits;
import dev.yorozu.store.backend.StoreObserver;
import dev.yorozu.store.testkit.HeldClock;
import dev.yorozu.store.testkit.Rounds;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Levels of sorted sets that the writer knows and the database does not yet. */
class RankSettlingTest {
    private static final Key BOARD = Key.of("board");
    private static final int MEMBERS = 2_000;
    private static final int READERS = 3;

    @TempDir
    Path directory;

    private final HeldClock clock = HeldClock.start();
    private final Random random = new Random(11);

    private RocksStore open(Path path, StoreObserver observer) {
        return RocksStore.open(path, clock, Limits.DEFAULT, observer);
    }

    private Path store() {
        return directory.resolve("store");
    }

    private Path copy() {
        return directory.resolve("copy");
    }

    /** Gives all members a place in a new order, which is returned. */
    private List<Bytes> shuffle(Store store) {
        List<Bytes> order = new ArrayList<>(
                IntStream.range(0, MEMBERS).mapToObj(RankSettlingTest::member).toList());
        Collections.shuffle(order, random);
        for (int from = 0; from < MEMBERS; from += 250) {
            Batch.Builder batch = Batch.builder().relaxed();
            for (int place = from; place < from + 250; place++) {
                batch.rankAdd(BOARD, order.get(place), place);
            }
            store.apply(batch);
        }
        return order;
    }

    private static Bytes member(int number) {
        return Bytes.of("member-" + number);
    }

    private static void requireOrder(Store store, List<Bytes> order) {
        for (int place = 0; place < MEMBERS; place += 37) {
            assertThat(store.read(new Read.RankOf(BOARD, order.get(place), Order.RISING)))
                    .hasValue(place);
            assertThat(store.ranks(BOARD, Order.RISING, place, place)).containsExactly(ranked(order, place));
        }
    }

    private static Ranked ranked(List<Bytes> order, int place) {
        return new Ranked(order.get(place), place);
    }

    /** Leaves a copy of the files as a crash after the changes would. */
    private List<Bytes> crash() {
        try (RocksStore store = open(store(), StoreObserver.NONE)) {
            List<Bytes> order = shuffle(store);
            store.checkpoint(copy());
            return order;
        }
    }

    private static boolean isMarked(Path path) {
        long generation = Inspection.collection(path, BOARD).generation();
        return Inspection.value(path, Family.ELEMENTS, ElementKey.uncounted(generation)) != null;
    }

    @Test
    void aReaderAfterACrashFindsEveryPosition() {
        List<Bytes> order = crash();
        assertThat(isMarked(copy())).isTrue();
        try (Store store = open(copy(), StoreObserver.NONE)) {
            requireOrder(store, order);
        }
        assertThat(isMarked(copy())).isFalse();
    }

    @Test
    void changesAfterACrashFindEveryPosition() {
        List<Bytes> order = crash();
        try (Store store = open(copy(), StoreObserver.NONE)) {
            store.apply(Batch.builder().rankAdd(BOARD, order.getFirst(), MEMBERS));
            order.add(order.removeFirst());
            for (int place = 0; place < MEMBERS; place += 37) {
                assertThat(store.read(new Read.RankOf(BOARD, order.get(place), Order.RISING)))
                        .hasValue(place);
            }
        }
    }

    /** As when the disk is full. */
    @Test
    void positionsAreFoundWithoutAWriter() {
        List<Bytes> order = crash();
        try (DataDirectory held = DataDirectory.hold(copy());
                Engine engine = new Opening(held, RocksSettings.DEFAULT).open()) {
            Answers answers = new Answers(engine, new RecordCache(0), clock, true);
            for (int place = 0; place < MEMBERS; place += 37) {
                assertThat(answers.answer(new Read.RankOf(BOARD, order.get(place), Order.RISING)))
                        .hasValue(place);
                assertThat(answers.answer(new Read.Ranks(BOARD, Order.RISING, place, place)))
                        .containsExactly(ranked(order, place));
            }
        }
        assertThat(isMarked(copy())).isTrue();
    }

    @Test
    void aStoreThatIsClosedHasAllLevelsAndOneOfTheSecondFormatIsTakenOver() throws Exception {
        List<Bytes> order = crash();
        assertThat(isMarked(store())).isFalse();
        Inspection.write(store(), Family.SYSTEM, Manifest.FORMAT_KEY, BigEndian.of(2));
        try (Store store = open(store(), StoreObserver.NONE)) {
            requireOrder(store, order);
        }
        assertThat(Inspection.value(store(), Family.SYSTEM, Manifest.FORMAT_KEY))
                .isEqualTo(BigEndian.of(Manifest.FORMAT));
    }

    @Test
    void nothingIsLeftOfARankingThatEndedBeforeItsLevelsWereWritten() throws Exception {
        CountDownLatch ended = new CountDownLatch(1);
        StoreObserver observer = new StoreObserver() {
            @Override
            public void expired(int keys) {
                ended.countDown();
            }
        };
        try (RocksStore store = open(store(), observer)) {
            shuffle(store);
            store.apply(Batch.builder().expire(BOARD, Expiry.after(Duration.ofMinutes(1))));
            clock.advance(Duration.ofMinutes(2));
            ended.await();
        }
        assertThat(Inspection.count(store(), Family.ELEMENTS)).isZero();
    }

    /** Two members change sides with each change, so that nobody between them moves. */
    @Test
    void readersBesideAWriterFindEveryPosition() throws Exception {
        try (RocksStore store = open(store(), StoreObserver.NONE);
                ExecutorService readers = Executors.newFixedThreadPool(READERS)) {
            List<Bytes> order = shuffle(store);
            store.apply(sides(-1, MEMBERS));
            CountDownLatch begun = new CountDownLatch(READERS);
            CountDownLatch over = new CountDownLatch(1);
            List<Future<?>> reading = new ArrayList<>();
            for (int reader = 0; reader < READERS; reader++) {
                int first = 100 + reader;
                reading.add(readers.submit(() -> {
                    begun.countDown();
                    for (int place = first; over.getCount() > 0; place = 100 + (place + 37) % (MEMBERS - 200)) {
                        assertThat(store.read(new Read.RankOf(BOARD, order.get(place), Order.RISING)))
                                .hasValue(place + 1);
                        assertThat(store.ranks(BOARD, Order.RISING, place + 1, place + 1))
                                .containsExactly(ranked(order, place));
                    }
                }));
            }
            begun.await();
            for (int round = 0; round < Rounds.of(500, 20_000); round++) {
                store.apply(round % 2 == 0 ? sides(MEMBERS, -1) : sides(-1, MEMBERS));
            }
            over.countDown();
            for (Future<?> reader : reading) {
                reader.get();
            }
        }
    }

    private static Batch.Builder sides(int left, int right) {
        return Batch.builder()
                .relaxed()
                .rankAdd(BOARD, Bytes.of("left"), left)
                .rankAdd(BOARD, Bytes.of("right"), right);
    }
}
