package dev.yorozu.store.rocks;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.yorozu.store.Batch;
import dev.yorozu.store.Bytes;
import dev.yorozu.store.Expiry;
import dev.yorozu.store.Key;
import dev.yorozu.store.Order;
import dev.yorozu.store.Read;
import dev.yorozu.store.Scan;
import dev.yorozu.store.Store;
import dev.yorozu.store.StoreException;
import dev.yorozu.store.Write;
import dev.yorozu.store.backend.Limits;
import dev.yorozu.store.backend.StoreObserver;
import dev.yorozu.store.testkit.HeldClock;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A sorted file whose bytes changed on disk is never read as if keys were missing, and a repair saves the rest. */
class DamagedTableTest {
    private static final int KEYS = 2000;
    private static final Key SET = Key.of("zz-set");
    private static final Key LIST = Key.of("zz-list");
    private static final Key RANK = Key.of("zz-rank");
    private static final Key HASH = Key.of("zz-hash");
    private static final Key ENDING = Key.of("zz-ending");

    private final HeldClock clock = HeldClock.start();

    @TempDir
    Path temporary;

    private Path directory = Path.of("");

    /** Opening anew moves all that was in the log into sorted files. */
    @BeforeEach
    void fill() {
        directory = temporary.resolve("store");
        try (RocksStore store = open(RocksSettings.DEFAULT)) {
            for (int i = 0; i < KEYS; i++) {
                store.commit(Batch.builder()
                        .put(key(i), "value " + i, Expiry.never())
                        .relaxed()
                        .build());
            }
            for (int i = 0; i < 5; i++) {
                store.commit(Batch.builder().setAdd(SET, Bytes.of(i)).build());
                store.commit(Batch.builder()
                        .listPush(LIST, Write.End.TAIL, Bytes.of(i))
                        .build());
                store.commit(Batch.builder().rankAdd(RANK, Bytes.of(i), i).build());
                store.commit(Batch.builder()
                        .hashPut(HASH, Bytes.of(i), Bytes.of(2 * i))
                        .build());
            }
            store.commit(Batch.builder()
                    .put(ENDING, "soon", Expiry.after(Duration.ofDays(1)))
                    .build());
        }
        open(RocksSettings.DEFAULT).close();
    }

    private RocksStore open(RocksSettings settings) {
        return RocksStore.open(directory, clock, Limits.DEFAULT, StoreObserver.NONE, settings);
    }

    private static Key key(int number) {
        return Key.of("key-%04d".formatted(number));
    }

    /** Damages the first block of the newest file that holds records. */
    private Path damageRecords() throws IOException {
        return damageRecords(100);
    }

    private Path damageRecords(long offset) throws IOException {
        Path file;
        try (DataDirectory held = DataDirectory.hold(directory);
                Engine engine = new Opening(held, RocksSettings.DEFAULT).open()) {
            file = engine.database().getLiveFilesMetaData().stream()
                    .filter(table ->
                            new String(table.columnFamilyName(), StandardCharsets.UTF_8).equals(Family.RECORDS.title()))
                    .map(table -> Path.of(table.path(), table.fileName()))
                    .max(Path::compareTo)
                    .orElseThrow();
        }
        DamagedFile.flip(file, offset);
        return file;
    }

    @Test
    void aReadThatMeetsDamageSaysSo() throws IOException {
        Path file = damageRecords();
        try (RocksStore store = open(RocksSettings.DEFAULT)) {
            assertThatThrownBy(() -> store.get(key(0)))
                    .isInstanceOf(StoreException.Damaged.class)
                    .hasMessageContaining(file.getFileName().toString())
                    .hasMessageContaining("./yorozu repair");
            assertThat(store.get(key(KEYS - 1))).isPresent();
            assertThat(store.damage()).containsExactly(file.getFileName().toString());
        }
    }

    /** The engine's own call for many keys answers as if damaged ones were not there. */
    @Test
    void manyReadsAtOnceDoNotTakeDamageForAbsence() throws IOException {
        damageRecords();
        try (RocksStore store = open(RocksSettings.DEFAULT)) {
            List<Read<Optional<Bytes>>> questions = List.of(new Read.Get(key(0)), new Read.Get(key(1)));
            assertThatThrownBy(() -> store.readAll(questions)).isInstanceOf(StoreException.Damaged.class);
            assertThatThrownBy(() -> store.scan(Scan.of("", 10))).isInstanceOf(StoreException.Damaged.class);
            assertThat(store.<Optional<Bytes>>readAll(
                            List.of(new Read.Get(key(KEYS - 1)), new Read.Get(Key.of("none")))))
                    .satisfiesExactly(
                            found -> assertThat(found).isPresent(),
                            none -> assertThat(none).isEmpty());
        }
    }

    @Test
    void aBatchThatNeedsDamagedRecordsIsRefusedAndTheStoreGoesOn() throws IOException {
        damageRecords();
        try (RocksStore store = open(RocksSettings.DEFAULT)) {
            assertThatThrownBy(() -> store.commit(Batch.builder().add(key(0), 1).build()))
                    .isInstanceOf(StoreException.Damaged.class);
            assertThat(store.commit(Batch.builder()
                                    .put(key(KEYS - 1), "new", Expiry.never())
                                    .build())
                            .applied())
                    .isTrue();
        }
    }

    @Test
    void theBackgroundCheckFindsDamageThatNobodyHasMet() throws IOException {
        Path file = damageRecords();
        DamagedFiles damaged = new DamagedFiles();
        List<Path> files = DamagedFile.files(directory, ".sst");
        for (Path each : files) {
            assertThat(TableCheck.isSound(each)).as(each.toString()).isEqualTo(!each.equals(file));
        }
        new TableCheck(() -> files, damaged, Duration.ofDays(1)).pass();
        assertThat(damaged.names()).containsExactly(file.getFileName().toString());
    }

    @Test
    void aStoreWithABackgroundCheckStopsAtOnce() {
        open(RocksSettings.DEFAULT.checkedEvery(Optional.of(Duration.ofDays(1))))
                .close();
    }

    @Test
    void aRepairKeepsAllThatCanBeRead() throws IOException {
        Path file = damageRecords();
        List<Integer> lost = new ArrayList<>();
        try (Repair repair = Repair.of(directory, clock)) {
            Repair.Findings findings = repair.look();
            TableLoss loss = findings.tables().orElseThrow();
            assertThat(loss.files()).containsExactly(file);
            assertThat(loss.names()).singleElement().satisfies(names -> {
                assertThat(names.from()).isEmpty();
                assertThat(names.to().orElseThrow()).startsWith("key-0");
            });
            Path aside = repair.accept(findings);
            assertThat(aside.resolve(file.getFileName())).exists();
            assertThatThrownBy(() -> RocksStore.open(temporary.resolve("store")))
                    .isInstanceOf(StoreException.CannotOpen.class);
            try (Store store = repair.open(Limits.DEFAULT)) {
                for (int i = 0; i < KEYS; i++) {
                    if (store.get(key(i)).isEmpty()) {
                        lost.add(i);
                    }
                }
                assertThat(loss.kept()).isEqualTo(KEYS - lost.size() + 5);
            }
            repair.complete();
            assertThat(repair.look().isSound()).isTrue();
        }
        assertThat(lost).hasSizeBetween(1, KEYS / 4);
        assertThat(lost.getLast()).isEqualTo(lost.size() - 1);
        assertCollections();
    }

    /** The damaged file is the newest; the keys of its stretch lie in an older one too. */
    @Test
    void whatAnOlderFileHoldsIsKept() throws IOException {
        try (RocksStore store = open(RocksSettings.DEFAULT)) {
            for (int number : List.of(0, KEYS - 1)) {
                store.commit(Batch.builder()
                        .put(key(number), "newer", Expiry.never())
                        .build());
            }
        }
        open(RocksSettings.DEFAULT).close();
        damageRecords(10);
        try (Repair repair = Repair.of(directory, clock)) {
            repair.accept(repair.look());
            repair.complete();
        }
        try (RocksStore store = open(RocksSettings.DEFAULT)) {
            for (int i = 0; i < KEYS; i++) {
                assertThat(store.get(key(i)).map(Bytes::text)).as("key %d", i).contains("value " + i);
            }
        }
        assertCollections();
    }

    private void assertCollections() {
        try (RocksStore store = open(RocksSettings.DEFAULT)) {
            assertThat(store.members(SET)).hasSize(5);
            assertThat(store.slice(LIST, 0, -1)).extracting(Bytes::text).containsExactly("0", "1", "2", "3", "4");
            assertThat(store.ranks(RANK, Order.RISING, 0, -1)).hasSize(5);
            assertThat(store.fields(HASH)).hasSize(5).containsEntry(Bytes.of(4), Bytes.of(8));
            assertThat(store.remaining(ENDING)).isPresent();
            clock.advance(Duration.ofDays(2));
            assertThat(store.get(ENDING)).isEmpty();
        }
    }
}
