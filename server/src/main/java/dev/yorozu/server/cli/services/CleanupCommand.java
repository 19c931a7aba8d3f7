package dev.yorozu.server.cli.services;

import dev.yorozu.nostalgic.Kind;
import dev.yorozu.nostalgic.integrity.Erasure;
import dev.yorozu.nostalgic.integrity.Finding;
import dev.yorozu.nostalgic.integrity.Report;
import dev.yorozu.server.cli.command.AnsweringCommand;
import dev.yorozu.server.cli.command.Refused;
import dev.yorozu.server.cli.command.Status;
import dev.yorozu.server.cli.text.Amounts;
import dev.yorozu.server.cli.text.ValueText;
import dev.yorozu.server.operate.services.ServiceOperations;
import dev.yorozu.server.operate.transport.Operations;
import java.util.List;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Deletes what is not wanted, or broken. */
@Command(
        name = "cleanup",
        mixinStandardHelpOptions = true,
        description = "Delete a counter, like, ranking or board whole, or all that is broken.",
        synopsisSubcommandLabel = "COMMAND",
        subcommands = {CleanupCommand.Service.class, CleanupCommand.Invalid.class})
public final class CleanupCommand {
    /** Deletes one service whole, once that is confirmed. */
    @Command(
            name = "service",
            description = {
                "Delete one service whole: metadata, related data, owner token, mapping and index entry; this cannot be"
                        + " undone.",
                "Works also when its metadata is missing or cannot be read."
            })
    static final class Service extends AnsweringCommand {
        private static final int SHOWN = 20;

        @Parameters(index = "0", paramLabel = "TYPE", description = "counter, like, ranking or bbs")
        private String type = "";

        @Parameters(index = "1", paramLabel = "ID", description = "Its id, such as example-100680ad")
        private String id = "";

        @Option(names = "--yes", description = "Do not ask")
        private boolean yes;

        @Override
        public Integer call() {
            Kind kind = Kind.of(type).orElseThrow(() -> wrong("The type must be counter, like, ranking or bbs"));
            return access().use(operator -> clean(operator, kind));
        }

        private int clean(Operations operations, Kind kind) {
            Erasure.Plan plan = erase(operations, kind, false);
            String name = kind.id() + " " + ValueText.printable(id);
            if (plan.isEmpty()) {
                throw new Refused("There is nothing of a " + name);
            }
            if (!json()) {
                print(plan);
            }
            if (!yes && !console().confirms("This deletes the " + name + ". Go on?")) {
                throw new Refused("This would delete the " + name + ", and nothing was deleted: confirm it with --yes");
            }
            Erasure.Plan erased = erase(operations, kind, true);
            return print(
                    erased,
                    "Deleted the " + name + ": " + Amounts.keys(erased.keys().size()) + ", "
                            + mappings(erased.mappings().size())
                            + (erased.indexed() ? " and its place in the index." : "."));
        }

        private Erasure.Plan erase(Operations operations, Kind kind, boolean erase) {
            return operations.call(ServiceOperations.ERASE, new ServiceOperations.EraseRequest(kind.id(), id, erase));
        }

        private static String mappings(int count) {
            return count + (count == 1 ? " mapping" : " mappings");
        }

        private void print(Erasure.Plan plan) {
            plan.keys().stream().limit(SHOWN).forEach(key -> println("  " + ValueText.printable(key)));
            if (plan.keys().size() > SHOWN) {
                println("  … and " + Amounts.keys(plan.keys().size() - SHOWN) + " more");
            }
            plan.mappings().forEach(key -> println("  " + ValueText.printable(key)));
            if (plan.indexed()) {
                println("  its place in " + plan.kind().keys().index().template());
            }
        }
    }

    /** Removes what leads nowhere, belongs to nobody or cannot be read. */
    @Command(
            name = "invalid",
            description = {
                "Remove mappings without a service, index entries without data, data without metadata, services that no"
                        + " address can lead to, and what cannot be read; services whose address is free are mapped again.",
                "Only shows what it would do unless --yes is given."
            })
    static final class Invalid extends AnsweringCommand {
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
                default ->
                    "remove all there is of the " + finding.kind().id() + " " + ValueText.printable(finding.id());
            };
        }
    }
}
