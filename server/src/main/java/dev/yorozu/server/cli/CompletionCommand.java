package dev.yorozu.server.cli;

import java.util.concurrent.Callable;
import picocli.AutoComplete;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** Prints what teaches a shell to complete the program's commands and options. */
@Command(
        name = "completion",
        aliases = "generate-completion",
        mixinStandardHelpOptions = true,
        description = {"Print a completion script for bash and zsh.", "Use it with: source <(yorozu completion)"})
final class CompletionCommand implements Callable<Integer> {
    private final Console console;

    @Spec
    @SuppressWarnings("NullAway.Init") // Set by picocli before the command runs.
    private CommandSpec spec;

    CompletionCommand(Console console) {
        this.console = console;
    }

    @Override
    public Integer call() {
        console.out().print(AutoComplete.bash("yorozu", spec.root().commandLine()));
        console.out().flush();
        return Yorozu.DONE;
    }
}
