package dev.yorozu.store.rocks;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.yorozu.store.Batch;
import dev.yorozu.store.Expiry;
import dev.yorozu.store.Key;
import dev.yorozu.store.Store;
import dev.yorozu.store.StoreException;
import dev.yorozu.store.backend.Limits;
import dev.yorozu.store.backend.StoreObserver;
import dev.yorozu.store.rocks.log.LogCheck;
import dev.yorozu.store.rocks.log.LogDamage;
import dev.yorozu.store.testkit.HeldClock;
import dev.yorozu.store.testkit.Rounds;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.rocksdb.RocksDBException;

/** A log whose bytes changed on disk is not mistaken for one that a crash tore. */
class DamagedLogTest {
    private final HeldClock clock = HeldClock.start();

    @TempDir
    Path temporary;

    private RocksStore open(Path directory) {
        return RocksStore.open(directory, clock, Limits.DEFAULT, StoreObserver.NONE);
    }

    private static Key key(int number) {
        return Key.of("key-" + number);
    }

    private static void commit(Store store, int number, boolean durable) {
        Batch.Builder batch = Batch.builder().put(key(number), "value ".repeat(20) + number, Expiry.never());
        store.commit(durable ? batch.build() : batch.relaxed().build());
    }

    private static List<Integer> present(Store store, int count) {
        return IntStream.range(0, count)
                .filter(number -> store.get(key(number)).isPresent())
                .boxed()
                .toList();
    }

    /** A store that was killed after these commits, each of them durable or not. */
    private Path killedAfter(String name, boolean... durable) throws IOException {
        Path living = temporary.resolve(name + "-living");
        try (RocksStore store = open(living)) {
            for (int i = 0; i < durable.length; i++) {
                commit(store, i, durable[i]);
                clock.advance(Duration.ofSeconds(1));
            }
            return DamagedFile.killed(living, temporary.resolve(name));
        }
    }

    /** Where the record begins that holds this key, or a little behind. */
    private static long place(Path log, int number) throws IOException {
        String text = new String(Files.readAllBytes(log), StandardCharsets.ISO_8859_1);
        return text.indexOf("key-" + number);
    }

    private static void assertRefused(Path directory, Path log) {
        assertThatThrownBy(() -> RocksStore.open(directory))
                .isInstanceOf(StoreException.CannotOpen.class)
                .hasMessageStartingWith("The log " + log + " is damaged at byte ")
                .hasMessageContaining("restore a backup into an empty directory")
                .hasMessageEndingWith("./yorozu repair --accept-loss");
    }

    @Test
    void aFlippedByteWithCommitsBehindItStopsTheStart() throws IOException {
        Path directory = killedAfter("killed", true, true, true);
        Path log = DamagedFile.newestLog(directory);
        DamagedFile.flip(log, place(log, 1));
        assertRefused(directory, log);
        // And again: the refusal has changed nothing.
        assertRefused(directory, log);
    }

    /** Whichever byte it is: a store opens with all that was kept, or not at all. The last commit may be a torn end. */
    @Test
    void noFlippedByteIsOverlooked() throws IOException {
        boolean[] durable = new boolean[60];
        Arrays.fill(durable, true);
        Path killed = killedAfter("killed", durable);
        long length = Files.size(DamagedFile.newestLog(killed));
        Random random = new Random(Rounds.seed());
        int refused = 0;
        int rounds = Rounds.of(60, 2000);
        for (int i = 0; i < rounds; i++) {
            Path copy = DamagedFile.killed(killed, temporary.resolve("copy-" + i));
            long offset = random.nextLong(length);
            DamagedFile.flip(DamagedFile.newestLog(copy), offset);
            try (RocksStore store = open(copy)) {
                assertThat(present(store, durable.length))
                        .as("byte %d of %d", offset, length)
                        .hasSizeGreaterThanOrEqualTo(durable.length - 1);
            } catch (StoreException.CannotOpen e) {
                refused++;
            }
        }
        assertThat(refused).isGreaterThan(rounds * 9 / 10);
    }

    @Test
    void afterAStopInOrderEvenTheLastCommitIsMissed() throws IOException {
        Path directory = temporary.resolve("stopped");
        try (RocksStore store = open(directory)) {
            commit(store, 0, true);
            commit(store, 1, true);
        }
        Path log = DamagedFile.newestLog(directory);
        DamagedFile.flip(log, place(log, 1));
        assertRefused(directory, log);
    }

    @Test
    void aTornEndIsCutAsBefore() throws IOException {
        Path directory = killedAfter("killed", true, true, true);
        Path log = DamagedFile.newestLog(directory);
        DamagedFile.flip(log, place(log, 2));
        for (int i = 0; i < 2; i++) {
            try (RocksStore store = open(directory)) {
                assertThat(present(store, 3)).containsExactly(0, 1);
            }
        }
    }

    /** The second start meets the torn log of the first beside the new one, which goes on where the torn one ended. */
    @Test
    void aTornEndThatAnEarlierStartHasCutIsNoDamage() throws IOException {
        Path directory = killedAfter("killed", true, true, true);
        Path torn = DamagedFile.newestLog(directory);
        DamagedFile.flip(torn, place(torn, 2));
        Path kept = Files.copy(torn, temporary.resolve("kept.log"));
        Path next = temporary.resolve("next");
        try (RocksStore store = open(directory)) {
            commit(store, 3, true);
            DamagedFile.killed(directory, next);
        }
        Files.copy(kept, next.resolve(torn.getFileName()));
        try (RocksStore store = open(next)) {
            assertThat(present(store, 4)).containsExactly(0, 1, 3);
        }
    }

    @Test
    void relaxedWritesBehindATearAreDroppedSoThatAPrefixIsLeft() throws IOException {
        Path directory = killedAfter("killed", true, false, false, false);
        Path log = DamagedFile.newestLog(directory);
        DamagedFile.flip(log, place(log, 2));
        try (RocksStore store = open(directory)) {
            assertThat(present(store, 4)).containsExactly(0, 1);
        }
    }

    @Test
    void aRelaxedWriteProvesThatADurableOneBeforeItWasKept() throws IOException {
        Path directory = killedAfter("killed", true, true, false);
        Path log = DamagedFile.newestLog(directory);
        DamagedFile.flip(log, place(log, 1));
        assertRefused(directory, log);
    }

    @Test
    void zerosInPlaceOfAPageAreDamage() throws IOException {
        boolean[] durable = new boolean[100];
        Arrays.fill(durable, true);
        Path directory = killedAfter("killed", durable);
        Path log = DamagedFile.newestLog(directory);
        DamagedFile.zero(log, 4096, 4096);
        assertRefused(directory, log);
    }

    /** Earlier versions wrote no stamps: then whatever follows the damage counts. */
    @Test
    void aLogOfAnEarlierVersionIsRefusedToo() throws IOException, RocksDBException {
        Path directory = temporary.resolve("earlier");
        RocksStore.open(directory).close();
        Path copy = temporary.resolve("copy");
        try (DataDirectory held = DataDirectory.hold(directory);
                Engine engine = new Opening(held, RocksSettings.DEFAULT).open()) {
            for (int i = 0; i < 3; i++) {
                engine.database().put(engine.family(Family.RECORDS), key(i).bytes(), new byte[] {1, 'x'});
            }
            DamagedFile.killed(directory, copy);
        }
        Path log = DamagedFile.newestLog(copy);
        DamagedFile.flip(log, place(log, 1));
        assertRefused(copy, log);
    }

    /** With small buffers the engine begins new logs while it still needs the old ones. */
    @Test
    void aMissingLogStopsTheStart() throws IOException {
        Path living = temporary.resolve("living");
        Path copy = temporary.resolve("copy");
        RocksSettings small = new RocksSettings(1 << 20, 1 << 20);
        try (RocksStore store = RocksStore.open(living, clock, Limits.DEFAULT, StoreObserver.NONE, small)) {
            int number = 0;
            store.commit(Batch.builder()
                    .put(key(number++), "ends", Expiry.after(Duration.ofDays(1)))
                    .build());
            while (DamagedFile.files(living, ".log").size() < 2) {
                store.commit(Batch.builder()
                        .put(key(number++), "x".repeat(100_000), Expiry.never())
                        .build());
            }
            commit(store, number, true);
            DamagedFile.killed(living, copy);
        }
        Files.delete(DamagedFile.files(copy, ".log").getFirst());
        assertThatThrownBy(() -> open(copy))
                .isInstanceOf(StoreException.CannotOpen.class)
                .hasMessageContaining("is damaged")
                .hasMessageEndingWith("./yorozu repair --accept-loss");
    }

    @Test
    void theLossIsCountedAndDated() throws IOException {
        Path directory = killedAfter("killed", true, true, true, true);
        Path log = DamagedFile.newestLog(directory);
        DamagedFile.flip(log, place(log, 1));
        LogDamage damage = LogCheck.of(directory).orElseThrow();
        assertThat(damage.promised()).isTrue();
        assertThat(damage.groups()).isEqualTo(2);
        assertThat(damage.writes()).isEqualTo(2);
        assertThat(damage.bytes()).isEqualTo(Files.size(log) - damage.offset());
        assertThat(damage.lastSound()).contains(clock.instant().minusSeconds(4));
        assertThat(damage.newest()).contains(clock.instant().minusSeconds(1));
    }
}
