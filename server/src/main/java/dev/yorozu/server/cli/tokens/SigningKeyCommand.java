package dev.yorozu.server.cli.tokens;

import dev.yorozu.server.cli.command.AnsweringCommand;
import dev.yorozu.server.cli.command.Refused;
import dev.yorozu.server.cli.text.ValueText;
import dev.yorozu.server.operate.tokens.NewSigningKey;
import dev.yorozu.server.operate.tokens.TokenOperations;
import dev.yorozu.server.operate.transport.OperateJson;

/** Makes a new key that a system signs its tokens with; what older keys signed is accepted until it ends. */
abstract class SigningKeyCommand extends AnsweringCommand {
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
}
