package dev.yorozu.server.cli;

import dev.yorozu.server.backup.BackupFile;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Writes the whole store into a file. */
@Command(
        name = "backup",
        mixinStandardHelpOptions = true,
        description = {
            "Write every key, value and life into a file that only its owner can read.",
            "An embedded store is taken at one moment; any other is walked while it may change."
        })
final class BackupCommand implements Callable<Integer> {
    private final Console console;

    @Parameters(paramLabel = "FILE", description = "File to write")
    @SuppressWarnings("NullAway.Init") // Set by picocli before the command runs.
    private Path file;

    @Option(names = "--plain", description = "Do not compress")
    private boolean plain;

    @Option(names = "--force", description = "Replace the file if there is one")
    private boolean force;

    @Mixin
    private final Access access = new Access();

    BackupCommand(Console console) {
        this.console = console;
    }

    @Override
    public Integer call() {
        if (!force && Files.exists(file)) {
            throw new Refused("There is a file " + file + " already: name another, or replace it with --force");
        }
        BackupFile.Summary summary = access.use(operations -> {
            try (ProgressLine progress = new ProgressLine(console, "Saving", -1)) {
                return BackupFile.write(file, out -> operations.backup(out, !plain, progress));
            }
        });
        console.out()
                .println("Saved " + Amounts.keys(summary.keys()) + " to " + file + " (" + Amounts.bytes(size()) + "), "
                        + (summary.pointInTime()
                                ? "as they were at one moment."
                                : "each as it was when the walk came by."));
        return Yorozu.DONE;
    }

    private long size() {
        try {
            return Files.size(file);
        } catch (IOException fault) {
            throw new UncheckedIOException(fault);
        }
    }
}
