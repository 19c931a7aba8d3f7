package dev.yorozu.server.cli;

import dev.yorozu.server.admin.Entry;
import dev.yorozu.server.admin.OperationsJson;
import dev.yorozu.server.admin.View;
import dev.yorozu.server.backup.TypeName;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** Prints one thing about each of some keys, and nothing of their values. */
abstract sealed class OutlineCommand implements Callable<Integer> {
    private final Console console;
    private final Table.Column column;

    @Parameters(paramLabel = "NAME", arity = "1..*", description = "Names of keys")
    private List<String> names = List.of();

    @Mixin
    private final TableAnswer answer = new TableAnswer();

    @Option(names = "--reveal", description = "Show secret parts of names")
    private boolean reveal;

    @Mixin
    private final Access access = new Access();

    @Spec
    @SuppressWarnings("NullAway.Init") // Set by picocli before the command runs.
    private CommandSpec spec;

    OutlineCommand(Console console, Table.Column column) {
        this.console = console;
        this.column = column;
    }

    /** What this command is about, of one key. */
    abstract String cell(Entry entry);

    @Override
    public Integer call() {
        KeyNames.requireValid(names, spec);
        List<Entry> found = access.use(operations -> {
            List<Entry> entries = new ArrayList<>();
            names.forEach(name -> operations.entry(name, new View(0, reveal)).ifPresent(entries::add));
            return entries;
        });
        if (answer.json()) {
            found.forEach(entry -> console.out().println(OperationsJson.json(entry)));
        } else {
            Table table = new Table(Table.Column.left("KEY"), column);
            found.forEach(entry -> table.row(ValueText.printable(entry.name()), cell(entry)));
            table.print(console);
        }
        return Missing.report(console, names.size(), found.size());
    }

    /** How long keys still live. */
    @Command(name = "ttl", mixinStandardHelpOptions = true, description = "Print how long keys still live.")
    static final class Ttl extends OutlineCommand {
        Ttl(Console console) {
            super(console, Table.Column.right("LIFE"));
        }

        @Override
        String cell(Entry entry) {
            return Amounts.life(entry.life());
        }
    }

    /** What lives at keys. */
    @Command(name = "type", mixinStandardHelpOptions = true, description = "Print the types of keys.")
    static final class Type extends OutlineCommand {
        Type(Console console) {
            super(console, Table.Column.left("TYPE"));
        }

        @Override
        String cell(Entry entry) {
            return TypeName.of(entry.type());
        }
    }

    /** How much room keys take. */
    @Command(
            name = "memory",
            mixinStandardHelpOptions = true,
            description = "Print about how much room keys take; each kind of store counts its own way.")
    static final class Memory extends OutlineCommand {
        Memory(Console console) {
            super(console, Table.Column.right("BYTES"));
        }

        @Override
        String cell(Entry entry) {
            return Amounts.bytes(entry.bytes());
        }
    }
}
