package dev.yorozu.store.rocks;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.yorozu.store.Batch;
import dev.yorozu.store.Expiry;
import dev.yorozu.store.Key;
import dev.yorozu.store.StoreException;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A store that cannot be opened says in one sentence why, and what to do. */
class OpeningTest {
    @TempDir
    Path temporary;

    @Test
    void aNewDirectoryBelongsToItsOwnerOnly() throws IOException {
        Path directory = temporary.resolve("a/b");
        RocksStore.open(directory).close();
        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(directory)))
                .isEqualTo("rwx------");
    }

    @Test
    void twoStoresOfOneProcessCannotShareADirectory() {
        try (RocksStore first = RocksStore.open(temporary)) {
            assertThatThrownBy(() -> RocksStore.open(temporary))
                    .isInstanceOf(StoreException.CannotOpen.class)
                    .hasMessageContaining("already open in this process");
            first.ping();
        }
        RocksStore.open(temporary).close();
    }

    @Test
    void anotherProcessIsRefusedWhileOneHoldsTheDirectory() throws Exception {
        try (Child child = Child.start(CrashWriter.class, temporary.toString(), "1")) {
            assertThat(child.lines().readLine()).isNotNull();
            assertThatThrownBy(() -> RocksStore.open(temporary))
                    .isInstanceOf(StoreException.CannotOpen.class)
                    .hasMessage("The data directory " + temporary + " is in use by another process ("
                            + child.process().pid() + "): stop it or choose another with --data");
        }
        RocksStore.open(temporary).close();
    }

    @Test
    void aNewerFormatIsRefusedAndLeftAlone() throws Exception {
        RocksStore.open(temporary).close();
        Inspection.write(temporary, Family.SYSTEM, Manifest.FORMAT_KEY, BigEndian.of(Manifest.FORMAT + 1));
        assertThatThrownBy(() -> RocksStore.open(temporary))
                .isInstanceOf(StoreException.CannotOpen.class)
                .hasMessageContaining("newer version of Yorozu");
        Inspection.write(temporary, Family.SYSTEM, Manifest.FORMAT_KEY, BigEndian.of(Manifest.FORMAT));
        RocksStore.open(temporary).close();
    }

    @Test
    void aFileInPlaceOfTheDirectoryIsRefused() throws IOException {
        Path file = Files.createFile(temporary.resolve("file"));
        assertThatThrownBy(() -> RocksStore.open(file))
                .isInstanceOf(StoreException.CannotOpen.class)
                .hasMessage(file + " is not a directory: choose another with --data");
    }

    @Test
    void aDirectoryThatCannotBeMadeIsRefused() {
        // Not even an administrator can make a directory there.
        assertThatThrownBy(() -> RocksStore.open(Path.of("/proc/yorozu")))
                .isInstanceOf(StoreException.CannotOpen.class)
                .hasMessageContaining("is not writable");
    }

    @Test
    void damagedFilesAreRefused() throws IOException {
        try (RocksStore store = RocksStore.open(temporary)) {
            store.commit(Batch.builder().put(Key.of("a"), "b", Expiry.never()).build());
        }
        try (Stream<Path> files = Files.list(temporary)) {
            Path manifest = files.filter(file -> file.getFileName().toString().startsWith("MANIFEST"))
                    .findFirst()
                    .orElseThrow();
            try (RandomAccessFile file = new RandomAccessFile(manifest.toFile(), "rw")) {
                file.seek(20);
                file.writeInt(0x0badbad0);
            }
        }
        assertThatThrownBy(() -> RocksStore.open(temporary))
                .isInstanceOf(StoreException.CannotOpen.class)
                .hasMessageContaining("is damaged")
                .hasMessageContaining("restore a backup");
    }
}
