package dev.yorozu.server.cli;

import dev.yorozu.server.admin.Operations;
import dev.yorozu.server.backup.BackupFile;
import dev.yorozu.server.backup.Restored;
import java.nio.file.Path;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Writes a backup into the store. */
@Command(
        name = "restore",
        mixinStandardHelpOptions = true,
        description = {
            "Write a backup into the store, of whatever kind either is.",
            "A damaged file is refused and changes nothing; keys whose life has ended since are left out."
        })
final class RestoreCommand implements Callable<Integer> {
    private final Console console;

    @Parameters(paramLabel = "FILE", description = "Backup to read")
    @SuppressWarnings("NullAway.Init") // Set by picocli before the command runs.
    private Path file;

    @Option(
            names = "--force",
            description =
                    "Restore into a store that holds keys: those of the same name are replaced whole, others stay")
    private boolean force;

    @Mixin
    private final Access access = new Access();

    RestoreCommand(Console console) {
        this.console = console;
    }

    @Override
    public Integer call() {
        BackupFile.Summary summary = BackupFile.summary(file);
        Restored restored = access.useOrMake(operations -> restore(operations, summary));
        console.out()
                .println("Restored " + Amounts.keys(restored.keys())
                        + (restored.ended() == 0
                                ? "."
                                : "; the life of " + Amounts.count(restored.ended()) + " more has ended since."));
        return Yorozu.DONE;
    }

    private Restored restore(Operations operations, BackupFile.Summary summary) {
        boolean replace = force || (!operations.isEmpty() && confirmed(summary));
        try (ProgressLine progress = new ProgressLine(console, "Restoring", summary.keys())) {
            Optional<Restored> restored = operations.restore(file, replace, progress);
            return restored.orElseThrow(() -> new Refused(
                    "The store holds keys already and nothing was changed: --force replaces those of the same name"));
        }
    }

    private boolean confirmed(BackupFile.Summary summary) {
        return console.confirms("The store holds keys already. Restore " + Amounts.keys(summary.keys())
                + ", replacing those of the same name and keeping all others?");
    }
}
