package dev.yorozu.server.cli.tokens;

import dev.yorozu.server.cli.text.Console;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/** Makes a new signing key of a system. */
@Command(
        name = "keys-rotate",
        mixinStandardHelpOptions = true,
        description = {
            "Make a new key that a system signs its tokens with from now on.",
            "Tokens that older keys signed are accepted until they end, so nobody is signed out."
        })
public final class KeysRotateCommand extends SigningKeyCommand {
    @Parameters(paramLabel = "SYSTEM", description = "The system: tokens or users")
    private String system = "";

    KeysRotateCommand(Console console) {
        super(console);
    }

    @Override
    public Integer call() {
        return rotate(system);
    }
}
