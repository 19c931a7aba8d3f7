package dev.yorozu.server.cli.serving;

import dev.yorozu.server.cli.command.ConsoleCommand;
import dev.yorozu.server.cli.command.Refused;
import dev.yorozu.server.cli.command.Status;
import dev.yorozu.server.files.OwnerOnly;
import dev.yorozu.server.files.Trees;
import dev.yorozu.store.rocks.NativeLibrary;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/**
 * Does once what every start would do again: lets Java keep the classes of a server that has started, and unpacks the library of
 * the storage engine. What it writes belongs to this very program and this very Java; with any other, Java leaves it alone.
 */
@Command(
        name = "prepare",
        description = {
            "Make starts fast: keep what every start works out anew, in about as much time as ten starts take.",
            "Start with java @DIR/options -jar … from then on. ./yorozu does both by itself."
        })
public final class PrepareCommand extends ConsoleCommand {
    /** The first Java that keeps classes linked, and what it learned of them. */
    private static final int AHEAD_OF_TIME = 25;

    @Parameters(paramLabel = "DIR", description = "Where to keep it, some 100 MB; what lies there is replaced")
    private Path directory = Path.of("");

    @Option(
            names = "--within",
            paramLabel = "SECONDS",
            defaultValue = "300",
            description = "Gives up when it takes longer than this (default: ${DEFAULT-VALUE})")
    private int seconds;

    @Override
    public Integer call() throws IOException, InterruptedException {
        Path kept = directory.toAbsolutePath().normalize();
        Files.createDirectories(kept);
        Path options = kept.resolve("options");
        Files.deleteIfExists(options);
        NativeLibrary.unpack(kept);
        Path archive = kept.resolve("classes");
        boolean ahead = Runtime.version().feature() >= AHEAD_OF_TIME;
        rehearse(kept, (ahead ? "-XX:AOTCacheOutput=" : "-XX:ArchiveClassesAtExit=") + archive);
        Files.write(
                options,
                List.of(
                        // Whatever is out of date is left alone, and nobody has to hear of it.
                        "-XX:+IgnoreUnrecognizedVMOptions",
                        "-Xlog:disable",
                        // Gives back what compilers and the storage engine have freed; takes less than a millisecond.
                        "-XX:TrimNativeHeapInterval=5000",
                        quoted((ahead ? "-XX:AOTCache=" : "-XX:SharedArchiveFile=") + archive),
                        quoted("-Djava.library.path=" + kept)));
        println("Prepared: start with java @" + options + " -jar " + program() + " serve");
        return Status.DONE;
    }

    private void rehearse(Path kept, String archiving) throws IOException, InterruptedException {
        Path data = OwnerOnly.temporaryDirectory(kept, "rehearsal");
        Path log = kept.resolve("rehearsal.log");
        try {
            List<String> command = new ArrayList<>();
            command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
            // Objects are kept for a heap as ./yorozu gives it; another one has to move them at each start.
            command.addAll(List.of(
                    "-Xmx512m", archiving, "-jar", program().toString(), "rehearse", "--data", data.toString()));
            await(
                    new ProcessBuilder(command)
                            .redirectErrorStream(true)
                            .redirectOutput(log.toFile())
                            .start(),
                    log);
        } finally {
            Trees.delete(data);
        }
    }

    /** Waits until the rehearsal has ended, and lets none go on for which nobody waits any more. */
    private void await(Process rehearsal, Path log) throws InterruptedException {
        try {
            if (!rehearsal.waitFor(seconds, TimeUnit.SECONDS)) {
                throw new Refused("The rehearsal of a start did not end within " + seconds + " s: see " + log
                        + ", or allow more time with --within.");
            }
            if (rehearsal.exitValue() != 0) {
                throw new Refused(
                        "The rehearsal of a start ended with status " + rehearsal.exitValue() + ": see " + log + ".");
            }
        } finally {
            // Java writes the archive in a process of its own, which the rehearsal begins.
            Stream.concat(rehearsal.descendants(), Stream.of(rehearsal.toHandle()))
                    .toList()
                    .forEach(ProcessHandle::destroyForcibly);
            rehearsal.waitFor();
        }
    }

    private static Path program() {
        URI source = URI.create(PrepareCommand.class
                .getProtectionDomain()
                .getCodeSource()
                .getLocation()
                .toString());
        Path program = Path.of(source);
        if (!Files.isRegularFile(program)) {
            throw new Refused("Java keeps only classes of a jar: start this command with java -jar.");
        }
        return program;
    }

    /** As a file of options holds what may have spaces. */
    private static String quoted(String option) {
        return '"' + option.replace("\\", "\\\\") + '"';
    }
}
