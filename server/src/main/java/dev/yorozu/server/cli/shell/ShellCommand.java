package dev.yorozu.server.cli.shell;

import dev.yorozu.command.CommandTable;
import dev.yorozu.keyspace.Keyspace;
import dev.yorozu.server.cli.command.OperatorCommand;
import dev.yorozu.server.cli.command.Status;
import dev.yorozu.server.doors.redis.InlineWords;
import dev.yorozu.server.operate.commands.CommandReply;
import dev.yorozu.server.operate.transport.Operations;
import dev.yorozu.store.Bytes;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Redis's commands on whatever store: one that is given, those on the input, or as a person types them. */
@Command(
        name = "shell",
        description = {
            "Give Redis commands, on whatever store: one as arguments, or line by line.",
            "Values that are declared secret, or not declared at all, are hidden unless --reveal is given.",
            "The status is 1 when one of the commands was answered with an error."
        })
public final class ShellCommand extends OperatorCommand {
    private static final String PROMPT = "yorozu> ";
    private static final String PROMPT_WITHIN = "yorozu(TX)> ";

    @Parameters(paramLabel = "WORD", arity = "0..*", description = "A command, such as GET NAME; none for a shell")
    private List<String> words = List.of();

    @Option(names = "--reveal", description = "Show secrets")
    private boolean reveal;

    @Option(names = "--force", description = "Also write keys that only Yorozu writes")
    private boolean force;

    @Option(names = "--yes", description = "Do not ask before keys are deleted")
    private boolean yes;

    @Override
    public Integer call() {
        return access().useOrMake(operations -> {
            if (!words.isEmpty()) {
                List<Bytes> call = words.stream().map(Bytes::of).toList();
                return status(isDone(
                        shell(operations, this::confirms), call, console().out()));
            }
            return status(console().interactive() ? converse(operations) : readAll(operations));
        });
    }

    private static int status(boolean done) {
        return done ? Status.DONE : Status.REFUSED;
    }

    private Shell shell(Operations operations, Predicate<String> confirms) {
        return new Shell(operations, CommandTable.standard(), new Shell.Options(reveal, force, yes), confirms);
    }

    /** Where nobody can be asked, what was named is deleted, but all keys only with --yes. */
    private boolean confirms(String question) {
        return console().interactive() ? console().confirms(question) : !question.contains("all keys");
    }

    private boolean readAll(Operations operations) {
        Shell shell = shell(operations, this::confirms);
        boolean done = true;
        try (BufferedReader lines = console().reader()) {
            for (String line = lines.readLine(); line != null; line = lines.readLine()) {
                done &= isDone(shell, line, console().out());
            }
            return done;
        } catch (IOException fault) {
            throw new UncheckedIOException(fault);
        }
    }

    private boolean converse(Operations operations) {
        Path history = Path.of(System.getProperty("user.home"), ".yorozu_history");
        try (ShellTerminal terminal = ShellTerminal.open(CommandTable.standard(), Keyspace.schema(), history)) {
            Shell shell = shell(
                    operations,
                    question -> terminal.answer(question + " [y/N] ")
                            .filter(answer -> answer.strip().matches("(?i)y|yes"))
                            .isPresent());
            Optional<String> line = terminal.line(PROMPT);
            while (line.isPresent() && !line.get().strip().matches("(?i)exit|quit")) {
                isDone(shell, line.get(), terminal.out());
                terminal.out().flush();
                line = terminal.line(shell.isInTransaction() ? PROMPT_WITHIN : PROMPT);
            }
            return true;
        }
    }

    /** Does what a line says; a line with nothing in it, or with a remark, says nothing. */
    private boolean isDone(Shell shell, String line, PrintWriter out) {
        if (line.isBlank() || line.strip().startsWith("#")) {
            return true;
        }
        Optional<List<Bytes>> call = InlineWords.call(line.getBytes(StandardCharsets.UTF_8));
        if (call.isEmpty()) {
            out.println("(error) a quote is not closed");
            return false;
        }
        return isDone(shell, call.get(), out);
    }

    private boolean isDone(Shell shell, List<Bytes> call, PrintWriter out) {
        if (call.getFirst().text().equalsIgnoreCase("help")) {
            CommandHelp.lines(CommandTable.standard(), call).forEach(out::println);
            return true;
        }
        List<CommandReply> replies = shell.execute(call);
        replies.forEach(reply -> ReplyText.lines(reply).forEach(out::println));
        return replies.stream().noneMatch(CommandReply::isError);
    }
}
