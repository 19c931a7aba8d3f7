package dev.yorozu.server.cli;

import dev.yorozu.server.admin.tokens.TokenDesk;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** As {@code keys-rotate tokens}, beside the other commands about tokens. */
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
    private final Answer answer = new Answer();

    @Mixin
    private final Access access = new Access();

    NewKeyCommand(Console console) {
        this.console = console;
    }

    @Override
    public Integer call() {
        return KeysRotateCommand.rotate(access, TokenDesk.SYSTEM, answer, console);
    }
}
