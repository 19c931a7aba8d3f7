package dev.yorozu.server.cli.users;

import dev.yorozu.secret.RandomTokens;
import dev.yorozu.server.cli.command.Refused;
import dev.yorozu.server.cli.text.Console;
import picocli.CommandLine.Option;

/**
 * Where a command takes a new password from: the standard input, a person who types it twice, or chance. Never an
 * argument, which other users of the machine and the shell's history see.
 */
final class NewPassword {
    private static final int MOST_BYTES = 4096;
    private static final int GENERATED = 20;

    @Option(
            names = "--password-stdin",
            description = {
                "Read the password from the first line of the standard input",
                "(default: asked for at a terminal, else made up and printed once)"
            })
    private boolean fromInput;

    /**
     * A password.
     *
     * @param made whether nobody has seen it yet
     */
    record Chosen(String text, boolean made) {
        /** What the person who ran the command must be told, on a line of its own; empty where there is nothing. */
        String notice() {
            return made ? System.lineSeparator() + "The password is " + text + " and is shown only now." : "";
        }

        @Override
        public String toString() {
            return "Chosen";
        }
    }

    Chosen choose(Console console) {
        if (fromInput) {
            String line = console.read(MOST_BYTES).lines().findFirst().orElse("");
            if (line.isEmpty()) {
                throw new Refused("There was no password on the standard input.");
            }
            return new Chosen(line, false);
        }
        if (!console.interactive()) {
            return new Chosen(RandomTokens.secure().characters(GENERATED), true);
        }
        return console.newSecret("New password: ")
                .map(typed -> new Chosen(typed, false))
                .orElseThrow(() -> new Refused("The two passwords are not the same: nothing was changed."));
    }
}
