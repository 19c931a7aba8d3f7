package dev.yorozu.server.cli.backup;

import dev.yorozu.server.cli.command.Refused;
import dev.yorozu.server.cli.command.Status;
import dev.yorozu.server.cli.command.TableCommand;
import dev.yorozu.server.cli.text.Amounts;
import dev.yorozu.server.cli.text.Moments;
import dev.yorozu.server.cli.text.Table;
import dev.yorozu.server.operate.backup.scheduled.BackupReport;
import dev.yorozu.server.operate.backup.scheduled.Made;
import dev.yorozu.server.operate.backup.scheduled.ScheduledBackupOperations;
import dev.yorozu.server.operate.transport.Nothing;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** Lists the backups of the schedule, and makes one. */
@Command(
        name = "backups",
        description = {
            "List the backups that the server makes by itself (backup.every, backup.to), and how the last ones went.",
            "Status 1 when one is overdue, failed or lost."
        })
public final class BackupsCommand extends TableCommand {
    @Option(names = "--now", description = "Make one now, and wait for it")
    private boolean now;

    @Override
    public Integer call() {
        return now ? make() : list();
    }

    private int make() {
        BackupReport report = walk("Saving", ScheduledBackupOperations.NOW, new Nothing());
        report.failure().filter(failure -> report.isBad()).ifPresent(failure -> {
            throw new Refused(failure.sentence());
        });
        Made made = report.success().orElseThrow();
        return print(
                made,
                () -> println("Saved and verified " + Amounts.keys(made.keys()) + " in " + made.name() + " ("
                        + Amounts.bytes(made.bytes()) + ")."));
    }

    private int list() {
        BackupReport report = call(ScheduledBackupOperations.LIST, new Nothing());
        print(report, () -> table(report));
        return report.isBad() ? Status.REFUSED : Status.DONE;
    }

    private void table(BackupReport report) {
        if (report.to().isEmpty()) {
            println("No backups are made: set backup.to, and backup.every for a schedule.");
            return;
        }
        println((report.encrypted() ? "Encrypted backups in " : "Backups in ")
                + report.to().get()
                + (report.every().isZero()
                        ? ", made when asked for: "
                        : ", every " + Amounts.duration(report.every()) + ", " + report.keep() + " kept: ")
                + report.state());
        report.failure()
                .ifPresent(failure -> println("Last failure " + Moments.text(failure.at()) + " ("
                        + failure.reason().word() + "): " + failure.message()));
        Table table = new Table("NAME", "MADE", "SIZE", "VERIFIED");
        report.backups()
                .forEach(each -> table.row(
                        each.name(),
                        Moments.text(each.at()),
                        Amounts.bytes(each.bytes()),
                        each.verified().map(Moments::text).orElse("")));
        table.print(console());
    }
}
