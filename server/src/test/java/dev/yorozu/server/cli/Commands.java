package dev.yorozu.server.cli;

import dev.yorozu.server.cli.text.Console;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;

/** Commands within this process, for what needs no process of its own. */
final class Commands {
    private Commands() {}

    static Program.Ended run(String... arguments) {
        return runWith("", arguments);
    }

    /** Runs a command that reads this from its standard input. */
    static Program.Ended runWith(String input, String... arguments) {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        ByteArrayOutputStream err = new ByteArrayOutputStream();
        Console console = new Console(
                new ByteArrayInputStream(input.getBytes(StandardCharsets.UTF_8)),
                new PrintStream(out, true, StandardCharsets.UTF_8),
                new PrintStream(err, true, StandardCharsets.UTF_8));
        int status = Yorozu.commandLine(console).execute(arguments);
        console.out().flush();
        console.err().flush();
        return new Program.Ended(status, out.toString(StandardCharsets.UTF_8), err.toString(StandardCharsets.UTF_8));
    }
}
