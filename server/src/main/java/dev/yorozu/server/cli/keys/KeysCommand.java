package dev.yorozu.server.cli.keys;

import dev.yorozu.server.cli.command.AnsweringCommand;
import dev.yorozu.server.operate.keys.KeyOperations;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/** The commands about single keys. */
@Command(
        name = "keys",
        mixinStandardHelpOptions = true,
        description = "Look at keys, change them, and delete them.",
        synopsisSubcommandLabel = "COMMAND",
        commandListHeading = "%nCommands:%n",
        subcommands = {
            GetCommand.class,
            OutlineCommand.Ttl.class,
            OutlineCommand.Type.class,
            ScanCommand.class,
            KeysCommand.Count.class,
            OutlineCommand.Memory.class,
            ChangeCommand.Set.class,
            ChangeCommand.Expire.class,
            ChangeCommand.Persist.class,
            DeleteCommand.class
        })
public final class KeysCommand {
    /** Counts keys by prefix. */
    @Command(name = "count", description = "Count the keys that begin with a prefix; walks them all.")
    static final class Count extends AnsweringCommand {
        @Parameters(paramLabel = "PREFIX", arity = "0..1", description = "What the names begin with (default: all)")
        private String prefix = "";

        @Override
        public Integer call() {
            KeyOperations.Counted counted = walk("Counting", KeyOperations.COUNT, new KeyOperations.Prefix(prefix));
            return print(counted, Long.toString(counted.count()));
        }
    }
}
