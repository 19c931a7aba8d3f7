package dev.yorozu.server.cli.keys;

import dev.yorozu.server.cli.command.TableCommand;
import dev.yorozu.server.cli.text.Amounts;
import dev.yorozu.server.cli.text.Table;
import dev.yorozu.server.cli.text.ValueText;
import dev.yorozu.server.operate.backup.format.TypeName;
import dev.yorozu.server.operate.keys.Entry;
import java.util.List;
import java.util.function.Function;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Prints one thing about each of some keys, and nothing of their values. */
abstract sealed class OutlineCommand extends TableCommand {
    private final String column;
    private final Function<Entry, String> cell;

    @Parameters(paramLabel = "NAME", arity = "1..*", description = "Names of keys")
    private List<String> names = List.of();

    @Option(names = "--reveal", description = "Show secret parts of names")
    private boolean reveal;

    /** @param cell what stands in the column, of one key */
    OutlineCommand(String column, Function<Entry, String> cell) {
        this.column = column;
        this.cell = cell;
    }

    @Override
    public Integer call() {
        KeyNames.requireValid(names, spec());
        List<Entry> found = access().use(operator -> KeyNames.entries(operator, names, 0, reveal));
        if (json()) {
            printJson(found);
        } else {
            Table table = new Table("KEY", column);
            found.forEach(entry -> table.row(ValueText.printable(entry.name()), cell.apply(entry)));
            table.print(console());
        }
        return KeyNames.report(console(), names.size(), found.size());
    }

    /** How long keys still live. */
    @Command(name = "ttl", description = "Print how long keys still live.")
    static final class Ttl extends OutlineCommand {
        Ttl() {
            super(">LIFE", entry -> Amounts.life(entry.life()));
        }
    }

    /** What lives at keys. */
    @Command(name = "type", description = "Print the types of keys.")
    static final class Type extends OutlineCommand {
        Type() {
            super("TYPE", entry -> TypeName.of(entry.type()));
        }
    }

    /** How much room keys take. */
    @Command(
            name = "memory",
            description = "Print about how much room keys take; each kind of store counts its own way.")
    static final class Memory extends OutlineCommand {
        Memory() {
            super(">BYTES", entry -> Amounts.bytes(entry.bytes()));
        }
    }
}
