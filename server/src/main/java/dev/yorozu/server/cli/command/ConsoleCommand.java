package dev.yorozu.server.cli.command;

import dev.yorozu.server.cli.text.Console;
import dev.yorozu.server.operate.transport.OperateJson;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** A command that prints to a console, with the options that all commands have. */
@Command(mixinStandardHelpOptions = true)
public abstract class ConsoleCommand implements Callable<Integer> {
    @SuppressWarnings("NullAway.Init") // Set before the command runs, as what picocli sets.
    private Console console;

    @Spec
    @SuppressWarnings("NullAway.Init") // Set by picocli before the command runs.
    private CommandSpec spec;

    /** Called once, by what makes commands. */
    public final void printTo(Console target) {
        console = target;
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

    /** Prints JSON for programs or a sentence for people, and gives the status of a command that is done. */
    protected final int print(boolean json, Object forPrograms, String forPeople) {
        println(json ? OperateJson.tree(forPrograms).toString() : forPeople);
        return Status.DONE;
    }

    /** Prints each as one line of JSON. */
    protected final void printJson(List<?> values) {
        values.forEach(value -> println(OperateJson.tree(value).toString()));
    }
}
