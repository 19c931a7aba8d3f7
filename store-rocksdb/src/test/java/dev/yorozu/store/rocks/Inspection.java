package dev.yorozu.store.rocks;

import dev.yorozu.store.Key;
import java.nio.file.Path;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.rocksdb.RocksDBException;

/** Looks into the files of a closed store. */
final class Inspection {
    private Inspection() {}

    /** How many entries a family holds. */
    static int count(Path path, Family family) {
        try (DataDirectory directory = DataDirectory.hold(path);
                Engine engine = new Opening(directory, RocksSettings.DEFAULT).open();
                Cursor cursor = engine.cursor(family)) {
            int count = 0;
            for (boolean more = cursor.seek(new byte[0]); more; more = cursor.next()) {
                count++;
            }
            return count;
        }
    }

    /** What the record of a collection says. */
    static Entry.Collection collection(Path path, Key key) {
        try (DataDirectory directory = DataDirectory.hold(path);
                Engine engine = new Opening(directory, RocksSettings.DEFAULT).open()) {
            byte[] record = Objects.requireNonNull(engine.find(Family.RECORDS, key.bytes()));
            return RecordFormat.collection(RecordFormat.type(record), record);
        }
    }

    static byte @Nullable [] value(Path path, Family family, byte[] key) {
        try (DataDirectory directory = DataDirectory.hold(path);
                Engine engine = new Opening(directory, RocksSettings.DEFAULT).open()) {
            return engine.find(family, key);
        }
    }

    static void write(Path path, Family family, byte[] key, byte[] value) throws RocksDBException {
        try (DataDirectory directory = DataDirectory.hold(path);
                Engine engine = new Opening(directory, RocksSettings.DEFAULT).open()) {
            engine.database().put(engine.family(family), key, value);
        }
    }
}
