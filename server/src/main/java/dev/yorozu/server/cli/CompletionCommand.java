package dev.yorozu.server.cli;

import dev.yorozu.server.cli.command.ConsoleCommand;
import dev.yorozu.server.cli.command.Status;
import picocli.AutoComplete;
import picocli.CommandLine.Command;

/** Prints what teaches a shell to complete the program's commands and options. */
@Command(
        name = "completion",
        aliases = "generate-completion",
        description = {"Print a completion script for bash and zsh.", "Use it with: source <(yorozu completion)"})
final class CompletionCommand extends ConsoleCommand {
    @Override
    public Integer call() {
        console().out().print(AutoComplete.bash("yorozu", spec().root().commandLine()));
        console().out().flush();
        return Status.DONE;
    }
}
