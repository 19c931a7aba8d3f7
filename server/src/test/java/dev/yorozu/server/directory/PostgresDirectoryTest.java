package dev.yorozu.server.directory;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.yorozu.account.Account;
import dev.yorozu.account.Directory;
import dev.yorozu.account.DirectoryException;
import dev.yorozu.secret.RandomTokens;
import dev.yorozu.server.config.Settings;
import dev.yorozu.server.config.StartException;
import dev.yorozu.store.testkit.Race;
import dev.yorozu.store.testkit.Rounds;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;

@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class PostgresDirectoryTest extends BelongingsContract {
    private final String database = "d" + RandomTokens.secure().hex(4);

    @SuppressWarnings("NullAway.Init") // Set before the first test.
    private Directory directory;

    @BeforeAll
    void open() {
        Directories.createDatabase(database);
        directory = Directories.open(Directories.postgres(database), clock);
    }

    @AfterAll
    void close() {
        directory.close();
    }

    @Override
    Directory directory() {
        return directory;
    }

    @Test
    void serversThatStartAtOnceShareOneDirectory() throws Exception {
        for (int round = 0; round < Rounds.of(4, 30); round++) {
            String fresh = "d" + RandomTokens.secure().hex(4);
            Directories.createDatabase(fresh);
            Race.of(3, i -> {
                Directories.open(Directories.postgres(fresh), clock).close();
                return true;
            });
        }
        Account account = create(fresh());
        try (Directory another = Directories.open(Directories.postgres(database), clock)) {
            assertThat(another.find(account.id())).hasValue(account);
        }
    }

    @Test
    void aWrongAddressUserOrDatabaseIsOneSentence() {
        String url = PostgresProcess.shared().url(database);
        String host = url.replaceAll("postgresql://|/.*", "");
        assertRefused(
                Map.of(
                        "YOROZU_DIRECTORY_URL",
                        url,
                        "YOROZU_DIRECTORY_USER",
                        "yorozu",
                        "YOROZU_DIRECTORY_PASSWORD",
                        "wrong"),
                "The database at " + host + " refuses this user: check directory.user and directory.password.");
        assertRefused(
                Map.of("YOROZU_DIRECTORY_URL", "postgresql://yorozu:wrong@" + host + "/" + database),
                "The database at " + host + " refuses this user: check directory.user and directory.password.");
        assertRefused(
                Map.of(
                        "YOROZU_DIRECTORY_URL", "jdbc:postgresql://" + host + "/nowhere",
                        "YOROZU_DIRECTORY_USER", PostgresProcess.USER,
                        "YOROZU_DIRECTORY_PASSWORD", PostgresProcess.PASSWORD),
                "There is no such database at " + host + ": make it with createdb, or correct directory.url.");
        assertRefused(
                Map.of("YOROZU_DIRECTORY_URL", "postgresql://127.0.0.1:1/x", "YOROZU_DIRECTORY_TIMEOUT", "500ms"),
                "The database at 127.0.0.1:1 cannot be reached: start it, or correct directory.url.");
    }

    private void assertRefused(Map<String, String> environment, String sentence) {
        Settings settings = Directories.settings(environment);
        assertThatThrownBy(() -> Directories.open(settings, clock))
                .isInstanceOf(StartException.class)
                .hasMessage(sentence)
                .hasNoCause();
    }

    @Test
    void anOutageIsAFaultThatSaysNothingAndEndsWithTheServersReturn() {
        try (PostgresProcess server = PostgresProcess.start();
                Directory own = Directories.open(
                        Directories.settings(Map.of(
                                "YOROZU_DIRECTORY_URL",
                                server.url("postgres"),
                                "YOROZU_DIRECTORY_USER",
                                PostgresProcess.USER,
                                "YOROZU_DIRECTORY_PASSWORD",
                                PostgresProcess.PASSWORD,
                                "YOROZU_DIRECTORY_TIMEOUT",
                                "1s")),
                        clock)) {
            own.create(draft("someone"));
            server.kill();
            assertThatThrownBy(() -> own.findByIdentifier("someone"))
                    .isInstanceOf(DirectoryException.class)
                    .hasMessage("The directory of accounts cannot be reached now")
                    .hasNoCause();
            server.restart();
            own.ping();
            assertThat(own.findByIdentifier("someone")).isPresent();
        }
    }
}
