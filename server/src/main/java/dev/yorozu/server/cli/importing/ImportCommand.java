package dev.yorozu.server.cli.importing;

import picocli.CommandLine.Command;

/** Brings the data of other programs in. */
@Command(
        name = "import",
        mixinStandardHelpOptions = true,
        description = {
            "Bring in the keys of a program that keeps its state as one of the systems here does.",
            "Without --apply nothing is written: it says what would be."
        },
        synopsisSubcommandLabel = "SOURCE",
        subcommands = {ImportCloudflareCommand.class, ImportRedisCommand.class, ImportUpstashCommand.class})
public final class ImportCommand {}
