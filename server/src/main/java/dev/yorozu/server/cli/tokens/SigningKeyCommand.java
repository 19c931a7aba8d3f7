package dev.yorozu.server.cli.tokens;

import dev.yorozu.server.cli.command.AnsweringCommand;
import dev.yorozu.server.cli.command.Refused;
import dev.yorozu.server.cli.text.ValueText;
import dev.yorozu.server.operate.tokens.NewSigningKey;
import dev.yorozu.server.operate.tokens.TokenOperations;
import dev.yorozu.server.operate.transport.OperateJson;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/** Makes a new key that a system signs its tokens with; what older keys signed is accepted until it ends. */
public abstract sealed class SigningKeyCommand extends AnsweringCommand {
    final int rotate(String system) {
        NewSigningKey made = call(TokenOperations.NEW_KEY, new TokenOperations.SystemName(system))
                .orElseThrow(
                        () -> new Refused("There is no system " + ValueText.printable(system) + " that signs tokens."));
        String name = made.name()
                .orElseThrow(() -> new Refused("The settings give the signing keys, so no key was made here: put the"
                        + " new one first in systems." + system + ".jwt and keep the old one behind it."));
        return print(
                OperateJson.object().put("system", system).put("key", name),
                "Signing with the new key " + ValueText.printable(name) + " from now on");
    }

    /** For any system. */
    @Command(
            name = "keys-rotate",
            description = {
                "Make a new key that a system signs its tokens with from now on.",
                "Tokens that older keys signed are accepted until they end, so nobody is signed out."
            })
    public static final class Rotate extends SigningKeyCommand {
        @Parameters(paramLabel = "SYSTEM", description = "The system: tokens or users")
        private String system = "";

        @Override
        public Integer call() {
            return rotate(system);
        }
    }

    /** As {@code keys-rotate tokens}, beside the other commands about tokens. */
    @Command(
            name = "new-key",
            description = {
                "Make a new key that signs access tokens from now on.",
                "Tokens that older keys signed are accepted until they end, so nobody is signed out."
            })
    static final class OfTokens extends SigningKeyCommand {
        @Override
        public Integer call() {
            return rotate(TokenOperations.SYSTEM);
        }
    }
}
