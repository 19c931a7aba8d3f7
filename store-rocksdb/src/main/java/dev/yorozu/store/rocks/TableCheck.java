package dev.yorozu.store.rocks;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Collection;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import java.util.logging.Level;
import java.util.logging.Logger;
import org.rocksdb.Options;
import org.rocksdb.RocksDBException;
import org.rocksdb.SstFileReader;

/**
 * Reads all sorted files of an open store from time to time and compares their checksums, so that damage is known before
 * somebody needs what lies there. One file after the other, with pauses, so that the disk has little to do for it. Reads
 * that meet damage fail by themselves, whether this has found it or not.
 */
final class TableCheck implements AutoCloseable {
    private static final Logger LOGGER = Logger.getLogger(TableCheck.class.getName());
    private static final Duration FIRST = Duration.ofSeconds(30);
    private static final long BYTES_A_SECOND = 8 << 20;

    private final Supplier<? extends Collection<Path>> files;
    private final DamagedFiles damaged;
    private final Duration every;
    private final CountDownLatch closed = new CountDownLatch(1);
    private final Thread thread = new Thread(this::run, "yorozu-check");

    /** @param files the files that belong to the store now */
    TableCheck(Supplier<? extends Collection<Path>> files, DamagedFiles damaged, Duration every) {
        this.files = files;
        this.damaged = damaged;
        this.every = every;
    }

    void start() {
        thread.setDaemon(true);
        thread.start();
    }

    private void run() {
        Duration wait = FIRST;
        while (!pause(wait)) {
            try {
                pass();
            } catch (RuntimeException e) {
                LOGGER.log(Level.WARNING, () -> "The files of the store could not be checked: " + e.getMessage());
            }
            wait = every;
        }
    }

    /** Looks at every file once. */
    void pass() {
        Set<String> found = new TreeSet<>();
        for (Path file : files.get()) {
            String name = file.getFileName().toString();
            if (!isSound(file)) {
                found.add(name);
                damaged.note(name);
                LOGGER.severe(() -> DamagedFiles.sentence(name));
            }
            if (pause(Duration.ofMillis(1 + 1000 * size(file) / BYTES_A_SECOND))) {
                return;
            }
        }
        damaged.settle(found);
    }

    /** Whether all checksums of the file fit; also when it was compacted away meanwhile. */
    static boolean isSound(Path file) {
        try (Options options = new Options();
                SstFileReader reader = new SstFileReader(options)) {
            reader.open(file.toString());
            reader.verifyChecksum();
            return true;
        } catch (RocksDBException e) {
            return Files.notExists(file);
        }
    }

    private static long size(Path file) {
        return file.toFile().length();
    }

    /** Whether it is time to stop. */
    private boolean pause(Duration span) {
        try {
            return closed.await(span.toMillis(), TimeUnit.MILLISECONDS);
        } catch (InterruptedException e) {
            return true;
        }
    }

    /** Stops after the file that is being read, if any; a file is read within a moment. */
    @Override
    public void close() {
        closed.countDown();
        Committer.await(thread);
    }
}
