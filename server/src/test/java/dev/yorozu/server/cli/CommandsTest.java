package dev.yorozu.server.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.yorozu.keyspace.DiscordKeys;
import dev.yorozu.keyspace.NostalgicKeys;
import dev.yorozu.server.backup.SampleStore;
import dev.yorozu.server.cli.Program.Ended;
import dev.yorozu.store.Batch;
import dev.yorozu.store.Expiry;
import dev.yorozu.store.Key;
import dev.yorozu.store.Store;
import dev.yorozu.store.rocks.RocksStore;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Commands on a data directory, with a server that runs there and without. */
class CommandsTest {
    private static final String SID = "0123456789abcdef".repeat(4);

    @TempDir
    Path directory;

    private Path data = Path.of("");

    @BeforeEach
    void fill() {
        data = directory.resolve("data");
        try (Store store = RocksStore.open(data.resolve("store"))) {
            SampleStore.fill(store, 300);
            for (int i = 0; i < 700; i++) {
                store.commit(Batch.builder()
                        .add(NostalgicKeys.COUNTER_TOTAL.key("site-" + i), i)
                        .relaxed()
                        .build());
            }
            store.commit(Batch.builder()
                    .put(session(), "{\"secret\":true}", Expiry.after(Duration.ofDays(29)))
                    .build());
        }
    }

    @Test
    void answersAreTheSameWhetherTheServerRunsOrNot() throws Exception {
        String name = session().name();
        List<String[]> questions = new ArrayList<>(List.of(
                new String[] {"keys", "get", "counter:site-7:total", "ranking", "set", "list", "--reveal"},
                new String[] {"keys", "get", "edges", "binary", "hash", "--reveal", "--format", "json"},
                new String[] {"keys", "get", name},
                new String[] {"keys", "get", name, "--reveal", "--format", "raw"},
                new String[] {"keys", "get", "absent"},
                new String[] {"keys", "type", "set", "list", "hash", "edges", "text", name},
                new String[] {"keys", "memory", "counter:site-7:total"},
                new String[] {"keys", "ttl", "counter:site-7:total", "text"},
                new String[] {"keys", "scan", "counter:site-1", "--limit", "50"},
                new String[] {"keys", "scan", "counter:site-1", "--format", "names", "--limit", "0"},
                new String[] {"keys", "scan", name.substring(0, 8)},
                new String[] {"keys", "count", "counter:"},
                new String[] {"keys", "count"},
                new String[] {"keys", "delete", "--prefix", "counter:site-6"}));
        questions.add(new String[] {"stats", "--format", "json"});
        questions.add(new String[] {"stats", "--all"});
        List<Ended> stopped = questions.stream().map(this::askWithoutLives).toList();

        // Only a server that runs has caches, and says how well they do.
        Map<String, String> withoutCaches =
                Map.of("YOROZU_SYSTEMS_USERS_ENABLED", "off", "YOROZU_SYSTEMS_PATREON_ENABLED", "off");
        try (Program.Serving server = Program.Serving.start(directory, withoutCaches, "--data", data.toString())) {
            for (int i = 0; i < questions.size(); i++) {
                assertThat(askWithoutLives(questions.get(i)))
                        .as(String.join(" ", questions.get(i)))
                        .isEqualTo(stopped.get(i));
            }
            assertThat(server.stop()).isZero();
            assertThat(server.log()).doesNotContain(SID);
        }
    }

    @Test
    void secretsAreHiddenUnlessRevealed() {
        String name = session().name();

        assertThat(ask("keys", "scan").out()).doesNotContain(SID).contains("counter:site-7:total");
        assertThat(ask("keys", "scan", "--reveal").out()).contains(name);
        assertThat(ask("keys", "get", name).out()).doesNotContain(SID).doesNotContain("secret\":");
        assertThat(ask("keys", "get", name).out()).contains("(hidden; --reveal shows it)");
        assertThat(ask("keys", "get", name, "--format", "json").out())
                .doesNotContain(SID)
                .doesNotContain("secret\\\"");
        assertThat(ask("keys", "get", name, "--reveal", "--format", "raw").out())
                .isEqualTo("{\"secret\":true}");
        // What nobody declared may be anything, and so it is hidden too.
        assertThat(ask("keys", "get", "text").out()).doesNotContain("万屋").contains("hidden");
    }

    @Test
    void statisticsCountByPattern() {
        JsonNode stats =
                JsonMapper.shared().readTree(ask("stats", "--format", "json").out());
        JsonNode totals = row(stats, "counter:{id}:total");
        JsonNode sessions = row(stats, "sess:{sid}");

        assertThat(stats.path("keys").asLong()).isEqualTo(711);
        assertThat(totals.path("keys").asLong()).isEqualTo(700);
        assertThat(totals.path("endless").asLong()).isEqualTo(700);
        assertThat(totals.path("bytes").asLong()).isPositive();
        assertThat(sessions.path("ending").path("<30d").asLong()).isEqualTo(1);
        assertThat(stats.path("unknown").path("keys").asLong()).isEqualTo(10);
        assertThat(ask("stats").out()).contains("counter:{id}:total", "unknown", "711 keys", "100 %");
    }

    @Test
    void statisticsAreSummedByCategoryAndNarrowedToASystem() {
        String categories = ask("stats", "--by", "category").out();
        assertThat(categories)
                .contains("CATEGORY", "counter", "session", "total", "Counted")
                .doesNotContain("{id}");
        assertThat(ask("stats", "--by", "key").out()).contains("{id}").doesNotContain("CATEGORY");

        JsonNode discord = JsonMapper.shared()
                .readTree(ask("stats", "--system", "discord", "--fresh", "--format", "json")
                        .out());
        assertThat(discord.path("keys").asLong()).isEqualTo(1);
        assertThat(discord.path("complete").asBoolean()).isTrue();
        assertThat(discord.path("unknown").path("keys").asLong()).isZero();
        Ended unknown = ask("stats", "--system", "nosuch");
        assertThat(unknown.status()).isEqualTo(2);
        assertThat(unknown.err()).contains("There is no such system");
    }

    @Test
    void deletingManyNeedsAYesAndSaysHowMany() {
        Ended refused = ask("keys", "delete", "--prefix", "counter:site-6");

        assertThat(refused.status()).isEqualTo(1);
        assertThat(refused.err())
                .contains(
                        "This would delete 111 keys that begin with \"counter:site-6\"",
                        "nothing was deleted",
                        "--yes");
        assertThat(ask("keys", "count", "counter:").out()).isEqualTo("700\n");
        assertThat(ask("keys", "delete", "--prefix", "counter:site-6", "--yes").out())
                .isEqualTo("Deleted 111 keys.\n");
        assertThat(ask("keys", "count", "counter:").out()).isEqualTo("589\n");
        assertThat(ask("keys", "delete", "counter:site-1:total", "absent")).satisfies(ended -> {
            assertThat(ended.out()).isEqualTo("Deleted 1 key.\n");
            assertThat(ended.status()).isEqualTo(1);
        });
        assertThat(ask("keys", "delete", "--prefix", "").status()).isEqualTo(2);
        assertThat(ask("keys", "delete", "--prefix", session().name().substring(0, 20))
                        .err())
                .contains("This would delete 1 key that begins with \"sess:~")
                .doesNotContain(SID.substring(0, 15));
    }

    @Test
    void aBackupOfARunningServerIsOneMomentAndCanBeRestored() throws Exception {
        Path file = directory.resolve("backup");
        try (Program.Serving server = Program.Serving.start(directory, "--data", data.toString())) {
            Ended saved = ask("backup", file.toString());
            assertThat(saved.out())
                    .startsWith("Saved 712 keys to")
                    .contains("as they were at one moment")
                    .contains("With them: 2 rows of the directory of accounts.")
                    .contains("With them: tokens.jwks, users.jwks, nostalgic.secret, address.salt.")
                    .contains("holds secrets and is not encrypted");
            assertThat(Files.getPosixFilePermissions(file)).isEqualTo(PosixFilePermissions.fromString("rw-------"));
            assertThat(ask("backup", file.toString()).status()).isEqualTo(1);
            assertThat(ask("backup", file.toString(), "--force", "--stopped").err())
                    .contains("A server runs on this store");
            assertThat(ask("backup", file.toString(), "--force", "--plain").status())
                    .isZero();

            assertThat(ask("restore", file.toString(), "--force"))
                    .satisfies(ended -> assertThat(ended.status()).isEqualTo(1))
                    .satisfies(ended -> assertThat(ended.err()).contains("restore the store alone with --store-only"));
            assertThat(ask("import", "cloudflare-kv", file.toString()))
                    .satisfies(ended -> assertThat(ended.status()).isEqualTo(2))
                    .satisfies(ended -> assertThat(ended.err()).contains("stop the one that runs here"));
            assertThat(ask("restore", file.toString(), "--store-only")).satisfies(CommandsTest::refusedAsNotEmpty);
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
                .contains("Restored tokens.jwks, users.jwks, nostalgic.secret, address.salt.\n");
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

    @Test
    void aKilledServerIsNotTakenForARunningOne() throws Exception {
        try (Program.Serving server = Program.Serving.start(directory, "--data", data.toString())) {
            server.kill();
        }

        assertThat(data.resolve("server.json")).exists();
        assertThat(ask("keys", "count", "counter:")).isEqualTo(new Ended(0, "700\n", ""));
    }

    @Test
    void helpAndCompletionNameEveryCommand() {
        assertThat(Commands.run("--help").out())
                .contains("serve", "demo", "schema", "stats", "keys", "backup", "restore");
        assertThat(Commands.run("completion").out()).contains("complete -F", "--reveal", "restore");
        assertThat(Commands.run("--version").out()).startsWith("yorozu ");
    }

    private static void refusedAsNotEmpty(Ended ended) {
        assertThat(ended.status()).isEqualTo(1);
        assertThat(ended.err()).startsWith("The store holds keys already, and nothing was changed");
    }

    private static JsonNode row(JsonNode stats, String pattern) {
        for (JsonNode row : stats.path("patterns")) {
            if (row.path("pattern").stringValue().equals(pattern)) {
                return row;
            }
        }
        throw new AssertionError("There is no row for " + pattern);
    }

    /** Lives run on between two questions. */
    private Ended askWithoutLives(String... question) {
        Ended ended = ask(question);
        String out = ended.out()
                .replaceAll("(?i)(life|meanLife)Millis\"( ?): ?\\d+", "")
                .replaceAll("\"(asOf|tookMillis)\" : [^,]+", "")
                .replaceAll("Counted .*", "")
                .replaceAll("\\d+[dhm] \\d+[hms]", "");
        return new Ended(ended.status(), out, ended.err());
    }

    private static Key session() {
        return DiscordKeys.SESSION.key(SID);
    }

    private Ended ask(String... question) {
        List<String> arguments = new ArrayList<>(Arrays.asList(question));
        arguments.addAll(List.of("--data", data.toString()));
        return Commands.run(arguments.toArray(String[]::new));
    }
}
