package dev.yorozu.server.cli.backup;

import dev.yorozu.server.cli.command.Refused;
import dev.yorozu.server.cli.text.Console;
import dev.yorozu.server.operate.backup.encrypted.PassphraseEnvelope;
import dev.yorozu.server.operate.backup.encrypted.PassphraseFile;
import dev.yorozu.server.operate.backup.format.BackupFile;
import dev.yorozu.server.operate.backup.format.Envelope;
import java.io.IOException;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.util.Optional;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** Where a command takes the passphrase of a backup from. Never an argument, which others on the machine see. */
final class Passphrase {
    static final String VARIABLE = "YOROZU_BACKUP_PASSPHRASE";
    private static final String QUESTION = "Passphrase of the backup: ";

    @Option(
            names = "--passphrase-file",
            paramLabel = "FILE",
            description = {
                "Read the passphrase from the first line of this file, which only its owner can read",
                "(default: " + VARIABLE + ", else asked for at a terminal)"
            })
    private @Nullable Path file;

    /** Whether a file was named, which is a wish to encrypt. */
    boolean isNamed() {
        return file != null;
    }

    /** For a new backup: a person types it twice. */
    Envelope toSeal(Console console) {
        String passphrase = given().orElseGet(() -> {
            requirePerson(console, "A passphrase is needed");
            return console.newSecret(QUESTION)
                    .orElseThrow(() -> new Refused("The two passphrases are not the same: nothing was written."));
        });
        if (passphrase.length() < PassphraseFile.SHORTEST) {
            throw new Refused(
                    "The passphrase is shorter than " + PassphraseFile.SHORTEST + " characters: choose a longer one.");
        }
        return new PassphraseEnvelope(passphrase, new SecureRandom());
    }

    /**
     * The file as it is to be read; a passphrase is asked for only where it is encrypted.
     *
     * @param usual the passphrase of the settings, which counts where no other is given
     */
    BackupFile toOpen(Path backup, Supplier<Optional<String>> usual, Console console) throws IOException {
        if (!PassphraseEnvelope.isEncrypted(backup)) {
            return BackupFile.plain(backup);
        }
        String passphrase = given().or(usual).orElseGet(() -> {
            requirePerson(console, "The backup is encrypted");
            return console.secret(QUESTION);
        });
        return new BackupFile(backup, new PassphraseEnvelope(passphrase, new SecureRandom()));
    }

    private static void requirePerson(Console console, String why) {
        if (!console.interactive()) {
            throw new Refused(why + ": give the passphrase with --passphrase-file or " + VARIABLE + ".");
        }
    }

    private Optional<String> given() {
        return Optional.ofNullable(file)
                .map(PassphraseFile::read)
                .or(() -> Optional.ofNullable(System.getenv(VARIABLE)).filter(text -> !text.isEmpty()));
    }
}
