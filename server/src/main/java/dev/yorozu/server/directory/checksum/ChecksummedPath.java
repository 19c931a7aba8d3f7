package dev.yorozu.server.directory.checksum;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import org.h2.store.fs.FilePath;
import org.h2.store.fs.FilePathWrapper;

/**
 * Files of the embedded database whose blocks have checksums in a file beside them. The database makes these objects itself, by
 * the scheme of its address, and takes what they throw for a fault of the disk; what was found is remembered here.
 */
public final class ChecksummedPath extends FilePathWrapper {
    public static final String SCHEME = "checksummed";
    private static final String DATA = ".mv.db";
    private static final Map<Path, String> DAMAGE = new ConcurrentHashMap<>();

    public static void register() {
        FilePath.register(new ChecksummedPath());
    }

    public static Path sums(Path file) {
        return file.resolveSibling(file.getFileName() + ".sums");
    }

    /** To be called before a file is opened by somebody who wants to know of its damage. */
    public static void forget(Path file) {
        DAMAGE.remove(file.toAbsolutePath().normalize());
    }

    /** What was found to be wrong with a file. */
    public static Optional<String> damage(Path file) {
        return Optional.ofNullable(DAMAGE.get(file.toAbsolutePath().normalize()));
    }

    @Override
    public String getScheme() {
        return SCHEME;
    }

    @Override
    public FileChannel open(String mode) throws IOException {
        FileChannel base = getBase().open(mode);
        if (!name.endsWith(DATA) || mode.equals("r")) {
            return base;
        }
        Path file = Path.of(getBase().unwrap().toString()).toAbsolutePath().normalize();
        try {
            FileChannel sums = FilePath.get("async:" + sums(file)).open(mode);
            return new ChecksummedFile(base, sums, what -> DAMAGE.put(file, what));
        } catch (IOException | RuntimeException failed) {
            base.close();
            throw failed;
        }
    }
}
