package dev.yorozu.server.cli;

import dev.yorozu.nostalgic.integrity.Finding;
import dev.yorozu.nostalgic.integrity.Report;
import dev.yorozu.server.admin.nostalgic.NostalgicDesk;
import dev.yorozu.server.admin.nostalgic.NostalgicJson;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Removes what leads nowhere, belongs to nobody or cannot be read. */
@Command(
        name = "invalid",
        mixinStandardHelpOptions = true,
        description = {
            "Remove mappings without a service, index entries without data, data without metadata, services that no"
                    + " address can lead to, and what cannot be read; services whose address is free are mapped again.",
            "Only shows what it would do unless --yes is given."
        })
final class CleanupInvalidCommand implements Callable<Integer> {
    private final Console console;

    @Option(names = "--yes", description = "Do it")
    private boolean yes;

    @Mixin
    private final Answer answer = new Answer();

    @Mixin
    private final Access access = new Access();

    CleanupInvalidCommand(Console console) {
        this.console = console;
    }

    @Override
    public Integer call() {
        return access.use(operations -> clean(operations.nostalgic()));
    }

    private int clean(NostalgicDesk desk) {
        Report found = run(desk, false);
        if (found.findings().isEmpty()) {
            answer.print(console, NostalgicJson.json(found), "Nothing is invalid.");
            return Yorozu.DONE;
        }
        if (!yes && answer.json()) {
            console.out().println(NostalgicJson.json(found));
        } else if (!yes) {
            found.findings().forEach(this::print);
        }
        String what = found.findings().size() + (found.findings().size() == 1 ? " thing" : " things");
        if (!yes && !console.confirms("This removes or repairs " + what + ". Go on?")) {
            throw new Refused(what + " would be removed or repaired, and nothing was: do it with --yes");
        }
        Report cleared = run(desk, true);
        if (!answer.json()) {
            new FindingsText(console).print(cleared);
        }
        answer.print(
                console,
                NostalgicJson.json(cleared),
                "Removed or repaired " + cleared.repaired().size() + ", "
                        + cleared.findings().size() + " are left.");
        return cleared.findings().isEmpty() ? Yorozu.DONE : Yorozu.REFUSED;
    }

    private Report run(NostalgicDesk desk, boolean clear) {
        try (ProgressLine progress = new ProgressLine(console, clear ? "Removing" : "Checking", -1)) {
            return desk.invalid(clear, progress);
        }
    }

    private void print(Finding finding) {
        console.out().println(console.bold(ValueText.printable(finding.key())) + "  " + finding.what());
        console.out().println("    " + (finding.repairable() ? finding.repair() : removal(finding)));
    }

    private static String removal(Finding finding) {
        return switch (finding.damage()) {
            case MESSAGE_UNREADABLE -> "remove the message";
            default -> "remove all there is of the " + finding.kind().id() + " " + ValueText.printable(finding.id());
        };
    }
}
