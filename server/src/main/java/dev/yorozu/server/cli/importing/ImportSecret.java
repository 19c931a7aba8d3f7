package dev.yorozu.server.cli.importing;

import dev.yorozu.server.cli.command.Refused;
import dev.yorozu.server.cli.text.Console;
import java.util.Optional;
import picocli.CommandLine.Option;

/** Where an import takes the password or token of its source from. Never an argument, which others on the machine see. */
final class ImportSecret {
    static final String VARIABLE = "YOROZU_IMPORT_SECRET";
    private static final int MOST_BYTES = 8192;

    @Option(
            names = "--secret-stdin",
            description = {
                "Read the password or token from the first line of the standard input",
                "(default: " + VARIABLE + ")"
            })
    private boolean fromInput;

    Optional<String> find(Console console) {
        Optional<String> found =
                fromInput ? console.read(MOST_BYTES).lines().findFirst() : Optional.ofNullable(System.getenv(VARIABLE));
        return found.filter(secret -> !secret.isEmpty());
    }

    /** An address that holds a secret has been seen by others already. */
    static void requireNone(String url) {
        if (url.matches("[^/]*//[^@/]*:[^@/]*@.*")) {
            throw new Refused(
                    "The address holds a password, which others on this machine can see: leave it out, give the"
                            + " password by " + VARIABLE + " or --secret-stdin, and change it, for it has been shown.");
        }
    }
}
