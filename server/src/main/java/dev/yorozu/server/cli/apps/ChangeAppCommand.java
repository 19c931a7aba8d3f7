package dev.yorozu.server.cli.apps;

import dev.yorozu.json.Document;
import dev.yorozu.server.cli.command.AnsweringCommand;
import dev.yorozu.server.cli.command.Refused;
import dev.yorozu.server.config.Units;
import dev.yorozu.server.operate.apps.AppOperations;
import dev.yorozu.server.operate.apps.AppOperations.ChangeRequest;
import dev.yorozu.server.operate.apps.AppOperations.CreateRequest;
import dev.yorozu.server.operate.apps.AppOperations.Deleted;
import dev.yorozu.server.operate.apps.AppSummary;
import dev.yorozu.server.operate.credentials.CredentialOperations;
import dev.yorozu.server.operate.credentials.CredentialOperations.Issued;
import dev.yorozu.server.operate.credentials.CredentialOperations.RotateRequest;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Makes and changes apps. */
abstract sealed class ChangeAppCommand extends AnsweringCommand {
    @Parameters(paramLabel = "NAME", description = "The app: lower-case letters, digits and dashes")
    private String name = "";

    final String name() {
        return name;
    }

    final Refused none() {
        return new Refused("There is no app " + name + ".");
    }

    /** For people a sentence goes before the secret, which stands on a line of its own to be copied. */
    final int show(Issued issued, String sentence) {
        return print(issued, sentence + " This is shown once:\n" + issued.secret());
    }

    final String read(@Nullable Path file) {
        if (file == null) {
            return "";
        }
        try {
            return Files.readString(file);
        } catch (IOException unreadable) {
            throw wrong("The file " + file + " cannot be read: check its name, and that it is UTF-8");
        }
    }

    @Command(
            name = "create",
            description = "Make an app and a credential for its program, and show the secret of that once.")
    static final class Create extends ChangeAppCommand {
        @Option(
                names = "--settings",
                paramLabel = "FILE",
                description = "Settings in JSON, as app show prints them (default: the usual ones)")
        private @Nullable Path settings;

        @Option(
                names = "--credential",
                paramLabel = "NAME",
                description = "What the credential is called (default: as the app)")
        private String credential = "";

        @Override
        public Integer call() {
            CreateRequest request = new CreateRequest(name(), credential, read(settings));
            Issued issued = access().useOrMake(operator -> operator.call(AppOperations.CREATE, request));
            return show(
                    issued,
                    "Made the app " + name() + ", and the credential " + issued.name() + "."
                            + unpublished(request.settings()));
        }

        /** Whoever names an issuer may want clients to find it; without a name there is nothing to be found. */
        private String unpublished(String json) {
            String address = "/apps/" + name();
            return Document.parse(json)
                    .flatMap(given -> given.document("tokens"))
                    .flatMap(tokens -> tokens.text("issuer"))
                    .filter(issuer -> !issuer.isEmpty() && !issuer.endsWith(address))
                    .map(other ->
                            " No metadata of it are published, because its tokens.issuer is not its address, such as"
                                    + " https://auth.example.org/v1" + address + ".")
                    .orElse("");
        }
    }

    @Command(
            name = "settings",
            description = {
                "Give an app other settings, which count within a second.",
                "Those that the file does not name are as usual."
            })
    static final class Settings extends ChangeAppCommand {
        @Parameters(paramLabel = "FILE", description = "Settings in JSON, as app show prints them")
        private @Nullable Path file;

        @Override
        public Integer call() {
            AppSummary changed = call(AppOperations.CHANGE, new ChangeRequest(name(), read(file)))
                    .orElseThrow(this::none);
            return print(changed, "Gave " + name() + " other settings.");
        }
    }

    @Command(
            name = "rotate",
            description = "Issue a new secret for an app's program; the one before can count on for a while.")
    static final class Rotate extends ChangeAppCommand {
        @Option(
                names = "--credential",
                paramLabel = "NAME",
                description = "Which credential (default: the one that is called as the app)")
        private String credential = "";

        @Option(
                names = "--grace",
                paramLabel = "DURATION",
                description = "How long the present secret counts on, such as 1h; 0s ends it now (default: 24h)")
        private String grace = "24h";

        @Override
        public Integer call() {
            Duration duration = Units.parseDuration(grace)
                    .orElseThrow(() -> wrong("--grace takes a duration such as 90s, 1h or 7d"));
            AppSummary app =
                    call(AppOperations.SHOW, new AppOperations.Name(name())).orElseThrow(this::none);
            String chosen = credential.isEmpty() ? name() : credential;
            if (!app.credentials().contains(chosen)) {
                throw new Refused("The app " + name() + " has no credential " + chosen + ": it has "
                        + (app.credentials().isEmpty() ? "none" : String.join(", ", app.credentials())) + ".");
            }
            long seconds = Math.min(Integer.MAX_VALUE, duration.toSeconds());
            Issued issued = call(CredentialOperations.ROTATE, new RotateRequest(chosen, (int) seconds))
                    .orElseThrow(() -> new Refused("There is no credential " + chosen + "."));
            return show(issued, "Issued a new secret for " + chosen + ".");
        }
    }

    @Command(
            name = "rotate-key",
            description = {
                "Have a new key sign the tokens of an app.",
                "Those that the keys before have signed count until they end."
            })
    static final class RotateKey extends ChangeAppCommand {
        @Override
        public Integer call() {
            AppSummary changed = call(AppOperations.ROTATE_KEY, new AppOperations.Name(name()))
                    .orElseThrow(this::none);
            return print(changed, "A new key signs the tokens of " + name() + ".");
        }
    }

    @Command(
            name = "delete",
            description = {
                "Delete an app with all that it keeps, and the credentials that are for it alone.",
                "Asks first, unless --yes is given."
            })
    static final class Delete extends ChangeAppCommand {
        @Option(names = "--yes", description = "Do not ask")
        private boolean yes;

        @Override
        public Integer call() {
            if (!yes && !console().confirms("This deletes the app " + name() + " and all that it keeps. Go on?")) {
                throw new Refused("This would delete the app " + name()
                        + " and all that it keeps, and nothing was deleted: confirm it with --yes");
            }
            Deleted deleted = walk("Deleting", AppOperations.DELETE, new AppOperations.Name(name()));
            if (!deleted.app() && deleted.keys() == 0) {
                throw none();
            }
            return print(deleted, "Deleted %s and %,d keys of it.".formatted(name(), deleted.keys()));
        }
    }
}
