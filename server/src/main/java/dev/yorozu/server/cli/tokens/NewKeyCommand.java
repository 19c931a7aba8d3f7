package dev.yorozu.server.cli.tokens;

import dev.yorozu.server.operate.tokens.TokenOperations;
import picocli.CommandLine.Command;

/** As {@code keys-rotate tokens}, beside the other commands about tokens. */
@Command(
        name = "new-key",
        description = {
            "Make a new key that signs access tokens from now on.",
            "Tokens that older keys signed are accepted until they end, so nobody is signed out."
        })
final class NewKeyCommand extends SigningKeyCommand {
    @Override
    public Integer call() {
        return rotate(TokenOperations.SYSTEM);
    }
}
