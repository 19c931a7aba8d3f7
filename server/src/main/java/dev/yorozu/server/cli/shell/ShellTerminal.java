package dev.yorozu.server.cli.shell;

import dev.yorozu.command.CommandTable;
import dev.yorozu.keyspace.KeyPattern;
import dev.yorozu.keyspace.Schema;
import dev.yorozu.server.files.OwnerOnly;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.jline.reader.Candidate;
import org.jline.reader.EndOfFileException;
import org.jline.reader.LineReader;
import org.jline.reader.LineReaderBuilder;
import org.jline.reader.ParsedLine;
import org.jline.reader.UserInterruptException;
import org.jline.reader.impl.DefaultParser;
import org.jline.terminal.Terminal;
import org.jline.terminal.TerminalBuilder;

/**
 * A terminal with a person at it: lines are edited and remembered, and commands and declared names completed. A line that begins
 * with a blank is not remembered. Only here is the library for it loaded.
 */
final class ShellTerminal implements AutoCloseable {
    private final Terminal terminal;
    private final LineReader reader;

    private ShellTerminal(Terminal terminal, LineReader reader) {
        this.terminal = terminal;
        this.reader = reader;
    }

    /** @param history where lines are remembered, for their owner alone */
    static ShellTerminal open(CommandTable table, Schema schema, Path history) {
        try {
            return of(TerminalBuilder.builder().system(true).build(), table, schema, history);
        } catch (IOException fault) {
            throw new UncheckedIOException(fault);
        }
    }

    static ShellTerminal of(Terminal terminal, CommandTable table, Schema schema, Path history) throws IOException {
        OwnerOnly.create(history, new byte[0]);
        DefaultParser parser = new DefaultParser();
        parser.setEscapeChars(null);
        parser.setQuoteChars(new char[0]);
        LineReader reader = LineReaderBuilder.builder()
                .terminal(terminal)
                .appName("yorozu")
                .parser(parser)
                .completer((asking, line, candidates) -> complete(line, candidates, table, schema))
                .variable(LineReader.HISTORY_FILE, history)
                .variable(LineReader.HISTORY_SIZE, 1000)
                .option(LineReader.Option.HISTORY_IGNORE_SPACE, true)
                .option(LineReader.Option.HISTORY_TIMESTAMPED, false)
                .option(LineReader.Option.DISABLE_EVENT_EXPANSION, true)
                .option(LineReader.Option.CASE_INSENSITIVE, true)
                .build();
        return new ShellTerminal(terminal, reader);
    }

    private static void complete(ParsedLine line, List<Candidate> to, CommandTable table, Schema schema) {
        if (line.wordIndex() == 0) {
            table.all().stream()
                    .filter(command -> command.name().indexOf('|') < 0)
                    .map(command -> new Candidate(command.name().toUpperCase(Locale.ROOT)))
                    .forEach(to::add);
            to.add(new Candidate("help"));
            to.add(new Candidate("exit"));
            return;
        }
        for (KeyPattern pattern : schema.patterns()) {
            if (!pattern.prefix().isEmpty()) {
                to.add(new Candidate(pattern.prefix(), pattern.template(), null, null, null, null, false));
            }
        }
    }

    /** The next line; empty at the end. One that was interrupted is an empty line. */
    Optional<String> line(String prompt) {
        try {
            return Optional.of(reader.readLine(prompt));
        } catch (UserInterruptException again) {
            return Optional.of("");
        } catch (EndOfFileException end) {
            return Optional.empty();
        }
    }

    /** What was answered to a question, which is no command and so is not remembered; empty at the end. */
    Optional<String> answer(String question) {
        reader.setVariable(LineReader.DISABLE_HISTORY, true);
        try {
            return line(question);
        } finally {
            reader.setVariable(LineReader.DISABLE_HISTORY, false);
        }
    }

    PrintWriter out() {
        return terminal.writer();
    }

    @Override
    public void close() {
        try {
            terminal.close();
        } catch (IOException fault) {
            throw new UncheckedIOException(fault);
        }
    }
}
