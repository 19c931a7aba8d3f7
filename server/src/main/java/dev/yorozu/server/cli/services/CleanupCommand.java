package dev.yorozu.server.cli.services;

import picocli.CommandLine.Command;

/** Deletes what is not wanted, or broken. */
@Command(
        name = "cleanup",
        mixinStandardHelpOptions = true,
        description = "Delete a counter, like, ranking or board whole, or all that is broken.",
        synopsisSubcommandLabel = "COMMAND",
        subcommands = {CleanupServiceCommand.class, CleanupInvalidCommand.class})
public final class CleanupCommand {}
