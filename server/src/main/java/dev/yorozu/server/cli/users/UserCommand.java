package dev.yorozu.server.cli.users;

import dev.yorozu.server.cli.command.Refused;
import dev.yorozu.server.operate.tokens.TokenOperations.User;
import dev.yorozu.server.operate.transport.Operations;
import dev.yorozu.server.operate.users.SessionOperations;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** The commands about one user. */
@Command(
        name = "user",
        mixinStandardHelpOptions = true,
        description = "Look after users, and what lives of theirs: sessions and tokens.",
        synopsisSubcommandLabel = "COMMAND",
        commandListHeading = "%nCommands:%n",
        subcommands = {
            CreateUserCommand.class,
            ListUsersCommand.class,
            ShowUserCommand.class,
            EnableUserCommand.Enable.class,
            EnableUserCommand.Disable.class,
            PasswordCommand.class,
            SessionsCommand.class,
            TokensCommand.class,
            RevokeCommand.class,
            InvalidateCommand.class
        })
public final class UserCommand {
    @Spec
    @SuppressWarnings("NullAway.Init") // Set by picocli before the command runs.
    private CommandSpec spec;

    @Parameters(
            paramLabel = "USER",
            arity = "0..1",
            description =
                    "The user's id in its system, or login id or e-mail address; needed by all but create and list")
    private String user = "";

    /** What was typed before the name of a command about one user. */
    static UserCommand of(CommandSpec command) {
        return (UserCommand) command.parent().userObject();
    }

    String user() {
        if (user.isEmpty()) {
            throw new ParameterException(spec.commandLine(), "Missing required parameter: 'USER'");
        }
        return user;
    }

    /** Says so where nothing tells of the user: a name that was mistyped must not look like work that was done. */
    void requireKnown(Operations operations) {
        if (!operations.call(SessionOperations.KNOWN, new User(user())).known()) {
            throw unknown();
        }
    }

    Refused unknown() {
        return AccountText.unknown(user);
    }
}
