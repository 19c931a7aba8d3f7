package dev.yorozu.server.cli.command;

import dev.yorozu.server.cli.text.Console;
import dev.yorozu.server.operate.transport.OperateJson;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** A command that prints to a console. */
public abstract class ConsoleCommand implements Callable<Integer> {
    private final Console console;

    @Spec
    @SuppressWarnings("NullAway.Init") // Set by picocli before the command runs.
    private CommandSpec spec;

    protected ConsoleCommand(Console console) {
        this.console = console;
    }

    protected final Console console() {
        return console;
    }

    protected final CommandSpec spec() {
        return spec;
    }

    /** A use of this command that cannot be, which ends with status 2. */
    protected final ParameterException wrong(String message) {
        return new ParameterException(spec.commandLine(), message);
    }

    protected final void println(String line) {
        console.out().println(line);
    }

    /** Prints each as one line of JSON. */
    protected final void printJson(List<?> values) {
        values.forEach(value -> println(OperateJson.tree(value).toString()));
    }
}
