package dev.yorozu.server.cli.keys;

import dev.yorozu.server.cli.command.AnsweringCommand;
import dev.yorozu.server.operate.keys.KeyOperations;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/** Counts keys by prefix. */
@Command(name = "count", description = "Count the keys that begin with a prefix; walks them all.")
final class CountCommand extends AnsweringCommand {
    @Parameters(paramLabel = "PREFIX", arity = "0..1", description = "What the names begin with (default: all)")
    private String prefix = "";

    @Override
    public Integer call() {
        KeyOperations.Counted counted = walk("Counting", KeyOperations.COUNT, new KeyOperations.Prefix(prefix));
        return print(counted, Long.toString(counted.count()));
    }
}
