package dev.yorozu.server.cli.keys;

import picocli.CommandLine.Command;

/** The commands about single keys. */
@Command(
        name = "keys",
        mixinStandardHelpOptions = true,
        description = "Look at keys, change them, and delete them.",
        synopsisSubcommandLabel = "COMMAND",
        commandListHeading = "%nCommands:%n",
        subcommands = {
            GetCommand.class,
            OutlineCommand.Ttl.class,
            OutlineCommand.Type.class,
            ScanCommand.class,
            CountCommand.class,
            OutlineCommand.Memory.class,
            ChangeCommand.Set.class,
            ChangeCommand.Expire.class,
            ChangeCommand.Persist.class,
            DeleteCommand.class
        })
public final class KeysCommand {}
