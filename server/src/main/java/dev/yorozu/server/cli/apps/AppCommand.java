package dev.yorozu.server.cli.apps;

import picocli.CommandLine.Command;

/** The commands about apps. */
@Command(
        name = "app",
        mixinStandardHelpOptions = true,
        description = "Look after apps: programs with sessions, limits, locks and counters of their own, by /v1.",
        synopsisSubcommandLabel = "COMMAND",
        commandListHeading = "%nCommands:%n",
        subcommands = {
            ChangeAppCommand.Create.class,
            ListAppsCommand.class,
            ShowAppCommand.class,
            ChangeAppCommand.Settings.class,
            ChangeAppCommand.Rotate.class,
            ChangeAppCommand.RotateKey.class,
            ChangeAppCommand.Delete.class
        })
public final class AppCommand {}
