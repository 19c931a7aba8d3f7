package dev.yorozu.server.cli;

import dev.yorozu.server.cli.command.ConsoleCommand;
import dev.yorozu.server.cli.command.Status;
import picocli.CommandLine.Command;

/** Prints the manual page, made from the commands themselves as the completion is. */
@Command(
        name = "manual",
        description = {"Print the manual page, yorozu(1).", "Read it with: yorozu manual | man -l -"})
final class ManualCommand extends ConsoleCommand {
    @Override
    public Integer call() {
        console().out().print(new ManualPage(spec().root().commandLine()).text());
        console().out().flush();
        return Status.DONE;
    }
}
