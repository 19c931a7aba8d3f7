package dev.yorozu.server.cli.credentials;

import picocli.CommandLine.Command;

/** The commands about credentials. */
@Command(
        name = "credential",
        mixinStandardHelpOptions = true,
        description = "Look after the credentials of programs: who may come in by a door, and what for.",
        synopsisSubcommandLabel = "COMMAND",
        commandListHeading = "%nCommands:%n",
        subcommands = {
            IssueCommand.Create.class,
            ListCredentialsCommand.class,
            IssueCommand.Rotate.class,
            ChangeCredentialCommand.Allow.class,
            ChangeCredentialCommand.Confirm.class,
            ChangeCredentialCommand.Remove.class
        })
public final class CredentialCommand {}
