package dev.yorozu.server.directory;

import static org.assertj.core.api.Assertions.assertThat;

import dev.yorozu.account.Account;
import dev.yorozu.account.AccountCreation;
import dev.yorozu.account.DeviceSighting;
import dev.yorozu.account.DeviceType;
import dev.yorozu.account.Directory;
import dev.yorozu.account.HistoryEvent;
import dev.yorozu.account.MaskedAddress;
import dev.yorozu.account.NewAccount;
import dev.yorozu.account.OperatingSystem;
import dev.yorozu.account.Profile;
import dev.yorozu.account.Role;
import dev.yorozu.membership.CrashReport;
import dev.yorozu.membership.Membership;
import dev.yorozu.membership.Patrons;
import dev.yorozu.membership.Plan;
import dev.yorozu.membership.PledgeEvent;
import dev.yorozu.secret.RandomTokens;
import dev.yorozu.server.config.Settings;
import dev.yorozu.server.directory.database.Database;
import dev.yorozu.server.operate.backup.format.BackupFile;
import dev.yorozu.server.operate.backup.format.BackupWriter;
import dev.yorozu.server.operate.backup.format.Line;
import dev.yorozu.server.operate.backup.format.Manifest;
import dev.yorozu.server.operate.backup.format.Section;
import dev.yorozu.server.operate.backup.format.Summary;
import dev.yorozu.store.backend.Limits;
import dev.yorozu.store.testkit.HeldClock;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A directory as rows goes from one database to the other and back, and has lost nothing on the way. */
class DirectoryTablesTest {
    private final HeldClock clock = HeldClock.start();

    @TempDir
    Path directory;

    @Test
    void everyTableIsDeclared() {
        try (Database database = DirectoryOpener.database(Directories.embedded(directory))) {
            List<String> there = database.read(handle -> handle.createQuery(
                            "SELECT table_name FROM information_schema.tables WHERE table_schema = 'public'")
                    .mapTo(String.class)
                    .list());

            assertThat(there).contains("yorozu_migrations").containsAll(DirectoryTables.TABLES);
            assertThat(there).hasSize(DirectoryTables.TABLES.size() + 1);
        }
    }

    @Test
    void fromDatabaseToDatabaseAndBack() {
        String name = "d" + RandomTokens.secure().hex(4);
        Directories.createDatabase(name);
        Settings embedded = Directories.embedded(directory.resolve("source"));
        Settings postgres = Directories.postgres(name);
        Settings back = Directories.embedded(directory.resolve("back"));
        fill(embedded);

        List<Line> source = lines(embedded);
        move(embedded, postgres);
        assertThat(lines(postgres)).containsExactlyInAnyOrderElementsOf(source);
        move(postgres, back);
        assertThat(lines(back)).containsExactlyInAnyOrderElementsOf(source);

        for (Settings each : List.of(postgres, back)) {
            try (DirectoryOnDemand onDemand = new DirectoryOnDemand(each, clock)) {
                Account account = onDemand.get().findByIdentifier("hana").orElseThrow();
                assertThat(account.roles()).extracting(Role::name).contains("keeper");
                assertThat(onDemand.get().devices(account.id())).hasSize(1);
                // A number that a moved row has is not given again.
                assertThat(created(onDemand.get(), "ren").id()).isGreaterThan(account.id());
                assertThat(onDemand.tables().isEmpty()).isFalse();
            }
        }
    }

    @Test
    void whatIsNotCommittedChangesNothing() {
        Settings settings = Directories.embedded(directory);
        fill(settings);
        List<Line> before = lines(settings);
        Summary summary = summary(settings);
        try (DirectoryOnDemand onDemand = new DirectoryOnDemand(settings, clock)) {
            DirectoryTables tables = onDemand.tables();
            try (DirectoryTables.Loading loading = tables.load(summary.tables())) {
                loading.begin((Line.Table) before.getFirst());
            }
        }
        assertThat(lines(settings)).isEqualTo(before);
    }

    @Test
    void aNewDirectoryIsEmpty() {
        try (DirectoryOnDemand onDemand = new DirectoryOnDemand(Directories.embedded(directory), clock)) {
            assertThat(onDemand.findTables()).isEmpty();
            assertThat(onDemand.tables().isEmpty()).isTrue();
            created(onDemand.get(), "hana");
            assertThat(onDemand.tables().isEmpty()).isFalse();
        }
    }

    private static Account created(Directory accounts, String login) {
        AccountCreation creation = accounts.create(
                new NewAccount(login, login, login + "@example.com", "hash of 万屋", Set.of("user", "keeper")));
        return ((AccountCreation.Created) creation).account();
    }

    /** Something in every table. */
    private void fill(Settings settings) {
        try (DirectoryOnDemand onDemand = new DirectoryOnDemand(settings, clock)) {
            Directory accounts = onDemand.get();
            Account account = created(accounts, "hana");
            accounts.remember(
                    account.id(),
                    new DeviceSighting(
                            DeviceType.BROWSER,
                            OperatingSystem.LINUX,
                            "desk \"quoted\" 万屋",
                            "Firefox",
                            "1.0",
                            "Asia/Tokyo",
                            "Kyoto",
                            MaskedAddress.of("192.0.2.77")));
            accounts.record(account.id(), event());
            accounts.createProfile(account.uuid(), new Profile.Draft("Hana", "Yamada", "03", "Tokyo"));
            Patrons patrons = onDemand.patrons();
            String profile =
                    patrons.link("patron", Optional.empty()).orElseThrow().profile();
            patrons.spend(UUID.randomUUID(), profile, 7, clock.instant());
            onDemand.grantBonus(profile, 100, clock.instant().plus(Duration.ofDays(3)));
            patrons.record(new PledgeEvent(
                    RandomTokens.secure().hex(32),
                    "patron",
                    "pledge",
                    "members:update",
                    Plan.PRO,
                    Membership.ACTIVE,
                    Optional.empty(),
                    300,
                    clock.instant()));
            patrons.keep(new CrashReport(
                    UUID.randomUUID(),
                    "t",
                    "m",
                    "a",
                    "o",
                    Optional.of("trace"),
                    Optional.empty(),
                    Optional.empty(),
                    "c"));
        }
        assertThat(summary(settings).tables())
                .allSatisfy(table -> assertThat(table.rows()).isPositive());
    }

    private HistoryEvent event() {
        return new HistoryEvent(HistoryEvent.Type.values()[0], clock.instant(), MaskedAddress.of("192.0.2.77"), "");
    }

    private List<Line> lines(Settings settings) {
        List<Line> lines = new ArrayList<>();
        try (DirectoryOnDemand onDemand = new DirectoryOnDemand(settings, clock)) {
            onDemand.tables().export(lines::add);
        }
        return lines;
    }

    private BackupFile backup(Settings settings) {
        BackupFile file = BackupFile.plain(directory.resolve("backup"));
        Manifest manifest =
                new Manifest("test", clock.instant(), "memory", true, true, true, Set.of(Section.DIRECTORY));
        file.write(out -> {
            BackupWriter writer = new BackupWriter(out, manifest);
            lines(settings).forEach(writer);
            writer.end();
        });
        return file;
    }

    private Summary summary(Settings settings) {
        return backup(settings).check(Limits.DEFAULT);
    }

    private void move(Settings source, Settings target) {
        BackupFile file = backup(source);
        Summary summary = file.check(Limits.DEFAULT);
        try (DirectoryOnDemand onDemand = new DirectoryOnDemand(target, clock)) {
            onDemand.tables().requireKnown(summary.tables());
            try (DirectoryTables.Loading loading = onDemand.tables().load(summary.tables())) {
                file.read(Limits.DEFAULT, line -> {
                    if (line instanceof Line.Table table) {
                        loading.begin(table);
                    } else {
                        loading.add((Line.Row) line);
                    }
                });
                loading.commit();
            }
        }
    }
}
