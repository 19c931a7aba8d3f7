package dev.yorozu.bench.measure;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;

/** What every benchmark of the stores lets its caller choose. */
public final class Measuring {
    @Option(names = "--seconds", defaultValue = "1", description = "How long a turn takes (default ${DEFAULT-VALUE}).")
    private int seconds;

    @Option(names = "--rounds", defaultValue = "5", description = "Turns of each side (default ${DEFAULT-VALUE}).")
    private int rounds;

    @Option(names = "--only", paramLabel = "STORE", description = "rocksdb or redis; both by default.")
    private String only = "";

    @Option(
            names = "--dir",
            paramLabel = "DIR",
            description = "Where the embedded store writes; the disk is part of the result.")
    private Path directory = Path.of("bench", "target");

    /** Says what the numbers to come depend on. */
    public void announce(CommandSpec spec) {
        System.out.println(Machine.describe());
        System.out.println(Versions.describe());
        System.out.println(this);
        System.out.printf(
                "command: ./yorozu bench %s%n%n",
                String.join(" ", spec.commandLine().getParseResult().originalArgs()));
    }

    public Duel duel() {
        return new Duel(rounds, turn());
    }

    public int rounds() {
        return rounds;
    }

    public Duration turn() {
        return Duration.ofSeconds(seconds);
    }

    public boolean rocks() {
        return !only.equals("redis");
    }

    public boolean redis() {
        return !only.equals("rocksdb");
    }

    /** An empty directory of the chosen disk. */
    public Path scratch() throws IOException {
        Files.createDirectories(directory);
        return Files.createTempDirectory(directory.toAbsolutePath(), "bench");
    }

    @Override
    public String toString() {
        return rounds + " turns of " + seconds + " s for each side, in turns; medians";
    }
}
