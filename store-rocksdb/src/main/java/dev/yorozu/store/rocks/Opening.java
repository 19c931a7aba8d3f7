package dev.yorozu.store.rocks;

import dev.yorozu.store.StoreException;
import dev.yorozu.store.rocks.log.LogCheck;
import dev.yorozu.store.rocks.log.LogDamage;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.logging.Logger;
import org.rocksdb.ColumnFamilyDescriptor;
import org.rocksdb.ColumnFamilyHandle;
import org.rocksdb.DBOptions;
import org.rocksdb.Options;
import org.rocksdb.RocksDB;
import org.rocksdb.RocksDBException;
import org.rocksdb.Status;

/** Opens the database of a directory, and says in one sentence why when it cannot. */
final class Opening {
    private static final Logger LOGGER = Logger.getLogger(Opening.class.getName());

    private final DataDirectory directory;
    private final RocksSettings settings;

    Opening(DataDirectory directory, RocksSettings settings) {
        this.directory = directory;
        this.settings = settings;
    }

    DataDirectory directory() {
        return directory;
    }

    RocksSettings settings() {
        return settings;
    }

    /** Opens a store that is whole. */
    Engine open() {
        RepairMarker.requireNone(directory.path());
        requireSoundLogs();
        return open(true, RocksDB::open);
    }

    /** Opens a store that a repair has made readable. */
    Engine openRepaired() {
        return open(false, RocksDB::open);
    }

    /**
     * Opens a store for a look that changes nothing.
     *
     * @param strict whether to refuse what is not whole; else what is damaged shows when it is read
     */
    Engine openForReading(boolean strict) {
        return open(strict, RocksDB::openReadOnly);
    }

    private interface Method {
        RocksDB open(
                DBOptions options, String path, List<ColumnFamilyDescriptor> families, List<ColumnFamilyHandle> handles)
                throws RocksDBException;
    }

    private Engine open(boolean strict, Method method) {
        NativeLibrary.load();
        EngineOptions options = new EngineOptions(settings, strict);
        try {
            requireKnownFamilies();
            List<ColumnFamilyHandle> handles = new ArrayList<>();
            RocksDB database = method.open(options.database(), location(), descriptors(options), handles);
            return new Engine(options, database, handles);
        } catch (RocksDBException e) {
            options.close();
            throw explain(e);
        } catch (RuntimeException e) {
            options.close();
            throw e;
        }
    }

    /** Refuses logs of which more is lost than a crash can take, and cuts off what a power failure left behind a tear. */
    private void requireSoundLogs() {
        try {
            Optional<LogDamage> damage = LogCheck.of(directory.path());
            if (damage.isEmpty()) {
                return;
            }
            if (damage.get().promised()) {
                throw new StoreException.CannotOpen("The log " + damage.get().file() + " is damaged at byte "
                        + damage.get().offset()
                        + ", with changes behind it that were kept: restore a backup into an empty"
                        + " directory, or accept the loss with ./yorozu repair --accept-loss");
            }
            LogCheck.cut(directory.path(), damage.get());
            LOGGER.warning(() -> "The log " + damage.get().file() + " is torn, as a power failure leaves it: "
                    + damage.get().groups() + " groups of relaxed writes behind the tear were dropped");
        } catch (IOException e) {
            throw new StoreException.CannotOpen(
                    "The logs in " + location()
                            + " cannot be read: check its disk and permissions, or choose another with" + " --data",
                    e);
        }
    }

    Manifest manifest(Engine engine) {
        try {
            return Manifest.of(engine, location());
        } catch (StoreException.Unavailable | StoreException.Damaged e) {
            throw damaged(String.valueOf(e.getMessage()), e);
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
        if (code == Status.Code.IOError && !message.contains(".sst")) {
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
                        + "): restore a backup into an empty directory, or accept the loss with ./yorozu repair"
                        + " --accept-loss",
                cause);
    }

    private String location() {
        return directory.path().toString();
    }
}
