package dev.yorozu.server.directory;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.yorozu.account.DirectoryException;
import dev.yorozu.membership.CrashReport;
import dev.yorozu.membership.Membership;
import dev.yorozu.membership.Patrons;
import dev.yorozu.membership.Plan;
import dev.yorozu.membership.PledgeEvent;
import dev.yorozu.secret.RandomTokens;
import dev.yorozu.server.config.Settings;
import dev.yorozu.server.directory.database.Database;
import dev.yorozu.server.directory.patrons.SqlPatrons;
import dev.yorozu.store.testkit.HeldClock;
import dev.yorozu.store.testkit.Poll;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.YearMonth;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.stream.Collectors;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The one database of accounts and patrons: when it is opened, shared, written to disk, away and closed. */
class SharedDatabaseTest {
    private final HeldClock clock = HeldClock.start();

    private PledgeEvent event() {
        return new PledgeEvent(
                RandomTokens.secure().hex(32),
                "patron",
                "pledge",
                "members:update",
                Plan.PRO,
                Membership.ACTIVE,
                Optional.empty(),
                300,
                clock.instant());
    }

    private static CrashReport report() {
        return new CrashReport(
                UUID.randomUUID(), "t", "m", "a", "o", Optional.empty(), Optional.empty(), Optional.empty(), "::1");
    }

    @Test
    void thereIsNoDatabaseBeforeSomebodyNeedsIt(@TempDir Path data) {
        try (DirectoryOnDemand onDemand = new DirectoryOnDemand(Directories.embedded(data), clock)) {
            assertThat(onDemand.find()).isEmpty();
            assertThat(Files.exists(data.resolve("directory"))).isFalse();
            onDemand.patrons().ping();
            assertThat(onDemand.find()).isPresent();
            assertThat(onDemand.patrons()).isSameAs(onDemand.patrons());
        }
    }

    @Test
    void itIsClosedOnceByWhoOpenedIt(@TempDir Path data) {
        DirectoryOnDemand onDemand = new DirectoryOnDemand(Directories.embedded(data), clock);
        Patrons patrons = onDemand.patrons();
        patrons.close();
        onDemand.get().ping();
        patrons.ping();
        onDemand.close();
        onDemand.close();
        assertThatThrownBy(patrons::ping).isInstanceOf(DirectoryException.class);
        assertThatThrownBy(() -> onDemand.get().ping()).isInstanceOf(DirectoryException.class);
        Patrons alone = DirectoryOpener.patrons(Directories.embedded(data), clock);
        alone.ping();
        alone.close();
        assertThatThrownBy(alone::ping).isInstanceOf(DirectoryException.class);
    }

    @Test
    void accountsAndPatronsShareTheirConnections() throws Exception {
        String name = "d" + RandomTokens.secure().hex(4);
        Directories.createDatabase(name);
        try (DirectoryOnDemand onDemand = new DirectoryOnDemand(Directories.postgres(name), clock)) {
            onDemand.get().ping();
            Set<Long> opened = pools();
            assertThat(opened).isNotEmpty();
            onDemand.patrons().ping();
            assertThat(pools()).isEqualTo(opened);
        }
    }

    /** The pools of this process: each has one thread that keeps house, while its connections come and go by themselves. */
    private static Set<Long> pools() {
        return Thread.getAllStackTraces().keySet().stream()
                .filter(thread -> thread.getName().endsWith(":housekeeper"))
                .map(Thread::threadId)
                .collect(Collectors.toSet());
    }

    @Test
    void whatIsAcknowledgedIsOnDisk(@TempDir Path data) {
        Settings settings = Directories.embedded(data);
        try (Database database = DirectoryOpener.database(settings)) {
            database.change(handle -> handle.execute("SET QUERY_STATISTICS TRUE"));
            Patrons patrons = new SqlPatrons(database, clock, () -> {});
            String profile =
                    patrons.link("patron", Optional.empty()).orElseThrow().profile();
            assertThat(syncs(database)).isEqualTo(1);
            patrons.spend(UUID.randomUUID(), profile, 1, clock.instant());
            assertThat(syncs(database)).isEqualTo(2);
            patrons.record(event());
            assertThat(syncs(database)).isEqualTo(3);
            patrons.keep(report());
            assertThat(syncs(database)).isEqualTo(4);
        }
    }

    private static long syncs(Database database) {
        return database.read(handle -> handle.createQuery("SELECT COALESCE(SUM(execution_count), 0)"
                        + " FROM information_schema.query_statistics WHERE sql_statement = 'CHECKPOINT SYNC'")
                .mapTo(Long.class)
                .one());
    }

    @Test
    void anOutageIsAFaultOfEveryCallAndEndsWithTheServersReturn() {
        try (PostgresProcess server = PostgresProcess.start();
                Patrons patrons = DirectoryOpener.patrons(
                        Directories.settings(Map.of(
                                "YOROZU_DIRECTORY_URL",
                                server.url("postgres"),
                                "YOROZU_DIRECTORY_USER",
                                PostgresProcess.USER,
                                "YOROZU_DIRECTORY_PASSWORD",
                                PostgresProcess.PASSWORD,
                                "YOROZU_DIRECTORY_TIMEOUT",
                                "500ms")),
                        clock)) {
            String profile =
                    patrons.link("patron", Optional.empty()).orElseThrow().profile();
            server.kill();
            for (ThrowingCallable call : List.<ThrowingCallable>of(
                    patrons::ping,
                    () -> patrons.profile("patron"),
                    () -> patrons.link("patron", Optional.empty()),
                    () -> patrons.usage(profile, YearMonth.of(2026, 11), clock.instant()),
                    () -> patrons.spend(UUID.randomUUID(), profile, 1, clock.instant()),
                    () -> patrons.outdated(event()),
                    () -> patrons.record(event()),
                    () -> patrons.keep(report()))) {
                assertThatThrownBy(call)
                        .isInstanceOf(DirectoryException.class)
                        .hasMessageNotContaining("patron")
                        .hasNoCause();
            }
            server.restart();
            Poll.until("the database answers again", () -> answers(patrons));
            assertThat(patrons.profile("patron")).hasValue(profile);
        }
    }

    private static boolean answers(Patrons patrons) {
        try {
            patrons.ping();
            return true;
        } catch (DirectoryException notYet) {
            return false;
        }
    }
}
