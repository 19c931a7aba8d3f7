package dev.yorozu.server.cli.services;

import dev.yorozu.nostalgic.Kind;
import dev.yorozu.nostalgic.integrity.Report;
import dev.yorozu.server.cli.command.Status;
import dev.yorozu.server.cli.command.TableCommand;
import dev.yorozu.server.cli.text.Amounts;
import dev.yorozu.server.operate.services.ServiceOperations;
import java.util.List;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** Checks counters, likes, rankings and boards for integrity, and repairs them. */
@Command(
        name = "verify",
        description = {
            "Check whether all that belongs to counters, likes, rankings and boards agrees: mapping, metadata, related"
                    + " data, owner token, index, ends.",
            "Changes nothing without --fix. Works beside a running server. Status 1 when something is wrong, or stays"
                    + " wrong after --fix."
        })
public final class VerifyCommand extends TableCommand {
    @Option(names = "--fix", description = "Repair what can be repaired without doubt")
    private boolean fix;

    @Option(
            names = "--service",
            paramLabel = "KIND:ID",
            arity = "1..2",
            description = "Look at one service only, such as counter:example-100680ad")
    private List<String> service = List.of();

    @Override
    public Integer call() {
        String[] named = named();
        Report report = walk(
                fix ? "Repairing" : "Checking",
                ServiceOperations.VERIFY,
                new ServiceOperations.VerifyRequest(named[0], named[1], fix));
        print(report, () -> print(report));
        return report.isSound() ? Status.DONE : Status.REFUSED;
    }

    /** Kind and id of the service, or two empty texts for all. */
    private String[] named() {
        if (service.isEmpty()) {
            return new String[] {"", ""};
        }
        String[] parts = String.join(":", service).split(":", 2);
        if (Kind.of(parts[0]).isEmpty()) {
            throw wrong("A service is named by its kind and id: counter:ID, like:ID, ranking:ID or bbs:ID");
        }
        if (parts.length < 2 || parts[1].isEmpty()) {
            throw wrong("Name the service's id too, such as counter:example-100680ad");
        }
        return parts;
    }

    private void print(Report report) {
        new FindingsText(console()).print(report);
        String looked = "Looked at " + Amounts.keys(report.keys()) + ": ";
        if (report.isSound()) {
            println(looked + (report.repaired().isEmpty() ? "all is sound." : "all is sound now."));
        } else if (!fix && report.findings().stream().anyMatch(finding -> finding.repairable())) {
            println(looked + "something is wrong; --fix repairs what can be repaired.");
        } else {
            println(looked + "something is wrong that cannot be repaired without you.");
        }
        if (!report.complete()) {
            println("There is more than one walk reports: repair this much, and look again.");
        }
    }
}
