package dev.yorozu.server.written;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/**
 * Collects what the servers under test wrote where others may read it, and the secrets that must not be there. {@link
 * WrittenSearch} compares the two when all tests of the module are over.
 */
public final class Written {
    /** A shorter text could be found by chance. */
    public static final int SHORTEST = 12;

    private static final Path PLACE = Path.of("target", "written");

    /** Opened by the first who writes: the search only reads, and must not empty the files by doing so. */
    private static final class Collected {
        static final Written ALL = new Written();
    }

    private final Writer texts = open(own("texts"));
    private final Writer secrets = open(own("secrets"));

    private Written() {}

    /** What every process of the tests wrote: several run beside each other. */
    static List<Path> texts() {
        return collected("texts");
    }

    static List<Path> secrets() {
        return collected("secrets");
    }

    private static List<Path> collected(String what) {
        try (Stream<Path> files = Files.list(PLACE)) {
            return files.filter(file -> file.getFileName().toString().startsWith(what))
                    .toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Surefire numbers its processes from one, so that a later run replaces what an earlier one left. */
    private static Path own(String what) {
        return PLACE.resolve(what + "-" + System.getProperty("yorozu.test.process", "process-1") + ".txt");
    }

    private static Writer open(Path file) {
        try {
            Files.createDirectories(PLACE);
            return Files.newBufferedWriter(file, StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** A log, metrics, the body of an error, the contents of a database. */
    public static void text(String text) {
        append(Collected.ALL.texts, text);
    }

    /** A token, a password, a key. */
    public static void secret(String secret) {
        if (secret.length() < SHORTEST) {
            throw new IllegalArgumentException("A secret of so few characters could be found by chance");
        }
        append(Collected.ALL.secrets, secret);
    }

    private static void append(Writer writer, String text) {
        synchronized (writer) {
            try {
                writer.write(text);
                writer.write('\n');
                writer.flush();
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }
    }
}
