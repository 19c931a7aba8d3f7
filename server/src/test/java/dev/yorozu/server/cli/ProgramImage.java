package dev.yorozu.server.cli;

import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.URI;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.FileTime;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.jar.Attributes;
import java.util.jar.JarEntry;
import java.util.jar.JarOutputStream;
import java.util.jar.Manifest;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The program as it is built now, made ready to start quickly: as a jar, because Java keeps an archive of loaded classes for
 * jars alone; with such an archive; and with signing keys, which a first start would make anew each time. It is made once by
 * the first test process that asks, by starting the program in an empty directory, and serves all that come later.
 */
final class ProgramImage {
    private static final String KEYS = "users.jwks";
    private static final ProgramImage SHARED = make();

    private final Path directory;

    private ProgramImage(Path directory) {
        this.directory = directory;
    }

    static ProgramImage shared() {
        return SHARED;
    }

    /** The command that starts the program; its arguments follow. A shell that ignores Ctrl-C may have started the tests. */
    List<String> command() {
        return Stream.concat(java(), Stream.of("-XX:SharedArchiveFile=" + archive(), "-jar", jar().toString()))
                .toList();
    }

    /** Puts signing keys into a data directory, unless there is one already. */
    void provide(Path data) throws IOException {
        if (!Files.exists(data)) {
            Files.createDirectories(
                    data, PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------")));
            Files.copy(directory.resolve(KEYS), data.resolve(KEYS), StandardCopyOption.COPY_ATTRIBUTES);
        }
    }

    /** The program itself. */
    Path jar() {
        return directory.resolve("yorozu.jar");
    }

    private Path archive() {
        return directory.resolve("yorozu.jsa");
    }

    private static Stream<String> java() {
        return Stream.of(
                "env",
                "--default-signal=INT",
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-XX:TieredStopAtLevel=1",
                "-XX:+UseSerialGC",
                "-Xshare:auto",
                "-Xmx256m");
    }

    private static ProgramImage make() {
        List<Path> classPath = Arrays.stream(
                        System.getProperty("java.class.path").split(File.pathSeparator, -1))
                .map(Path::of)
                .toList();
        List<Path> classes = classPath.stream()
                .filter(path -> Files.isDirectory(path) && !path.endsWith("test-classes"))
                .toList();
        try {
            Path parent = Files.createDirectories(Path.of("target", "program").toAbsolutePath());
            ProgramImage image =
                    new ProgramImage(parent.resolve("built-" + newest(classes).toMillis()));
            try (FileChannel channel = FileChannel.open(
                            parent.resolve("lock"), StandardOpenOption.CREATE, StandardOpenOption.WRITE);
                    FileLock lock = channel.lock()) {
                if (lock.isValid() && !Files.exists(image.directory.resolve(KEYS))) {
                    Files.createDirectories(image.directory);
                    image.pack(
                            classes,
                            classPath.stream().filter(Files::isRegularFile).toList());
                    image.practise();
                }
            }
            return image;
        } catch (IOException fault) {
            throw new UncheckedIOException(fault);
        }
    }

    private static FileTime newest(List<Path> directories) throws IOException {
        FileTime newest = FileTime.fromMillis(0);
        for (Path directory : directories) {
            for (Path path : below(directory)) {
                FileTime changed = Files.getLastModifiedTime(path);
                newest = changed.compareTo(newest) > 0 ? changed : newest;
            }
        }
        return newest;
    }

    private static List<Path> below(Path directory) throws IOException {
        try (Stream<Path> tree = Files.walk(directory)) {
            return tree.skip(1).sorted().toList();
        }
    }

    private void pack(List<Path> classes, List<Path> jars) throws IOException {
        Manifest manifest = new Manifest();
        Attributes attributes = manifest.getMainAttributes();
        attributes.put(Attributes.Name.MANIFEST_VERSION, "1.0");
        attributes.put(Attributes.Name.MAIN_CLASS, Yorozu.class.getName());
        attributes.put(new Attributes.Name("Enable-Native-Access"), "ALL-UNNAMED");
        attributes.put(
                Attributes.Name.CLASS_PATH,
                jars.stream()
                        // Only jars that are named by their way from this one are archived.
                        .map(path -> directory.relativize(path.toAbsolutePath()).toString())
                        .collect(Collectors.joining(" ")));
        try (OutputStream out = Files.newOutputStream(jar());
                JarOutputStream jar = new JarOutputStream(out, manifest)) {
            jar.setLevel(0);
            Set<String> packed = new HashSet<>();
            for (Path root : classes) {
                for (Path path : below(root)) {
                    // Directories have entries too: what looks for migrations looks for theirs.
                    boolean directory = Files.isDirectory(path);
                    String name = root.relativize(path) + (directory ? "/" : "");
                    if (!packed.add(name)) {
                        continue;
                    }
                    jar.putNextEntry(new JarEntry(name));
                    if (!directory) {
                        Files.copy(path, jar);
                    }
                }
            }
        }
    }

    /** Waits until a server that is ready has its signing keys, which it makes in the background. */
    static void awaitKeys(String ready) throws IOException {
        URI server = URI.create(ready.substring(ready.indexOf("http://")));
        try (InputStream keys =
                server.resolve("/users/.well-known/jwks.json").toURL().openStream()) {
            keys.readAllBytes();
        }
    }

    /** Starts the program for the first time, which makes keys, and ends it in order, which writes the archive. */
    private void practise() throws IOException {
        Path data = directory.resolve("data");
        List<String> command = Stream.concat(
                        java(),
                        Stream.of(
                                "-XX:ArchiveClassesAtExit=" + archive(),
                                "-jar",
                                jar().toString(),
                                "serve",
                                "--port",
                                "0",
                                "--data",
                                data.toString()))
                .toList();
        Process process = Program.isolated(new ProcessBuilder(command))
                .redirectError(directory.resolve("practice.log").toFile())
                .start();
        try {
            String ready = process.inputReader().readLine();
            if (ready == null) {
                throw new AssertionError("The server did not start: see " + directory.resolve("practice.log"));
            }
            awaitKeys(ready);
            process.destroy();
            process.waitFor();
            Files.copy(data.resolve(KEYS), directory.resolve(KEYS), StandardCopyOption.COPY_ATTRIBUTES);
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(interrupted);
        } finally {
            process.destroyForcibly();
        }
    }
}
