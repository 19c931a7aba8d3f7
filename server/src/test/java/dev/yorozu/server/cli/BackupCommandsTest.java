package dev.yorozu.server.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.yorozu.server.cli.Program.Ended;
import dev.yorozu.server.cli.text.Console;
import dev.yorozu.server.operate.backup.format.SampleStore;
import dev.yorozu.store.Store;
import dev.yorozu.store.rocks.RocksStore;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Backups of a data directory, with a server that runs there and without. */
final class BackupCommandsTest extends CommandsFixture {
    @Test
    void aBackupOfARunningServerIsOneMomentAndCanBeRestored() throws Exception {
        Path file = directory.resolve("backup");
        try (Program.Serving server = Program.Serving.start(directory, "--data", data.toString())) {
            ProgramImage.awaitKeys(server.readyLine());
            Ended saved = ask("backup", file.toString());
            assertThat(saved.out())
                    .startsWith("Saved 712 keys to")
                    .contains("as they were at one moment")
                    .contains("With them: 2 rows of the directory of accounts.")
                    .contains("With them: tokens.jwks, users.jwks, nostalgic.secret, address.salt, apps.secret.")
                    .contains("holds secrets and is not encrypted");
            assertThat(Files.getPosixFilePermissions(file)).isEqualTo(PosixFilePermissions.fromString("rw-------"));
            assertThat(ask("backup", file.toString()).status()).isEqualTo(1);
            assertThat(ask("backup", file.toString(), "--force", "--stopped").err())
                    .contains("A server runs on this store");
            assertThat(ask("backup", file.toString(), "--force", "--plain").status())
                    .isZero();
            assertThat(ask("backup", "-", "--json").err()).matches("\\{\"bytes\":[0-9]+}\n");

            assertThat(ask("restore", file.toString(), "--force"))
                    .satisfies(ended -> assertThat(ended.status()).isEqualTo(1))
                    .satisfies(ended -> assertThat(ended.err()).contains("restore the store alone with --store-only"));
            assertThat(ask("import", "cloudflare-kv", file.toString()))
                    .satisfies(ended -> assertThat(ended.status()).isEqualTo(2))
                    .satisfies(ended -> assertThat(ended.err()).contains("stop the one that runs here"));
            assertThat(ask("restore", file.toString(), "--store-only"))
                    .satisfies(BackupCommandsTest::refusedAsNotEmpty);
            assertThat(ask("restore", file.toString(), "--store-only", "--force")
                            .out())
                    .isEqualTo("Restored 711 keys.\nNothing issued before counts any more: 1 key left out, everybody"
                            + " signs in again.\n");
            assertThat(server.stop()).isZero();
        }
        try (Stream<Path> left = Files.list(data)) {
            assertThat(left.map(path -> path.getFileName().toString()))
                    .noneMatch(name -> name.startsWith(".") || name.equals("server.json"));
        }
        assertThat(ask("restore", file.toString()).err())
                .isEqualTo("The store holds keys already, the data directory holds key files already, and nothing was"
                        + " changed: --force replaces keys of the same name, all accounts, and key files\n");
        Path other = directory.resolve("other");
        Ended restored = Commands.run("restore", file.toString(), "--data", other.toString());
        assertThat(restored.out())
                .startsWith("Restored 711 keys.\n")
                .contains("Restored 2 rows of the directory of accounts.\n")
                .contains("Restored tokens.jwks, users.jwks, nostalgic.secret, address.salt, apps.secret.\n");
        assertThat(restored.err()).isEmpty();
        assertThat(other.resolve("admin.token")).doesNotExist();
        try (Store before = RocksStore.open(data.resolve("store"));
                Store after = RocksStore.open(other.resolve("store"))) {
            assertThat(SampleStore.contents(after))
                    .hasSize(712)
                    .doesNotContainKey(session().name());
            assertThat(SampleStore.contents(before))
                    .containsKeys(SampleStore.contents(after).keySet().toArray(String[]::new));
        }
    }

    @Test
    void keyFilesAreReplacedOnlyByForceAndTheOldOnesKeptAside() throws Exception {
        Path secret = Files.writeString(data.resolve("nostalgic.secret"), "of the source\n");
        Path file = directory.resolve("backup");
        assertThat(ask("backup", file.toString()).status()).isZero();
        Path other = Files.createDirectory(directory.resolve("other"));
        Path there = Files.writeString(other.resolve("nostalgic.secret"), "of the target\n");

        Ended refused = Commands.run("restore", file.toString(), "--data", other.toString());

        assertThat(refused.err()).startsWith("The data directory holds key files already, and nothing was changed");
        assertThat(there).hasContent("of the target\n");
        Ended forced = Commands.run("restore", file.toString(), "--force", "--data", other.toString());
        assertThat(forced.status()).isZero();
        assertThat(there).hasSameBinaryContentAs(secret);
        try (Stream<Path> files = Files.list(other)) {
            List<Path> aside = files.filter(
                            path -> path.getFileName().toString().startsWith("nostalgic.secret."))
                    .toList();
            assertThat(aside).hasSize(1);
            assertThat(aside.getFirst()).hasContent("of the target\n");
            assertThat(Files.getPosixFilePermissions(aside.getFirst()))
                    .isEqualTo(PosixFilePermissions.fromString("rw-------"));
        }
        assertThat(Files.getPosixFilePermissions(there)).isEqualTo(PosixFilePermissions.fromString("rw-------"));
    }

    @Test
    void anEncryptedBackupOpensWithItsPassphraseOnly() throws Exception {
        Path file = directory.resolve("backup");
        Path right = Files.writeString(directory.resolve("right"), "correct horse battery\n");
        Path wrong = Files.writeString(directory.resolve("wrong"), "incorrect horse battery\n");
        assertThat(ask("backup", file.toString(), "--encrypt", "--passphrase-file", right.toString())
                        .err())
                .contains("can be read by others: run `chmod 600` on it");
        Files.setPosixFilePermissions(right, PosixFilePermissions.fromString("rw-------"));
        Files.setPosixFilePermissions(wrong, PosixFilePermissions.fromString("rw-------"));

        assertThat(ask("backup", file.toString(), "--encrypt").err()).startsWith("A passphrase is needed: give");
        assertThat(ask("backup", file.toString(), "--encrypt", "--passphrase-file", right.toString())
                        .status())
                .isZero();
        assertThat(Files.readString(file, StandardCharsets.ISO_8859_1)).doesNotContain("counter:", SID);
        String other = directory.resolve("other").toString();
        assertThat(Commands.run("restore", file.toString(), "--data", other).err())
                .startsWith("The backup is encrypted: give the passphrase");
        assertThat(Commands.run("restore", file.toString(), "--passphrase-file", wrong.toString(), "--data", other)
                        .err())
                .isEqualTo("The passphrase does not open this backup\n");
        assertThat(directory.resolve("other")).doesNotExist();
        assertThat(Commands.run("restore", file.toString(), "--passphrase-file", right.toString(), "--data", other)
                        .out())
                .startsWith("Restored 710 keys.");
    }

    @Test
    void aBackupWithoutSecretsHoldsNothingThatGrantsAccess() throws Exception {
        Files.writeString(data.resolve("nostalgic.secret"), "of the source\n");
        Path file = directory.resolve("backup");

        Ended saved = ask("backup", file.toString(), "--without-secrets", "--plain");

        assertThat(saved.out()).contains("Saved 710 keys", "after a restore people sign in again");
        assertThat(file).content().doesNotContain(SID).doesNotContain("of the source");
        String other = directory.resolve("other").toString();
        assertThat(Commands.run("restore", file.toString(), "--keep-logins", "--data", other)
                        .err())
                .contains("made without secrets and holds no logins");
        assertThat(Commands.run("restore", file.toString(), "--data", other).out())
                .contains("This backup has no accounts", "This backup has no key files");
    }

    @Test
    void aBackupCanGoToTheStandardOutputWithEveryWordBesideIt() throws Exception {
        ask("keys", "delete", "large");
        Ended streamed = ask("backup", "-", "--plain");

        assertThat(streamed.status()).isZero();
        assertThat(streamed.err()).matches("Saved [0-9]+ KiB to the standard output\\.\n");
        Path file = Files.writeString(directory.resolve("streamed"), streamed.out());
        assertThat(Commands.run(
                                "restore",
                                file.toString(),
                                "--json",
                                "--data",
                                directory.resolve("other").toString())
                        .out())
                .isEqualTo("{\"keys\":710,\"ended\":0,\"leftOut\":1,\"rows\":0,\"files\":0}\n");
        assertThat(Path.of("-")).doesNotExist();
    }

    @Test
    void anOutputThatTakesNoMoreIsNoBackup() {
        PrintStream full = new PrintStream(new OutputStream() {
            @Override
            public void write(int single) throws IOException {
                throw new IOException("No space left on device");
            }
        });
        Console console = new Console(InputStream.nullInputStream(), full, System.err);

        assertThat(Yorozu.commandLine(console).execute("backup", "-", "--data", data.toString()))
                .isEqualTo(1);
    }

    @Test
    void aDamagedFileChangesNothing() throws IOException {
        Path file = directory.resolve("backup");
        ask("backup", file.toString(), "--plain");
        byte[] whole = Files.readAllBytes(file);
        Files.write(file, Arrays.copyOf(whole, whole.length - 1));
        Path other = directory.resolve("other");

        Ended refused = Commands.run("restore", file.toString(), "--data", other.toString());

        assertThat(refused).isEqualTo(new Ended(1, "", "The backup is truncated: its end is missing\n"));
        assertThat(other).doesNotExist();
        assertThat(Commands.run("restore", directory.resolve("missing").toString())
                        .err())
                .startsWith("There is no file or directory");
    }

    private static void refusedAsNotEmpty(Ended ended) {
        assertThat(ended.status()).isEqualTo(1);
        assertThat(ended.err()).startsWith("The store holds keys already, and nothing was changed");
    }
}
