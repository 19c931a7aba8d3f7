package dev.yorozu.server.cli.credentials;

import dev.yorozu.server.cli.command.AnsweringCommand;
import dev.yorozu.server.cli.command.Refused;
import dev.yorozu.server.config.Units;
import dev.yorozu.server.operate.credentials.CredentialOperations;
import dev.yorozu.server.operate.credentials.CredentialOperations.Issued;
import dev.yorozu.server.operate.credentials.CredentialOperations.RotateRequest;
import java.time.Duration;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Issues a secret, and shows it once. */
abstract sealed class IssueCommand extends AnsweringCommand {
    @Parameters(paramLabel = "NAME", description = "Lower-case letters, digits and dashes")
    private String name = "";

    final String name() {
        return name;
    }

    /** For people a sentence goes before the secret, which stands on a line of its own to be copied. */
    final int show(Issued issued, String sentence) {
        return print(issued, sentence + " This is shown once:\n" + issued.secret());
    }

    @Command(name = "create", description = "Make a credential, and show its secret once.")
    static final class Create extends IssueCommand {
        @Mixin
        private final RightsOptions rights = new RightsOptions();

        @Override
        public Integer call() {
            Issued issued =
                    access().useOrMake(operator -> operator.call(CredentialOperations.CREATE, rights.of(name())));
            return show(issued, "Made the credential " + name() + ".");
        }
    }

    @Command(
            name = "rotate",
            description = "Issue a new secret, which counts at once; the one before can count on for a while.")
    static final class Rotate extends IssueCommand {
        @Option(
                names = "--grace",
                paramLabel = "DURATION",
                description = "How long the present secret counts on, such as 1h; 0s ends it now (default: 24h)")
        private String grace = "24h";

        @Override
        public Integer call() {
            Duration duration = Units.parseDuration(grace)
                    .orElseThrow(() -> wrong("--grace takes a duration such as 90s, 1h or 7d"));
            long seconds = Math.min(Integer.MAX_VALUE, duration.toSeconds());
            Issued issued = call(CredentialOperations.ROTATE, new RotateRequest(name(), (int) seconds))
                    .orElseThrow(() -> new Refused("There is no credential " + name() + "."));
            return show(issued, "Issued a new secret for " + name() + ".");
        }
    }
}
