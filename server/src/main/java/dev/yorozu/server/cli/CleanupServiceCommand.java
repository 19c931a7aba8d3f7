package dev.yorozu.server.cli;

import dev.yorozu.nostalgic.Kind;
import dev.yorozu.nostalgic.integrity.Erasure;
import dev.yorozu.server.admin.nostalgic.NostalgicDesk;
import dev.yorozu.server.admin.nostalgic.NostalgicJson;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** Deletes one service whole, once that is confirmed. */
@Command(
        name = "service",
        mixinStandardHelpOptions = true,
        description = {
            "Delete one service whole: metadata, related data, owner token, mapping and index entry; this cannot be"
                    + " undone.",
            "Works also when its metadata is missing or cannot be read."
        })
final class CleanupServiceCommand implements Callable<Integer> {
    private static final int SHOWN = 20;

    private final Console console;

    @Parameters(index = "0", paramLabel = "TYPE", description = "counter, like, ranking or bbs")
    private String type = "";

    @Parameters(index = "1", paramLabel = "ID", description = "Its id, such as example-100680ad")
    private String id = "";

    @Option(names = "--yes", description = "Do not ask")
    private boolean yes;

    @Mixin
    private final Answer answer = new Answer();

    @Mixin
    private final Access access = new Access();

    @Spec
    @SuppressWarnings("NullAway.Init") // Set by picocli before the command runs.
    private CommandSpec spec;

    CleanupServiceCommand(Console console) {
        this.console = console;
    }

    @Override
    public Integer call() {
        Kind kind = Kind.of(type)
                .orElseThrow(() ->
                        new ParameterException(spec.commandLine(), "The type must be counter, like, ranking or bbs"));
        return access.use(operations -> clean(operations.nostalgic(), kind));
    }

    private int clean(NostalgicDesk desk, Kind kind) {
        Erasure.Plan plan = desk.plan(kind, id);
        String name = kind.id() + " " + ValueText.printable(id);
        if (plan.isEmpty()) {
            throw new Refused("There is nothing of a " + name);
        }
        if (!answer.json()) {
            print(plan);
        }
        if (!yes && !console.confirms("This deletes the " + name + ". Go on?")) {
            throw new Refused("This would delete the " + name + ", and nothing was deleted: confirm it with --yes");
        }
        Erasure.Plan erased = desk.erase(kind, id);
        answer.print(
                console,
                NostalgicJson.json(erased),
                "Deleted the " + name + ": " + Amounts.keys(erased.keys().size()) + ", "
                        + mappings(erased.mappings().size())
                        + (erased.indexed() ? " and its place in the index." : "."));
        return Yorozu.DONE;
    }

    private static String mappings(int count) {
        return count + (count == 1 ? " mapping" : " mappings");
    }

    private void print(Erasure.Plan plan) {
        plan.keys().stream().limit(SHOWN).forEach(key -> console.out().println("  " + ValueText.printable(key)));
        if (plan.keys().size() > SHOWN) {
            console.out().println("  … and " + Amounts.keys(plan.keys().size() - SHOWN) + " more");
        }
        plan.mappings().forEach(key -> console.out().println("  " + ValueText.printable(key)));
        if (plan.indexed()) {
            console.out().println("  its place in " + plan.kind().keys().index().template());
        }
    }
}
