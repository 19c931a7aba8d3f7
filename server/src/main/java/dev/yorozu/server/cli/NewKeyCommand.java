package dev.yorozu.server.cli;

import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** Makes a new key that signs access tokens; what older keys signed is accepted until it ends. */
@Command(
        name = "new-key",
        mixinStandardHelpOptions = true,
        description = {
            "Make a new key that signs access tokens from now on.",
            "Tokens that older keys signed are accepted until they end, so nobody is signed out."
        })
final class NewKeyCommand implements Callable<Integer> {
    private final Console console;

    @Mixin
    private final Access access = new Access();

    NewKeyCommand(Console console) {
        this.console = console;
    }

    @Override
    public Integer call() {
        String name = access.use(operations -> operations.tokens().newKey())
                .orElseThrow(() -> new Refused("The settings give the signing keys, so no key was made here: put the"
                        + " new one first in systems.tokens.jwt and keep the old one behind it."));
        console.out().println("Signing with the new key " + ValueText.printable(name) + " from now on");
        return Yorozu.DONE;
    }
}
