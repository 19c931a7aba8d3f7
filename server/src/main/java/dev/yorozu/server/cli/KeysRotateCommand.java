package dev.yorozu.server.cli;

import dev.yorozu.server.admin.NewKey;
import dev.yorozu.server.admin.OperationsJson;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

/** Makes a new key that a system signs its tokens with; what older keys signed is accepted until it ends. */
@Command(
        name = "keys-rotate",
        mixinStandardHelpOptions = true,
        description = {
            "Make a new key that a system signs its tokens with from now on.",
            "Tokens that older keys signed are accepted until they end, so nobody is signed out."
        })
final class KeysRotateCommand implements Callable<Integer> {
    private final Console console;

    @Parameters(paramLabel = "SYSTEM", description = "The system: tokens or users")
    private String system = "";

    @Mixin
    private final Answer answer = new Answer();

    @Mixin
    private final Access access = new Access();

    KeysRotateCommand(Console console) {
        this.console = console;
    }

    @Override
    public Integer call() {
        return rotate(access, system, answer, console);
    }

    static int rotate(Access access, String system, Answer answer, Console console) {
        String name = switch (access.use(operations -> operations.newKey(system))) {
            case NewKey.Made made -> made.name();
            case NewKey.Given given ->
                throw new Refused("The settings give the signing keys, so no key was made here: put the new one"
                        + " first in systems." + system + ".jwt and keep the old one behind it.");
            case NewKey.NoSystem none ->
                throw new Refused("There is no system " + ValueText.printable(system) + " that signs tokens.");
        };
        answer.print(
                console,
                OperationsJson.object().put("system", system).put("key", name),
                "Signing with the new key " + ValueText.printable(name) + " from now on");
        return Yorozu.DONE;
    }
}
