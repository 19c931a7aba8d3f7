package dev.yorozu.store.rocks;

import static org.assertj.core.api.Assertions.assertThat;

import dev.yorozu.store.Batch;
import dev.yorozu.store.Bytes;
import dev.yorozu.store.Durability;
import dev.yorozu.store.Expiry;
import dev.yorozu.store.Key;
import dev.yorozu.store.Read;
import dev.yorozu.store.Store;
import dev.yorozu.store.Write;
import dev.yorozu.store.backend.Limits;
import dev.yorozu.store.backend.StoreObserver;
import dev.yorozu.store.testkit.HeldClock;
import dev.yorozu.store.testkit.Race;
import dev.yorozu.store.testkit.Rounds;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.concurrent.Callable;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLongArray;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Readers compare what comes from the cache with what cannot. A batch puts one number into a string and into a set of its own,
 * which are cached, and into a list, which is read from the engine: whichever is read first, the other is not behind it.
 */
class RecordCacheRacesTest {
    private static final int KEYS = 64;
    private static final int READERS = 12;

    @TempDir
    Path directory;

    /** So small a cache evicts all the time. */
    private Store open(long recordBytes) {
        RocksSettings settings = new RocksSettings(8 << 20, 8 << 20, recordBytes, Optional.empty());
        return RocksStore.open(directory, InstantSource.system(), Limits.DEFAULT, StoreObserver.NONE, settings);
    }

    private static Key text(int i) {
        return Key.of("text:", "p" + i, "");
    }

    private static Key twin(int i) {
        return Key.of("twin:", "p" + i, "");
    }

    private static Key list(int i) {
        return Key.of("list:", "p" + i, "");
    }

    private static Key set(int i) {
        return Key.of("set:", "p" + i, "");
    }

    /** @param last the number that this one replaces */
    private static Batch write(int i, long n, long last, Durability durability) {
        return Batch.builder()
                .setAdd(set(i), Bytes.of(n))
                .setRemove(set(i), Bytes.of(last))
                .put(text(i), Bytes.of(n), Expiry.after(Duration.ofHours(1)))
                .put(twin(i), Bytes.of(n), Expiry.never())
                .listPush(list(i), Write.End.HEAD, Bytes.of(n))
                .listTrim(list(i), Write.End.HEAD, 1)
                .durability(durability)
                .build();
    }

    private static long cached(Store store, int i) {
        return store.get(text(i)).map(value -> value.number().orElseThrow()).orElse(0L);
    }

    private static final Read.Form<Long> NUMBER = new Read.Form<>() {
        @Override
        public Optional<Long> make(Key key, Bytes text) {
            return Optional.of(text.number().orElseThrow());
        }

        @Override
        public int bytes(Long kept) {
            return Long.BYTES;
        }
    };

    private static long made(Store store, int i) {
        return store.read(new Read.Formed<>(text(i), NUMBER)).orElse(0L);
    }

    private static long together(Store store, int i) {
        return store.<Optional<Bytes>>readAll(List.of(new Read.Get(text(i)), new Read.Get(text((i + 1) % KEYS))))
                .getFirst()
                .map(value -> value.number().orElseThrow())
                .orElse(0L);
    }

    private static long viewed(Store store, int i) {
        List<Optional<Bytes>> both = both(store, i);
        assertThat(both.getFirst()).as("two strings of one batch").isEqualTo(both.getLast());
        return both.getFirst().map(value -> value.number().orElseThrow()).orElse(0L);
    }

    private static long uncached(Store store, int i) {
        return store.slice(list(i), 0, 0).stream()
                .mapToLong(value -> value.number().orElseThrow())
                .sum();
    }

    @Test
    void noReadGoesBehindAnotherHoweverItIsAnswered() throws Exception {
        race(1 << 20);
    }

    @Test
    void noReadGoesBehindAnotherWhereHardlyAnythingIsKept() throws Exception {
        race(2000);
    }

    private void race(long recordBytes) throws Exception {
        AtomicLongArray acknowledged = new AtomicLongArray(KEYS);
        AtomicBoolean done = new AtomicBoolean();
        try (Store store = open(recordBytes)) {
            List<Callable<Boolean>> actions = new ArrayList<>();
            actions.add(() -> {
                Random random = new Random();
                try {
                    for (long n = 1; n <= Rounds.of(4000, 40_000); n++) {
                        int i = random.nextInt(KEYS);
                        Durability durability = n % 64 == 0 ? Durability.DURABLE : Durability.RELAXED;
                        store.commit(write(i, n, acknowledged.get(i), durability));
                        acknowledged.set(i, n);
                    }
                } finally {
                    done.set(true);
                }
                return true;
            });
            for (int reader = 0; reader < READERS; reader++) {
                actions.add(() -> {
                    Random random = new Random();
                    while (!done.get()) {
                        read(store, random.nextInt(KEYS), acknowledged);
                    }
                    return true;
                });
            }
            Race.run(actions);
        }
    }

    private static void read(Store store, int i, AtomicLongArray acknowledged) {
        long least = acknowledged.get(i);
        long first = uncached(store, i);
        long second = cached(store, i);
        long third = made(store, i);
        long fourth = together(store, i);
        long fifth = viewed(store, i);
        long sixth = uncached(store, i);
        long seventh = made(store, i);
        long eighth = viewed(store, i);
        long last = cached(store, i);
        assertThat(List.of(first, second, third, fourth, fifth, sixth, seventh, eighth, last))
                .as("none behind the one before it, nor behind what was acknowledged")
                .isSorted()
                .allMatch(seen -> seen >= least);
        assertThat(first == last || !isMember(store, i, first))
                .as("a member that another has replaced is gone")
                .isTrue();
        assertThat(isMember(store, i, last) || last < uncached(store, i) || last == 0)
                .as("a member that none has replaced is there")
                .isTrue();
    }

    private static boolean isMember(Store store, int i, long number) {
        return store.read(new Read.IsMember(set(i), Bytes.of(number)));
    }

    @Test
    void whatWasRemovedIsGoneForEveryReaderAndWhatWasPutIsThere() throws Exception {
        try (Store store = open(1 << 20)) {
            Race.of(16, number -> {
                for (int n = 0; n < Rounds.of(300, 3000); n++) {
                    Key key = Key.of("own:" + number % 4, Integer.toString(n), ":" + number);
                    Key shared = text(n % KEYS);
                    store.get(shared);
                    assertThat(store.get(key)).isEmpty();
                    store.commit(Batch.builder()
                            .put(key, "there", Expiry.never())
                            .relaxed()
                            .build());
                    assertThat(store.get(key)).isPresent();
                    store.commit(Batch.builder().delete(key).relaxed().build());
                    assertThat(store.get(key)).isEmpty();
                    store.commit(Batch.builder()
                            .put(shared, Integer.toString(n), Expiry.after(Duration.ofMillis(1)))
                            .relaxed()
                            .build());
                }
                return number;
            });
        }
    }

    @Test
    void anImageEndsWithItsKey() {
        HeldClock clock = HeldClock.start();
        try (Store store = RocksStore.open(directory, clock, Limits.DEFAULT, StoreObserver.NONE)) {
            store.apply(Batch.builder().put(text(1), "1", Expiry.after(Duration.ofSeconds(1))));
            assertThat(store.get(text(1))).isPresent();
            clock.advance(Duration.ofMillis(999));
            assertThat(store.get(text(1))).isPresent();
            clock.advance(Duration.ofMillis(1));
            assertThat(store.get(text(1))).isEmpty();
            assertThat(store.type(text(1))).isEmpty();
        }
    }

    @Test
    void aViewOfOneMomentEndsWithItsKey() {
        HeldClock clock = HeldClock.start();
        try (Store store = RocksStore.open(directory, clock, Limits.DEFAULT, StoreObserver.NONE)) {
            store.apply(Batch.builder().put(text(1), "1", Expiry.after(Duration.ofSeconds(1))));
            Optional<Bytes> there = Optional.of(Bytes.of("1"));
            for (int look = 0; look < 3; look++) {
                assertThat(both(store, 1)).containsExactly(there, Optional.empty());
            }
            clock.advance(Duration.ofSeconds(1));
            assertThat(both(store, 1)).containsExactly(Optional.empty(), Optional.empty());
            store.apply(Batch.builder().put(twin(1), "1", Expiry.never()));
            assertThat(both(store, 1)).containsExactly(Optional.empty(), there);
        }
    }

    private static List<Optional<Bytes>> both(Store store, int i) {
        return store.view(
                List.of(text(i), twin(i)),
                state -> List.of(state.read(new Read.Get(text(i))), state.read(new Read.Get(twin(i)))));
    }
}
