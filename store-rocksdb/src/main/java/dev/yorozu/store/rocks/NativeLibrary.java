package dev.yorozu.store.rocks;

import dev.yorozu.store.StoreException;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import org.rocksdb.RocksDB;
import org.rocksdb.util.Environment;

/** The engine itself, which is native code. It comes packed, and is unpacked at every start where none is at hand. */
public final class NativeLibrary {
    private NativeLibrary() {}

    static void load() {
        try {
            RocksDB.loadLibrary();
        } catch (RuntimeException | UnsatisfiedLinkError e) {
            throw new StoreException.CannotOpen(
                    "The storage engine cannot be loaded: this needs a 64-bit system that RocksDB is built for, and a"
                            + " temporary directory that can be written to",
                    e);
        }
    }

    /**
     * Unpacks the library of this system into a directory. A program whose {@code java.library.path} names that directory loads
     * it from there.
     */
    public static void unpack(Path directory) throws IOException {
        String name = Environment.getJniLibraryFileName("rocksdb");
        try (InputStream packed = RocksDB.class.getResourceAsStream("/" + name)) {
            if (packed == null) {
                throw new FileNotFoundException("RocksDB is not built for this system: there is no " + name);
            }
            Files.copy(packed, directory.resolve(name), StandardCopyOption.REPLACE_EXISTING);
        }
    }
}
