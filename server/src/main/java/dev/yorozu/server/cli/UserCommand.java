package dev.yorozu.server.cli;

import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** The commands about one user. */
@Command(
        name = "user",
        mixinStandardHelpOptions = true,
        description = "Look at a user's sessions and tokens, and end them.",
        synopsisSubcommandLabel = "COMMAND",
        commandListHeading = "%nCommands:%n",
        subcommands = {SessionsCommand.class, TokensCommand.class, RevokeCommand.class, InvalidateCommand.class})
final class UserCommand implements Callable<Integer> {
    @Spec
    @SuppressWarnings("NullAway.Init") // Set by picocli before the command runs.
    private CommandSpec spec;

    @Parameters(paramLabel = "USER", description = "The user's id in its system")
    private String user = "";

    String user() {
        return user;
    }

    Refused unknown() {
        return new Refused(
                "There is no user " + ValueText.printable(user) + ": name one by id, login id or e-mail address.");
    }

    @Override
    public Integer call() {
        throw new ParameterException(spec.commandLine(), "Missing required subcommand");
    }
}
