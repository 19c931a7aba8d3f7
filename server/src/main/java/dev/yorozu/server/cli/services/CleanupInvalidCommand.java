package dev.yorozu.server.cli.services;

import dev.yorozu.nostalgic.integrity.Finding;
import dev.yorozu.nostalgic.integrity.Report;
import dev.yorozu.server.cli.command.AnsweringCommand;
import dev.yorozu.server.cli.command.Refused;
import dev.yorozu.server.cli.command.Status;
import dev.yorozu.server.cli.text.ValueText;
import dev.yorozu.server.operate.services.ServiceOperations;
import dev.yorozu.server.operate.transport.Operations;
import java.util.List;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** Removes what leads nowhere, belongs to nobody or cannot be read. */
@Command(
        name = "invalid",
        description = {
            "Remove mappings without a service, index entries without data, data without metadata, services that no"
                    + " address can lead to, and what cannot be read; services whose address is free are mapped again.",
            "Only shows what it would do unless --yes is given."
        })
final class CleanupInvalidCommand extends AnsweringCommand {
    @Option(names = "--yes", description = "Do it")
    private boolean yes;

    @Override
    public Integer call() {
        return access().use(this::clean);
    }

    private int clean(Operations operations) {
        Report found = run(operations, false);
        if (found.findings().isEmpty()) {
            return print(found, "Nothing is invalid.");
        }
        if (!yes && json()) {
            printJson(List.of(found));
        } else if (!yes) {
            found.findings().forEach(this::print);
        }
        String what = found.findings().size() + (found.findings().size() == 1 ? " thing" : " things");
        if (!yes && !console().confirms("This removes or repairs " + what + ". Go on?")) {
            throw new Refused(what + " would be removed or repaired, and nothing was: do it with --yes");
        }
        Report cleared = run(operations, true);
        if (!json()) {
            new FindingsText(console()).print(cleared);
        }
        print(
                cleared,
                "Removed or repaired " + cleared.repaired().size() + ", "
                        + cleared.findings().size() + " are left.");
        return cleared.findings().isEmpty() ? Status.DONE : Status.REFUSED;
    }

    private Report run(Operations operations, boolean clear) {
        String task = clear ? "Removing" : "Checking";
        return walk(operations, task, -1, ServiceOperations.INVALID, new ServiceOperations.InvalidServices(clear));
    }

    private void print(Finding finding) {
        println(console().bold(ValueText.printable(finding.key())) + "  " + finding.what());
        println("    " + (finding.repairable() ? finding.repair() : removal(finding)));
    }

    private static String removal(Finding finding) {
        return switch (finding.damage()) {
            case MESSAGE_UNREADABLE -> "remove the message";
            default -> "remove all there is of the " + finding.kind().id() + " " + ValueText.printable(finding.id());
        };
    }
}
