package dev.yorozu.server.directory;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.yorozu.account.Account;
import dev.yorozu.account.AccountCreation;
import dev.yorozu.account.Directory;
import dev.yorozu.server.config.StartException;
import dev.yorozu.server.directory.database.Database;
import dev.yorozu.server.directory.database.DirectoryUrl;
import dev.yorozu.server.directory.database.Embedding;
import dev.yorozu.server.directory.database.PoolSettings;
import dev.yorozu.store.testkit.HeldClock;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The files of an embedded directory, and who may open them. */
class EmbeddedFilesTest {
    private final HeldClock clock = HeldClock.start();

    @TempDir
    @SuppressWarnings("NullAway.Init") // Set by JUnit.
    private Path data;

    @SuppressWarnings("NullAway.Init") // Set before each test.
    private Directory directory;

    @BeforeEach
    void open() {
        directory = Directories.open(Directories.embedded(data), clock);
    }

    @AfterEach
    void close() {
        directory.close();
    }

    private Account create() {
        String name = DirectoryContract.fresh();
        return ((AccountCreation.Created) directory.create(DirectoryContract.draft(name))).account();
    }

    @Test
    void whatWasKeptIsThereAfterReopening() {
        Account account = create();
        directory.enable(account.id(), false);
        close();
        open();
        assertThat(directory.find(account.id()).orElseThrow().enabled()).isFalse();
        assertThat(create().id()).isGreaterThan(account.id());
    }

    /**
     * A killed process leaves its file as it is at that moment, which a copy of the open file shows. Space in the file is
     * written anew only after a while, so that loss shows late; here that while is short.
     */
    @Test
    void whatWasAcknowledgedIsThereAfterEachOfManyKills() throws Exception {
        List<Account> acknowledged = new ArrayList<>();
        Path now = data;
        for (int kills = 0; kills < 5; kills++) {
            Path next = Files.createDirectory(data.resolve("after-" + kills));
            try (Connection tuning = tuning(now)) {
                assertThat(tuning.isValid(1)).isTrue();
                for (int i = 0; i < 40; i++) {
                    Account account = create();
                    directory.enable(account.id(), false);
                    acknowledged.add(account);
                }
                kill(now, next);
            }
            now = next;
            assertThat(acknowledged)
                    .allSatisfy(account -> assertThat(directory.find(account.id()))
                            .hasValueSatisfying(
                                    found -> assertThat(found.enabled()).isFalse()));
        }
    }

    private static Connection tuning(Path data) throws SQLException {
        DirectoryUrl.Embedded url = new DirectoryUrl.Embedded(data.resolve("directory"));
        Connection connection = DriverManager.getConnection(Embedding.jdbc(url, Duration.ofSeconds(5)), "yorozu", "");
        try (Statement statement = connection.createStatement()) {
            statement.execute("SET RETENTION_TIME 300");
        }
        return connection;
    }

    /** Goes on with the file as it is now; closing the old one comes too late to matter. */
    private void kill(Path old, Path next) throws IOException {
        Path files = Files.createDirectory(
                next.resolve("directory"),
                PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------")));
        Files.copy(
                old.resolve("directory/accounts.mv.db"),
                files.resolve("accounts.mv.db"),
                StandardCopyOption.COPY_ATTRIBUTES);
        directory.close();
        directory = Directories.open(Directories.embedded(next), clock);
    }

    @Test
    void onlyTheOwnerCanReadTheFiles() throws IOException {
        create();
        for (int round = 0; round < 2; round++) {
            try (Stream<Path> files = Files.walk(data.resolve("directory"))) {
                for (Path file : files.toList()) {
                    String expected = Files.isDirectory(file) ? "rwx------" : "rw-------";
                    assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(file)))
                            .isEqualTo(expected);
                }
            }
            close();
            open();
        }
    }

    @Test
    void aFileThatOthersCanReadIsRefused() throws IOException {
        close();
        Path file = data.resolve("directory/accounts.mv.db");
        Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rw-r--r--"));
        assertThatThrownBy(() -> Directories.open(Directories.embedded(data), clock))
                .isInstanceOf(StartException.class)
                .hasMessage("The file of accounts " + file
                        + " is open to other users: keep it to yourself with chmod 600.");
        Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rw-------"));
        open();
    }

    @Test
    void theTablesOfANewerProgramAreLeftAlone() {
        close();
        DirectoryUrl.Embedded url = new DirectoryUrl.Embedded(data.resolve("directory"));
        Duration timeout = Duration.ofSeconds(5);
        try (Database database =
                Database.open(url, new PoolSettings(Embedding.jdbc(url, timeout), "yorozu", "", 2, timeout))) {
            String columns = "\"description\", \"type\", \"script\", \"checksum\", \"installed_by\", \"installed_on\","
                    + " \"execution_time\", \"success\"";
            database.change(handle -> handle.execute("INSERT INTO \"yorozu_migrations\" (\"installed_rank\","
                    + " \"version\", " + columns + ") SELECT 99, '99', " + columns
                    + " FROM \"yorozu_migrations\" WHERE \"version\" = '1'"));
        }
        assertThatThrownBy(() -> Directories.open(Directories.embedded(data), clock))
                .isInstanceOf(StartException.class)
                .hasMessageContaining("use the newest Yorozu that used them")
                .hasNoCause();
    }

    @Test
    void aSecondProcessIsToldWhoIsInTheWay() throws Exception {
        Process second = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-cp",
                        System.getProperty("java.class.path"),
                        SecondProcess.class.getName(),
                        data.toString())
                .redirectErrorStream(true)
                .start();
        List<String> said = new String(second.getInputStream().readAllBytes(), StandardCharsets.UTF_8)
                .lines()
                .toList();
        assertThat(second.waitFor()).isEqualTo(2);
        assertThat(said)
                .containsExactly("The directory of accounts " + data.resolve("directory")
                        + " is in use by another process: stop it, or choose another with directory.url.");
    }

    @Test
    void anInterruptedThreadLeavesTheDirectoryWhole() throws Exception {
        Thread interrupted = Thread.ofVirtual().start(() -> {
            Thread.currentThread().interrupt();
            try {
                create();
            } catch (RuntimeException allowed) {
                // Whether it got through is open; what counts is what others meet.
                return;
            }
        });
        interrupted.join();
        Account account = create();
        assertThat(directory.find(account.id())).hasValue(account);
    }
}
