package dev.yorozu.server.cli;

import dev.yorozu.nostalgic.Kind;
import dev.yorozu.nostalgic.integrity.Integrity;
import dev.yorozu.nostalgic.integrity.Report;
import dev.yorozu.server.admin.nostalgic.NostalgicJson;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** Checks counters, likes, rankings and boards for integrity, and repairs them. */
@Command(
        name = "verify",
        mixinStandardHelpOptions = true,
        description = {
            "Check whether all that belongs to counters, likes, rankings and boards agrees: mapping, metadata, related"
                    + " data, owner token, index, ends.",
            "Changes nothing without --fix. Works beside a running server. Status 1 when something is wrong, or stays"
                    + " wrong after --fix."
        })
final class VerifyCommand implements Callable<Integer> {
    private final Console console;

    @Option(names = "--fix", description = "Repair what can be repaired without doubt")
    private boolean fix;

    @Option(
            names = "--service",
            paramLabel = "KIND:ID",
            arity = "1..2",
            description = "Look at one service only, such as counter:example-100680ad")
    private List<String> service = List.of();

    @Mixin
    private final TableAnswer answer = new TableAnswer();

    @Mixin
    private final Access access = new Access();

    @Spec
    @SuppressWarnings("NullAway.Init") // Set by picocli before the command runs.
    private CommandSpec spec;

    VerifyCommand(Console console) {
        this.console = console;
    }

    @Override
    public Integer call() {
        Integrity.Scope scope = scope();
        Report report = access.use(operations -> {
            try (ProgressLine progress = new ProgressLine(console, fix ? "Repairing" : "Checking", -1)) {
                return operations.nostalgic().verify(scope, fix, progress);
            }
        });
        if (answer.json()) {
            console.out().println(NostalgicJson.json(report).toPrettyString());
        } else {
            print(report);
        }
        return report.isSound() ? Yorozu.DONE : Yorozu.REFUSED;
    }

    private Integrity.Scope scope() {
        if (service.isEmpty()) {
            return new Integrity.Scope.All();
        }
        String[] parts = String.join(":", service).split(":", 2);
        Kind kind = Kind.of(parts[0])
                .orElseThrow(() -> new ParameterException(
                        spec.commandLine(),
                        "A service is named by its kind and id: counter:ID, like:ID, ranking:ID or bbs:ID"));
        if (parts.length < 2 || parts[1].isEmpty()) {
            throw new ParameterException(
                    spec.commandLine(), "Name the service's id too, such as counter:example-100680ad");
        }
        return new Integrity.Scope.One(kind, parts[1]);
    }

    private void print(Report report) {
        new FindingsText(console).print(report);
        String looked = "Looked at " + Amounts.keys(report.keys()) + ": ";
        if (report.isSound()) {
            console.out().println(looked + (report.repaired().isEmpty() ? "all is sound." : "all is sound now."));
        } else if (!fix && report.findings().stream().anyMatch(finding -> finding.repairable())) {
            console.out().println(looked + "something is wrong; --fix repairs what can be repaired.");
        } else {
            console.out().println(looked + "something is wrong that cannot be repaired without you.");
        }
        if (!report.complete()) {
            console.out().println("There is more than one walk reports: repair this much, and look again.");
        }
    }
}
