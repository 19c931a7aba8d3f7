package dev.yorozu.store.rocks;

import dev.yorozu.store.StoreException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.rocksdb.ColumnFamilyDescriptor;
import org.rocksdb.ColumnFamilyHandle;
import org.rocksdb.Options;
import org.rocksdb.RocksDB;
import org.rocksdb.RocksDBException;
import org.rocksdb.Status;

/** Opens the database of a directory, and says in one sentence why when it cannot. */
final class Opening {
    private final DataDirectory directory;
    private final RocksSettings settings;

    Opening(DataDirectory directory, RocksSettings settings) {
        this.directory = directory;
        this.settings = settings;
    }

    DataDirectory directory() {
        return directory;
    }

    Engine open() {
        loadLibrary();
        EngineOptions options = new EngineOptions(settings);
        try {
            requireKnownFamilies();
            List<ColumnFamilyHandle> handles = new ArrayList<>();
            RocksDB database = RocksDB.open(options.database(), location(), descriptors(options), handles);
            return new Engine(options, database, handles);
        } catch (RocksDBException e) {
            options.close();
            throw explain(e);
        } catch (RuntimeException e) {
            options.close();
            throw e;
        }
    }

    Manifest manifest(Engine engine) {
        try {
            return Manifest.of(engine, location());
        } catch (StoreException.Unavailable e) {
            throw damaged(String.valueOf(e.getMessage()), e);
        }
    }

    private static void loadLibrary() {
        try {
            RocksDB.loadLibrary();
        } catch (RuntimeException | UnsatisfiedLinkError e) {
            throw new StoreException.CannotOpen(
                    "The storage engine cannot be loaded: this needs a 64-bit system that RocksDB is built for, and a"
                            + " temporary directory that can be written to",
                    e);
        }
    }

    private List<ColumnFamilyDescriptor> descriptors(EngineOptions options) {
        return Arrays.stream(Family.values())
                .map(family -> new ColumnFamilyDescriptor(
                        family.bytes(),
                        switch (family) {
                            case RECORDS, ELEMENTS -> options.lookups();
                            case EXPIRY, GARBAGE, SYSTEM -> options.queues();
                        }))
                .toList();
    }

    private void requireKnownFamilies() throws RocksDBException {
        Set<String> known = new HashSet<>();
        for (Family family : Family.values()) {
            known.add(family.title());
        }
        try (Options none = new Options()) {
            for (byte[] found : RocksDB.listColumnFamilies(none, location())) {
                if (!known.contains(new String(found, StandardCharsets.UTF_8))) {
                    throw Manifest.newer(location());
                }
            }
        }
    }

    private StoreException.CannotOpen explain(RocksDBException e) {
        Status.Code code =
                e.getStatus() == null ? Status.Code.Undefined : e.getStatus().getCode();
        String message = String.valueOf(e.getMessage());
        if (code == Status.Code.IOError && (message.contains("lock file") || message.contains("lock hold"))) {
            return new StoreException.CannotOpen(
                    "The data directory " + location()
                            + " is in use by another process: stop it or choose another with --data",
                    e);
        }
        if (code == Status.Code.IOError) {
            return new StoreException.CannotOpen(
                    "The data directory " + location() + " cannot be read and written (" + message
                            + "): check its disk and permissions, or choose another with --data",
                    e);
        }
        return damaged(message, e);
    }

    private StoreException.CannotOpen damaged(String what, Exception cause) {
        return new StoreException.CannotOpen(
                "The data in " + location() + " is damaged (" + what
                        + "): restore a backup into an empty directory, or choose another with --data",
                cause);
    }

    private String location() {
        return directory.path().toString();
    }
}
