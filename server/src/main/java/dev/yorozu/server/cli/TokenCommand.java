package dev.yorozu.server.cli;

import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** The commands about tokens. */
@Command(
        name = "token",
        mixinStandardHelpOptions = true,
        description = "Look at a token that somebody holds, revoke one, or make a new key that signs them.",
        synopsisSubcommandLabel = "COMMAND",
        commandListHeading = "%nCommands:%n",
        subcommands = {InspectCommand.class, RevokedCommand.Revoke.class, RevokedCommand.Look.class, NewKeyCommand.class
        })
final class TokenCommand implements Callable<Integer> {
    @Spec
    @SuppressWarnings("NullAway.Init") // Set by picocli before the command runs.
    private CommandSpec spec;

    @Override
    public Integer call() {
        throw new ParameterException(spec.commandLine(), "Missing required subcommand");
    }
}
