package dev.yorozu.store.rocks;

import static org.assertj.core.api.Assertions.assertThat;

import dev.yorozu.store.Batch;
import dev.yorozu.store.Bytes;
import dev.yorozu.store.Commit;
import dev.yorozu.store.Durability;
import dev.yorozu.store.Expiry;
import dev.yorozu.store.Guard;
import dev.yorozu.store.Key;
import dev.yorozu.store.Read;
import dev.yorozu.store.Scan;
import dev.yorozu.store.Store;
import dev.yorozu.store.testkit.Race;
import dev.yorozu.store.testkit.Rounds;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.LongSupplier;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Hundreds count in memory at one key while others do to it all that a store can do. */
class DeferredRacesTest {
    private static final Key KEY = Key.of("rate:", "race", "");
    private static final int THREADS = 200;
    private static final int COUNTS = Rounds.of(200, 2000);
    /** More than is counted between two changes. */
    private static final long STEP = 1L << 40;

    @TempDir
    Path directory;

    private static long count(Store store, Key key) {
        Batch batch =
                Batch.builder().add(key, 1).durability(Durability.DEFERRED).build();
        return ((Commit.Applied) store.commit(batch)).number(0);
    }

    private static long number(Store.State state, Key key) {
        return state.read(new Read.Get(key))
                .map(bytes -> bytes.number().orElseThrow())
                .orElse(0L);
    }

    private static long value(Store store, Key key) {
        return store.get(key).map(bytes -> bytes.number().orElseThrow()).orElse(0L);
    }

    /** Lets threads count while another does something else again and again; returns the sum of what that gave. */
    private long race(Store store, LongSupplier meanwhile) throws Exception {
        AtomicInteger counting = new AtomicInteger(THREADS);
        AtomicLong given = new AtomicLong();
        List<Callable<Boolean>> actions = new ArrayList<>();
        for (int i = 0; i < THREADS; i++) {
            actions.add(() -> {
                for (int n = 0; n < COUNTS; n++) {
                    count(store, KEY);
                }
                return counting.decrementAndGet() == 0;
            });
        }
        actions.add(() -> {
            while (counting.get() > 0) {
                given.addAndGet(meanwhile.getAsLong());
            }
            return true;
        });
        Race.run(actions);
        return given.get();
    }

    @Test
    void whatIsTakenAndWhatIsLeftIsWhatWasCounted() throws Exception {
        try (Store store = RocksStore.open(directory)) {
            long taken = race(
                    store,
                    () -> ((Commit.Applied)
                                    store.commit(Batch.builder().take(KEY).build()))
                            .value(0)
                            .map(bytes -> bytes.number().orElseThrow())
                            .orElse(0L));
            assertThat(taken + value(store, KEY)).isEqualTo((long) THREADS * COUNTS);
        }
    }

    @Test
    void whatIsAddedDurablyIsCountedBesides() throws Exception {
        long added;
        try (Store store = RocksStore.open(directory)) {
            added = race(store, () -> {
                store.commit(Batch.builder().add(KEY, 1000).build());
                return 1000;
            });
            assertThat(value(store, KEY)).isEqualTo((long) THREADS * COUNTS + added);
        }
        try (Store store = RocksStore.open(directory)) {
            assertThat(value(store, KEY)).isEqualTo((long) THREADS * COUNTS + added);
        }
    }

    @Test
    void whatOthersReplaceExactlyIsNotCountedTwice() throws Exception {
        try (Store store = RocksStore.open(directory)) {
            long replaced = race(store, () -> {
                Bytes seen = store.get(KEY).orElse(Bytes.of(0));
                return store.apply(Batch.builder()
                                .require(Guard.equalTo(KEY, seen))
                                .put(KEY, Bytes.of(0), Expiry.after(Duration.ofHours(1))))
                        ? seen.number().orElseThrow()
                        : 0;
            });
            assertThat(replaced + value(store, KEY)).isEqualTo((long) THREADS * COUNTS);
        }
    }

    @Test
    void noReaderSeesACountFall() throws Exception {
        try (RocksStore store = RocksStore.open(directory)) {
            AtomicLong last = new AtomicLong();
            AtomicInteger checkpoints = new AtomicInteger();
            race(store, () -> {
                long seen = value(store, KEY);
                assertThat(seen).isGreaterThanOrEqualTo(last.getAndSet(seen));
                if (seen > 0) {
                    assertThat(store.scan(new Scan("rate:", "", 10)).keys()).hasSize(1);
                    assertThat(store.read(new Read.Footprint(KEY))).isPositive();
                }
                // Settles the counter, and changes nothing.
                store.commit(Batch.builder()
                        .require(Guard.equalTo(KEY, Bytes.of("none")))
                        .delete(KEY)
                        .build());
                long afterwards = value(store, KEY);
                assertThat(afterwards).isGreaterThanOrEqualTo(seen);
                if (checkpoints.getAndIncrement() % 64 == 0) {
                    Path copy = directory.resolveSibling("copy-" + checkpoints.get() + "-" + System.nanoTime());
                    store.checkpoint(copy);
                    try (Store opened = RocksStore.open(copy)) {
                        assertThat(value(opened, KEY)).isBetween(afterwards, (long) THREADS * COUNTS);
                    }
                }
                return 0;
            });
            assertThat(value(store, KEY)).isEqualTo((long) THREADS * COUNTS);
        }
    }

    /** One step sets both the count and another key; nobody may see the one as it was before it and the other as after it. */
    @Test
    void whatIsReadTogetherIsOfOneMoment() throws Exception {
        Key other = Key.of("rate:", "race", ":other");
        int rounds = Rounds.of(3_000, 100_000);
        try (Store store = RocksStore.open(directory)) {
            AtomicInteger left = new AtomicInteger(rounds);
            List<Callable<Boolean>> actions = new ArrayList<>();
            actions.add(() -> {
                for (int n = 1; n <= rounds; n++) {
                    store.commit(Batch.builder()
                            .put(KEY, Bytes.of(n * STEP), Expiry.never())
                            .put(other, Bytes.of(n), Expiry.never())
                            .relaxed()
                            .build());
                    left.decrementAndGet();
                }
                return true;
            });
            for (int i = 0; i < 4; i++) {
                boolean counts = i % 2 == 0;
                actions.add(() -> {
                    while (left.get() > 0) {
                        if (counts) {
                            count(store, KEY);
                        } else {
                            List<Long> seen = store.view(
                                    List.of(KEY, other),
                                    state -> List.of(number(state, KEY) / STEP, number(state, other)));
                            assertThat(seen.getFirst()).isEqualTo(seen.getLast());
                        }
                    }
                    return true;
                });
            }
            Race.run(actions);
        }
    }

    @Test
    void ofALimitAsManyPassAsItLets() throws Exception {
        try (Store store = RocksStore.open(directory)) {
            Batch batch = Batch.builder()
                    .throttle(KEY, 1000, Duration.ofDays(30))
                    .durability(Durability.DEFERRED)
                    .build();
            List<Integer> passed = Race.of(THREADS, number -> {
                int allowed = 0;
                for (int i = 0; i < 50; i++) {
                    allowed +=
                            ((Commit.Applied) store.commit(batch)).decision(0).allowed() ? 1 : 0;
                }
                return allowed;
            });
            assertThat(passed.stream().mapToInt(Integer::intValue).sum()).isEqualTo(1000);
        }
    }

    @Test
    void moreKeysThanThereIsRoomForAreCountedAsWell() throws Exception {
        int keys = 100_000;
        try (Store store = RocksStore.open(directory)) {
            Race.of(8, number -> {
                for (int i = 0; i < keys; i++) {
                    count(store, Key.of("rate:" + i));
                }
                return number;
            });
            for (int i = 0; i < keys; i += 97) {
                assertThat(value(store, Key.of("rate:" + i))).isEqualTo(8);
            }
        }
        try (Store store = RocksStore.open(directory)) {
            for (int i = 0; i < keys; i += 89) {
                assertThat(value(store, Key.of("rate:" + i))).isEqualTo(8);
            }
        }
    }
}
