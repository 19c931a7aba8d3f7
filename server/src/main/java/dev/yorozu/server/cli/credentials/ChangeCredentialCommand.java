package dev.yorozu.server.cli.credentials;

import dev.yorozu.server.cli.command.AnsweringCommand;
import dev.yorozu.server.cli.command.Refused;
import dev.yorozu.server.operate.credentials.CredentialOperations;
import dev.yorozu.server.operate.credentials.CredentialOperations.Changed;
import dev.yorozu.server.operate.credentials.CredentialOperations.Name;
import java.util.Optional;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

/** Changes a credential that is there. */
abstract sealed class ChangeCredentialCommand extends AnsweringCommand {
    @Parameters(paramLabel = "NAME", description = "The credential")
    private String name = "";

    final String name() {
        return name;
    }

    final int done(Optional<Changed> changed, String sentence) {
        return print(
                changed.orElseThrow(() -> new Refused("There is no credential " + name + ".")),
                sentence.formatted(name));
    }

    @Command(name = "allow", description = "Give a credential other rights, which count from the next command on.")
    static final class Allow extends ChangeCredentialCommand {
        @Mixin
        private final RightsOptions rights = new RightsOptions();

        @Override
        public Integer call() {
            return done(call(CredentialOperations.ALLOW, rights.of(name())), "Gave %s other rights");
        }
    }

    @Command(
            name = "confirm",
            description = {
                "Let a credential count again that a restore or repair suspended.",
                "Its secret may have been replaced or removed since the backup was made: confirm what you know."
            })
    static final class Confirm extends ChangeCredentialCommand {
        @Override
        public Integer call() {
            return done(call(CredentialOperations.CONFIRM, new Name(name())), "%s counts again");
        }
    }

    @Command(name = "remove", description = "Remove a credential, which ends it at once.")
    static final class Remove extends ChangeCredentialCommand {
        @Override
        public Integer call() {
            return done(call(CredentialOperations.REMOVE, new Name(name())), "Removed %s");
        }
    }
}
