package dev.yorozu.store.rocks;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.Arrays;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Random;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.rocksdb.RocksDB;
import org.rocksdb.RocksDBException;

class ChangedCursorTest {
    private static final int KEYS = 24;
    private static final int MOVES = 60;

    private final NavigableMap<byte[], byte[]> changes = new TreeMap<>(Arrays::compareUnsigned);
    /** What a walk over the elements should meet. */
    private final NavigableMap<byte[], byte[]> expected = new TreeMap<>(Arrays::compareUnsigned);

    @TempDir
    private Path directory;

    private RocksDB database;

    @BeforeEach
    void open() throws RocksDBException {
        NativeLibrary.load();
        database = RocksDB.open(directory.resolve("db").toString());
    }

    @AfterEach
    void close() {
        database.close();
    }

    @Test
    void anyWalkMeetsTheElementsAsTheGroupHasChangedThem() throws RocksDBException {
        for (int seed = 0; seed < 400; seed++) {
            Random random = new Random(seed);
            fill(random);
            try (ChangedCursor cursor = cursor()) {
                walk(cursor, random, "seed " + seed);
            }
        }
    }

    @Test
    void aKeptCursorSeesWhatWasWrittenOnceItIsRefreshed() throws RocksDBException {
        database.put(key(1), key(10));
        try (EngineCursor cursor = new EngineCursor(database.newIterator())) {
            database.put(key(2), key(20));
            assertThat(cursor.seek(key(2))).isFalse();
            cursor.refresh();
            assertThat(cursor.isPlaced()).isFalse();
            assertThat(cursor.seek(key(2))).isTrue();
            assertThat(cursor.value()).isEqualTo(key(20));
        }
    }

    private ChangedCursor cursor() {
        return new ChangedCursor(new EngineCursor(database.newIterator()), changes);
    }

    private void fill(Random random) throws RocksDBException {
        changes.clear();
        expected.clear();
        for (int i = 0; i < KEYS; i++) {
            byte[] key = key(i);
            database.delete(key);
            if (random.nextInt(3) > 0) {
                database.put(key, key(i + 1));
                expected.put(key, key(i + 1));
            }
            int change = random.nextInt(4);
            if (change == 0) {
                changes.put(key, ElementChanges.GONE);
                expected.remove(key);
            } else if (change == 1) {
                changes.put(key, key(i + 2));
                expected.put(key, key(i + 2));
            }
        }
    }

    private void walk(ChangedCursor cursor, Random random, String seed) {
        Map.@Nullable Entry<byte[], byte[]> place = null;
        for (int move = 0; move < MOVES; move++) {
            byte[] target = key(random.nextInt(KEYS + 2) - 1);
            int way = place == null ? random.nextInt(2) : random.nextInt(8);
            boolean arrived;
            if (way == 0) {
                arrived = cursor.seek(target);
                place = expected.ceilingEntry(target);
            } else if (place == null || way == 1) {
                arrived = cursor.floor(target);
                place = expected.floorEntry(target);
            } else if (way < 5) {
                arrived = cursor.next();
                place = expected.higherEntry(place.getKey());
            } else {
                arrived = cursor.previous();
                place = expected.lowerEntry(place.getKey());
            }
            assertThat(arrived).as(seed).isEqualTo(place != null);
            assertThat(cursor.isPlaced()).as(seed).isEqualTo(place != null);
            if (place != null) {
                assertThat(cursor.key()).as(seed).isEqualTo(place.getKey());
                assertThat(cursor.value()).as(seed).isEqualTo(place.getValue());
                assertThat(cursor.number()).as(seed).isEqualTo(BigEndian.at(place.getValue(), 0));
            }
        }
    }

    /** Of eight bytes, so that the same serves as a value that is read as a number. */
    private static byte[] key(int number) {
        return BigEndian.of(number + 1L);
    }
}
