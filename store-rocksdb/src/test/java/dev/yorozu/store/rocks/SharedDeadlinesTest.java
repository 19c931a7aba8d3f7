package dev.yorozu.store.rocks;

import static org.assertj.core.api.Assertions.assertThat;

import dev.yorozu.store.Batch;
import dev.yorozu.store.Bytes;
import dev.yorozu.store.Expiry;
import dev.yorozu.store.Key;
import dev.yorozu.store.backend.Limits;
import dev.yorozu.store.backend.StoreObserver;
import dev.yorozu.store.testkit.HeldClock;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Keys that end together and share entries of the index of ends. */
class SharedDeadlinesTest {
    private static final int MANY = 150;
    private static final int FEW = 10;

    private final HeldClock clock = HeldClock.start();
    private final AtomicInteger expired = new AtomicInteger();

    @TempDir
    Path directory;

    private RocksStore open(CountDownLatch swept) {
        return RocksStore.open(directory, clock, Limits.DEFAULT, new StoreObserver() {
            @Override
            public void expired(int keys) {
                expired.addAndGet(keys);
                IntStream.range(0, keys).forEach(i -> swept.countDown());
            }
        });
    }

    private RocksStore open() {
        return open(new CountDownLatch(0));
    }

    private static List<Key> keys() {
        return IntStream.range(0, MANY)
                .mapToObj(i -> Key.of("key-", "p", "-" + i))
                .toList();
    }

    private Instant end() {
        return clock.instant().plusSeconds(60);
    }

    private static Batch until(Instant end) {
        Batch.Builder batch = Batch.builder();
        keys().forEach(key -> batch.put(key, "value", Expiry.at(end)));
        return batch.build();
    }

    private int entries() {
        return Inspection.count(directory, Family.EXPIRY);
    }

    private int records() {
        return Inspection.count(directory, Family.RECORDS);
    }

    /** Opens the store until its sweeper has nothing left to do; a key that was named in vain is waited for by nobody. */
    private void requireNoEntries() {
        for (int i = 0; entries() > 0; i++) {
            assertThat(i).isLessThan(100);
            try (RocksStore store = open()) {
                store.commit(Batch.builder().delete(Key.of("nothing")).build());
            }
        }
    }

    private void sweepAt(Instant moment, int keys) throws InterruptedException {
        clock.set(moment);
        CountDownLatch swept = new CountDownLatch(keys);
        try (RocksStore store = open(swept)) {
            swept.await();
            assertThat(store.damage()).isEmpty();
        }
    }

    @Test
    void newKeysThatEndTogetherAreSweptByAFewEntries() throws Exception {
        Instant end = end();
        try (RocksStore store = open()) {
            store.commit(until(end));
        }
        assertThat(entries()).isEqualTo(MANY / Deadline.MOST + 1);
        sweepAt(end, MANY);
        requireNoEntries();
        assertThat(expired).hasValue(MANY);
        assertThat(records()).isZero();
    }

    @Test
    void whatWasRemovedOrGivenAnotherEndIsPassedOver() throws Exception {
        Instant end = end();
        Instant later = end.plusSeconds(60);
        try (RocksStore store = open()) {
            store.commit(until(end));
            store.commit(Batch.builder()
                    .delete(keys().get(0))
                    .expire(keys().get(1), Expiry.at(later))
                    .expire(keys().get(2), Expiry.never())
                    .build());
        }
        sweepAt(end, MANY - 3);
        assertThat(expired).hasValue(MANY - 3);
        try (RocksStore store = open()) {
            assertThat(store.get(keys().get(1))).isPresent();
        }
        sweepAt(later, 1);
        assertThat(expired).hasValue(MANY - 2);
        requireNoEntries();
        try (RocksStore store = open()) {
            assertThat(store.get(keys().get(2))).hasValue(Bytes.of("value"));
        }
    }

    @Test
    void whatIsMadeAnewWithTheSameEndIsSweptOnce() throws Exception {
        Instant end = end();
        try (RocksStore store = open()) {
            for (int i = 0; i < 3; i++) {
                store.commit(until(end));
                Batch.Builder gone = Batch.builder();
                keys().forEach(gone::delete);
                store.commit(gone.build());
            }
            store.commit(until(end));
        }
        sweepAt(end, MANY);
        requireNoEntries();
        assertThat(expired).hasValue(MANY);
        assertThat(records()).isZero();
    }

    @Test
    void prolongedKeysLeaveNothingInTheIndex() {
        Instant end = end();
        try (RocksStore store = open()) {
            for (int i = 0; i < 5; i++) {
                store.commit(until(end.plusSeconds(i)));
            }
        }
        int shared = MANY / Deadline.MOST + 1;
        assertThat(entries()).isEqualTo(shared + MANY);
    }

    @Test
    void aStoreOfTheFirstFormatIsTakenOver() throws Exception {
        open().close();
        Inspection.write(directory, Family.SYSTEM, Manifest.FORMAT_KEY, BigEndian.of(1));
        Instant end = end();
        for (Key key : keys().subList(0, FEW)) {
            byte[] record = RecordFormat.encode(new Entry.Text(Bytes.of("value")), end.toEpochMilli());
            Inspection.write(directory, Family.RECORDS, key.bytes(), record);
            Inspection.write(directory, Family.EXPIRY, Deadline.key(end.toEpochMilli(), key.bytes()), Deadline.NOTHING);
        }
        try (RocksStore store = open()) {
            assertThat(store.get(keys().getFirst())).hasValue(Bytes.of("value"));
        }
        assertThat(Inspection.value(directory, Family.SYSTEM, Manifest.FORMAT_KEY))
                .isEqualTo(BigEndian.of(Manifest.FORMAT));
        sweepAt(end, FEW);
        assertThat(records()).isZero();
        requireNoEntries();
    }
}
