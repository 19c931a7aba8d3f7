package dev.yorozu.server.cli;

import dev.yorozu.account.DirectoryException;
import dev.yorozu.secret.PasswordsBusy;
import dev.yorozu.server.cli.command.Refused;
import dev.yorozu.server.cli.command.Status;
import dev.yorozu.server.config.NearestNames;
import dev.yorozu.server.config.SettingsException;
import dev.yorozu.server.config.StartException;
import dev.yorozu.server.operate.transport.InvalidRequest;
import dev.yorozu.server.operate.transport.OperatorException;
import dev.yorozu.server.store.StoreUrl;
import dev.yorozu.store.StoreException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileSystemException;
import java.nio.file.NoSuchFileException;
import java.util.Objects;
import java.util.Set;
import picocli.CommandLine;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.ParseResult;
import picocli.CommandLine.UnmatchedArgumentException;

/** The one place that turns what a command threw into a sentence and a status. */
final class Faults {
    private Faults() {}

    static int wrongUse(ParameterException wrong, String[] arguments) {
        CommandLine command = wrong.getCommandLine();
        String sentence = sentence(wrong).replaceAll("\\.$", "");
        String help = command.getCommandSpec().qualifiedName(" ") + " --help.";
        return say(command, Status.WRONG, sentence + ": see " + help);
    }

    static int failed(Exception thrown, CommandLine command, ParseResult parsed) {
        return switch (thrown) {
            case StartException wrong -> say(command, Status.WRONG, line(wrong));
            case SettingsException wrong -> say(command, Status.WRONG, line(wrong));
            case StoreUrl.Unknown wrong -> say(command, Status.WRONG, line(wrong));
            case StoreException.CannotOpen wrong -> say(command, Status.WRONG, line(wrong));
            case StoreException fault -> say(command, Status.REFUSED, line(fault));
            case DirectoryException fault -> say(command, Status.REFUSED, line(fault));
            case PasswordsBusy busy -> say(command, Status.REFUSED, line(busy));
            case OperatorException fault -> say(command, Status.REFUSED, line(fault));
            case InvalidRequest invalid -> say(command, Status.REFUSED, line(invalid));
            case Refused refused -> say(command, Status.REFUSED, line(refused));
            case UncheckedIOException wrapped -> failed(Objects.requireNonNull(wrapped.getCause()), command, parsed);
            case IOException file -> say(command, Status.REFUSED, sentence(file));
            default -> {
                // Nothing above foresaw this, so it is a fault of the program, and the trace is what mends it.
                thrown.printStackTrace(command.getErr());
                yield Status.REFUSED;
            }
        };
    }

    private static String sentence(ParameterException wrong) {
        if (!(wrong instanceof UnmatchedArgumentException unmatched)
                || unmatched.getUnmatched().isEmpty()) {
            return line(wrong);
        }
        String first = unmatched.getUnmatched().getFirst();
        CommandSpec spec = wrong.getCommandLine().getCommandSpec();
        Set<String> known = unmatched.isUnknownOption()
                ? spec.optionsMap().keySet()
                : spec.subcommands().keySet();
        return line(wrong)
                + NearestNames.of(first.replaceAll("=.*", ""), known)
                        .map(names -> ", did you mean " + names)
                        .orElse("");
    }

    private static String sentence(IOException fault) {
        return switch (fault) {
            case NoSuchFileException missing -> "There is no file or directory " + missing.getFile();
            case AccessDeniedException denied -> "The permissions of " + denied.getFile() + " do not allow this";
            case FileSystemException file -> "The file " + file.getFile() + " cannot be used: " + file.getReason();
            default -> "The file or connection failed: " + line(fault);
        };
    }

    private static int say(CommandLine command, int status, String sentence) {
        command.getErr().println(command.getColorScheme().errorText(sentence));
        command.getErr().flush();
        return status;
    }

    /** Messages are one line, whatever a library wrote. */
    private static String line(Exception thrown) {
        String message = thrown.getMessage();
        return message == null
                ? thrown.getClass().getSimpleName()
                : message.strip().replaceAll("\\s*\\R\\s*", " ");
    }
}
