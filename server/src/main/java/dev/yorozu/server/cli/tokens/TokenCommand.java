package dev.yorozu.server.cli.tokens;

import picocli.CommandLine.Command;

/** The commands about tokens. */
@Command(
        name = "token",
        mixinStandardHelpOptions = true,
        description = "Look at a token that somebody holds, revoke one, or make a new key that signs them.",
        synopsisSubcommandLabel = "COMMAND",
        commandListHeading = "%nCommands:%n",
        subcommands = {
            InspectCommand.class,
            RevokedCommand.Revoke.class,
            RevokedCommand.Look.class,
            SigningKeyCommand.OfTokens.class
        })
public final class TokenCommand {}
