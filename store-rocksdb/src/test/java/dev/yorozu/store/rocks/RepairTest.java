package dev.yorozu.store.rocks;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.yorozu.store.Batch;
import dev.yorozu.store.Expiry;
import dev.yorozu.store.Key;
import dev.yorozu.store.Store;
import dev.yorozu.store.StoreException;
import dev.yorozu.store.backend.Limits;
import dev.yorozu.store.testkit.HeldClock;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A repair gives up what cannot be read, keeps the damaged files, and lets nobody in before it is complete. */
class RepairTest {
    private final HeldClock clock = HeldClock.start();

    @TempDir
    Path temporary;

    private static final List<Key> KEYS = List.of(Key.of("first"), Key.of("second"), Key.of("third"));

    private Path damaged() throws IOException {
        Path directory = temporary.resolve("store");
        try (RocksStore store = RocksStore.open(directory)) {
            for (Key key : KEYS) {
                store.commit(Batch.builder()
                        .put(key, "x".repeat(200), Expiry.never())
                        .build());
            }
        }
        Path log = DamagedFile.newestLog(directory);
        DamagedFile.flip(log, Files.size(log) / 2);
        return directory;
    }

    @Test
    void aSoundStoreIsLeftAsItIs() throws IOException {
        Path directory = temporary.resolve("store");
        try (RocksStore store = RocksStore.open(directory)) {
            store.commit(
                    Batch.builder().put(KEYS.getFirst(), "x", Expiry.never()).build());
        }
        List<Path> before = DamagedFile.files(directory, "");
        try (Repair repair = Repair.of(directory, clock)) {
            assertThat(repair.look().isSound()).isTrue();
        }
        assertThat(DamagedFile.files(directory, "")).containsAll(before);
        assertThat(Files.exists(RepairMarker.file(directory))).isFalse();
    }

    @Test
    void aLogIsCutAndKeptAside() throws IOException {
        Path directory = damaged();
        byte[] log = Files.readAllBytes(DamagedFile.newestLog(directory));
        Path aside;
        try (Repair repair = Repair.of(directory, clock)) {
            aside = repair.accept(repair.look());
            try (Store store = repair.open(Limits.DEFAULT)) {
                assertThat(store.get(KEYS.getFirst())).isPresent();
                assertThat(store.get(KEYS.getLast())).isEmpty();
            }
            repair.complete();
        }
        assertThat(DamagedFile.files(aside, ".log"))
                .anySatisfy(file -> assertThat(Files.readAllBytes(file)).isEqualTo(log));
        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(aside)))
                .isEqualTo("rwx------");
        try (RocksStore store = RocksStore.open(directory)) {
            assertThat(store.get(KEYS.getFirst())).isPresent();
        }
    }

    @Test
    void nobodyOpensAStoreWhoseRepairIsNotComplete() throws IOException {
        Path directory = damaged();
        try (Repair repair = Repair.of(directory, clock)) {
            repair.accept(repair.look());
        }
        // As after a crash here: the log is cut and would open, but what was ended may live.
        for (int i = 0; i < 2; i++) {
            assertThatThrownBy(() -> RocksStore.open(directory))
                    .isInstanceOf(StoreException.CannotOpen.class)
                    .hasMessageContaining("run ./yorozu repair --accept-loss again");
        }
        try (Repair again = Repair.of(directory, clock)) {
            Repair.Findings findings = again.look();
            assertThat(findings)
                    .isEqualTo(new Repair.Findings(Optional.empty(), Optional.empty(), Optional.empty(), true));
            again.accept(findings);
            again.open(Limits.DEFAULT).close();
            again.complete();
        }
        RocksStore.open(directory).close();
    }

    /** The two states that a crash can leave while a salvaged copy takes the place of the damaged files. */
    @Test
    void aReplacementThatACrashBrokeOffIsFinished() throws IOException {
        for (RepairMarker.Phase phase : List.of(RepairMarker.Phase.CLEARING, RepairMarker.Phase.FILLING)) {
            Path directory = temporary.resolve(phase.name());
            Path copy = directory.resolve("salvage");
            try (RocksStore store = RocksStore.open(copy)) {
                store.commit(Batch.builder()
                        .put(KEYS.getFirst(), "x", Expiry.never())
                        .build());
            }
            if (phase == RepairMarker.Phase.CLEARING) {
                Files.writeString(directory.resolve("CURRENT"), "MANIFEST-999999\n");
            } else {
                Files.move(copy.resolve("CURRENT"), directory.resolve("CURRENT"));
            }
            new RepairMarker(phase, phase + ".damaged").write(directory);
            try (Repair repair = Repair.of(directory, clock)) {
                Path aside = repair.accept(repair.look());
                assertThat(Files.exists(aside.resolve("CURRENT"))).isEqualTo(phase == RepairMarker.Phase.CLEARING);
                try (Store store = repair.open(Limits.DEFAULT)) {
                    assertThat(store.get(KEYS.getFirst())).isPresent();
                }
                repair.complete();
            }
            RocksStore.open(directory).close();
        }
    }

    @Test
    void aStoreInUseIsNotRepaired() {
        Path directory = temporary.resolve("store");
        try (RocksStore store = RocksStore.open(directory)) {
            assertThatThrownBy(() -> Repair.of(directory, clock))
                    .isInstanceOf(StoreException.CannotOpen.class)
                    .hasMessageContaining("already open");
            store.ping();
        }
    }

    @Test
    void aDirectoryWithoutAStoreIsLeftAlone() {
        assertThatThrownBy(() -> Repair.of(temporary.resolve("none"), clock))
                .isInstanceOf(StoreException.CannotOpen.class)
                .hasMessageStartingWith("There is no store in ");
        assertThat(temporary.resolve("none")).doesNotExist();
    }
}
