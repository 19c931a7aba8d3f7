package dev.yorozu.server.directory;

import static org.assertj.core.api.Assertions.assertThat;

import dev.yorozu.account.Account;
import dev.yorozu.account.Directory;
import dev.yorozu.account.Profile;
import dev.yorozu.membership.Patrons;
import dev.yorozu.secret.RandomTokens;
import dev.yorozu.server.config.Settings;
import dev.yorozu.server.directory.database.Database;
import dev.yorozu.server.directory.database.DirectoryUrl;
import dev.yorozu.server.directory.database.Embedding;
import dev.yorozu.server.directory.database.Moments;
import dev.yorozu.server.directory.database.PoolSettings;
import dev.yorozu.store.testkit.HeldClock;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import java.util.UUID;
import java.util.logging.Level;
import java.util.logging.Logger;
import org.flywaydb.core.Flyway;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Databases of earlier versions, opened by this one. */
class MigrationTest {
    private static final UUID USER = UUID.randomUUID();

    /** Held here, because a logger that nobody holds forgets its level. */
    private static final Logger FLYWAY = Logger.getLogger("org.flywaydb");

    private final HeldClock clock = HeldClock.start();

    @Test
    void anEmbeddedDirectoryOfTheFirstVersionKeepsItsProfiles(@TempDir Path data) {
        DirectoryUrl.Embedded url = new DirectoryUrl.Embedded(data.resolve("directory"));
        Embedding.prepare(url);
        Duration timeout = Duration.ofSeconds(5);
        makeFirstVersion(url, new PoolSettings(Embedding.jdbc(url, timeout), "yorozu", "", 2, timeout));
        assertProfilesAreKept(Directories.embedded(data));
    }

    @Test
    void aPostgresDirectoryOfTheFirstVersionKeepsItsProfiles() {
        String name = "d" + RandomTokens.secure().hex(4);
        Directories.createDatabase(name);
        String address = PostgresProcess.shared().url(name);
        makeFirstVersion(
                DirectoryUrl.parse(address, Path.of("")),
                new PoolSettings(
                        "jdbc:" + address, PostgresProcess.USER, PostgresProcess.PASSWORD, 2, Duration.ofSeconds(5)));
        assertProfilesAreKept(Directories.postgres(name));
    }

    private void makeFirstVersion(DirectoryUrl url, PoolSettings pool) {
        FLYWAY.setLevel(Level.SEVERE);
        try (Database database = Database.open(url, pool)) {
            Flyway.configure()
                    .dataSource(database.source())
                    .locations("classpath:dev/yorozu/server/directory/migrations")
                    .table("yorozu_migrations")
                    .baselineOnMigrate(true)
                    .baselineVersion("0")
                    .target("1")
                    .load()
                    .migrate();
            database.changeForGood(handle -> {
                handle.createUpdate("INSERT INTO accounts (uuid, login_id, login_norm, username, email, email_norm,"
                                + " enabled, password_hash, version, created_at) VALUES (:uuid, 'old', 'old', 'Old',"
                                + " 'old@example.com', 'old@example.com', TRUE, 'hash', 3, :now)")
                        .bind("uuid", USER)
                        .bind("now", Moments.of(clock.instant()))
                        .execute();
                return handle.execute("INSERT INTO profiles (account_id, first_name, last_name, phone, address,"
                        + " version) SELECT id, 'First', 'Last', '123', 'Here', 7 FROM accounts");
            });
        }
    }

    private void assertProfilesAreKept(Settings settings) {
        for (int opening = 0; opening < 2; opening++) {
            try (DirectoryOnDemand onDemand = new DirectoryOnDemand(settings, clock)) {
                Directory directory = onDemand.get();
                assertThat(directory.profile(USER))
                        .hasValue(new Profile(USER, "First", "Last", "old@example.com", "123", "Here", 7 + opening));
                directory.changeProfile(USER, draft -> draft);
                Patrons patrons = onDemand.patrons();
                assertThat(patrons.link("patron", Optional.empty())).isPresent();
                assertThat(patrons.profile("123")).isEmpty();
            }
        }
        try (Directory directory = Directories.open(settings, clock)) {
            Account account = directory.findByUuid(USER).orElseThrow();
            assertThat(directory.delete(account.id())).isTrue();
            assertThat(directory.profile(USER)).isEmpty();
        }
    }
}
