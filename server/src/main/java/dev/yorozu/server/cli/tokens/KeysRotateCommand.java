package dev.yorozu.server.cli.tokens;

import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/** Makes a new signing key of a system. */
@Command(
        name = "keys-rotate",
        description = {
            "Make a new key that a system signs its tokens with from now on.",
            "Tokens that older keys signed are accepted until they end, so nobody is signed out."
        })
public final class KeysRotateCommand extends SigningKeyCommand {
    @Parameters(paramLabel = "SYSTEM", description = "The system: tokens or users")
    private String system = "";

    @Override
    public Integer call() {
        return rotate(system);
    }
}
