package dev.yorozu.server.cli.services;

import dev.yorozu.nostalgic.Kind;
import dev.yorozu.nostalgic.integrity.Erasure;
import dev.yorozu.server.cli.command.AnsweringCommand;
import dev.yorozu.server.cli.command.Refused;
import dev.yorozu.server.cli.text.Amounts;
import dev.yorozu.server.cli.text.ValueText;
import dev.yorozu.server.operate.services.ServiceOperations;
import dev.yorozu.server.operate.transport.Operations;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Deletes one service whole, once that is confirmed. */
@Command(
        name = "service",
        description = {
            "Delete one service whole: metadata, related data, owner token, mapping and index entry; this cannot be"
                    + " undone.",
            "Works also when its metadata is missing or cannot be read."
        })
final class CleanupServiceCommand extends AnsweringCommand {
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
