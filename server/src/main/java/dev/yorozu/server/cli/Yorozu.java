package dev.yorozu.server.cli;

import dev.yorozu.server.cli.apps.AppCommand;
import dev.yorozu.server.cli.backup.BackupCommand;
import dev.yorozu.server.cli.backup.BackupsCommand;
import dev.yorozu.server.cli.backup.RepairCommand;
import dev.yorozu.server.cli.backup.RestoreCommand;
import dev.yorozu.server.cli.command.ConsoleCommand;
import dev.yorozu.server.cli.credentials.CredentialCommand;
import dev.yorozu.server.cli.importing.ImportCommand;
import dev.yorozu.server.cli.keys.KeysCommand;
import dev.yorozu.server.cli.keys.SchemaCommand;
import dev.yorozu.server.cli.keys.StatsCommand;
import dev.yorozu.server.cli.services.CleanupCommand;
import dev.yorozu.server.cli.services.ShowCommand;
import dev.yorozu.server.cli.services.VerifyCommand;
import dev.yorozu.server.cli.serving.DemoCommand;
import dev.yorozu.server.cli.serving.HealthCommand;
import dev.yorozu.server.cli.serving.PrepareCommand;
import dev.yorozu.server.cli.serving.RehearseCommand;
import dev.yorozu.server.cli.serving.ServeCommand;
import dev.yorozu.server.cli.shell.ShellCommand;
import dev.yorozu.server.cli.text.Console;
import dev.yorozu.server.cli.tokens.SigningKeyCommand;
import dev.yorozu.server.cli.tokens.TokenCommand;
import dev.yorozu.server.cli.users.AuditCommand;
import dev.yorozu.server.cli.users.UserCommand;
import dev.yorozu.server.config.Version;
import java.util.logging.Level;
import java.util.logging.LogManager;
import java.util.logging.Logger;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.HelpCommand;
import picocli.CommandLine.Model.CommandSpec;

/** The program. Its status is 0 when done, 1 when a command refused or found something, 2 for a wrong use or start. */
@Command(
        name = "yorozu",
        description = "The general store for the small, expiring state that every web app keeps.",
        mixinStandardHelpOptions = true,
        synopsisSubcommandLabel = "COMMAND",
        commandListHeading = "%nCommands:%n",
        optionListHeading = "%nOptions:%n",
        exitCodeListHeading = "%nStatus:%n",
        exitCodeList = {
            " 0:done",
            " 1:refused, or something was found that should not be",
            " 2:wrong use, or it cannot start like this"
        },
        subcommands = {
            ServeCommand.class,
            DemoCommand.class,
            PrepareCommand.class,
            RehearseCommand.class,
            HealthCommand.class,
            SchemaCommand.class,
            StatsCommand.class,
            ShowCommand.class,
            VerifyCommand.class,
            CleanupCommand.class,
            KeysCommand.class,
            ShellCommand.class,
            UserCommand.class,
            TokenCommand.class,
            SigningKeyCommand.Rotate.class,
            AppCommand.class,
            CredentialCommand.class,
            AuditCommand.class,
            BackupCommand.class,
            BackupsCommand.class,
            RestoreCommand.class,
            RepairCommand.class,
            ImportCommand.class,
            CompletionCommand.class,
            ManualCommand.class,
            HelpCommand.class
        })
public final class Yorozu {
    /** Libraries log through java.util.logging; what they say belongs in a server's log, not between a table's lines. */
    private static final Logger ROOT = Logger.getLogger("");

    private static final String SERVE = "serve";

    public static void main(String[] arguments) {
        LogManager.getLogManager().reset();
        ROOT.setLevel(Level.OFF);
        Console console = new Console(System.in, System.out, System.err);
        boolean serves = arguments.length > 0 && arguments[0].equals(SERVE);
        System.exit((serves ? serving(console) : commandLine(console)).execute(arguments));
    }

    static CommandLine commandLine(Console console) {
        CommandLine line = configured(new CommandLine(new Yorozu(), new Commands(console)), console);
        line.getCommandSpec().version("yorozu " + Version.text());
        return line;
    }

    /** Only the command that serves: to read what all others are takes longer than to open a store. */
    static CommandLine serving(Console console) {
        CommandSpec program = CommandSpec.create().name("yorozu");
        program.addSubcommand(SERVE, new CommandLine(ServeCommand.class, new Commands(console)));
        return configured(new CommandLine(program), console);
    }

    private static CommandLine configured(CommandLine line, Console console) {
        return line.setOut(console.out())
                .setErr(console.err())
                .setColorScheme(CommandLine.Help.defaultColorScheme(console.ansi()))
                .setCaseInsensitiveEnumValuesAllowed(true)
                .setUsageHelpAutoWidth(true)
                .setAbbreviatedOptionsAllowed(false)
                .setParameterExceptionHandler(Faults::wrongUse)
                .setExecutionExceptionHandler(Faults::failed);
    }

    /** Makes commands that know where to print. */
    private record Commands(Console console) implements CommandLine.IFactory {
        @Override
        public <K> K create(Class<K> type) throws Exception {
            K made = CommandLine.defaultFactory().create(type);
            if (made instanceof ConsoleCommand command) {
                command.printTo(console);
            }
            return made;
        }
    }
}
