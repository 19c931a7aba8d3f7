package dev.yorozu.server.cli;

import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

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
            CountCommand.class,
            OutlineCommand.Memory.class,
            ChangeCommand.Set.class,
            ChangeCommand.Expire.class,
            ChangeCommand.Persist.class,
            DeleteCommand.class
        })
final class KeysCommand implements Callable<Integer> {
    @Spec
    @SuppressWarnings("NullAway.Init") // Set by picocli before the command runs.
    private CommandSpec spec;

    @Override
    public Integer call() {
        throw new ParameterException(spec.commandLine(), "Missing required subcommand");
    }
}
