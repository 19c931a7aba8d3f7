package dev.yorozu.store.rocks;

import java.nio.file.Path;
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

    static void write(Path path, Family family, byte[] key, byte[] value) throws RocksDBException {
        try (DataDirectory directory = DataDirectory.hold(path);
                Engine engine = new Opening(directory, RocksSettings.DEFAULT).open()) {
            engine.database().put(engine.family(family), key, value);
        }
    }
}
