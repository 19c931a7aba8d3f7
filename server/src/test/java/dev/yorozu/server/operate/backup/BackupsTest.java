package dev.yorozu.server.operate.backup;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.yorozu.feed.Cursor;
import dev.yorozu.feed.FeedAnswer;
import dev.yorozu.feed.FeedPolicy;
import dev.yorozu.feed.RevocationFeed;
import dev.yorozu.keyspace.DiscordKeys;
import dev.yorozu.keyspace.Keyspace;
import dev.yorozu.keyspace.NostalgicKeys;
import dev.yorozu.keyspace.ServerKeys;
import dev.yorozu.keyspace.TokenKeys;
import dev.yorozu.recovery.RecoveryCutoff;
import dev.yorozu.secret.RandomTokens;
import dev.yorozu.server.boot.StandardSettings;
import dev.yorozu.server.config.SettingsReader;
import dev.yorozu.server.directory.DirectoryOnDemand;
import dev.yorozu.server.operate.backup.format.BackupFile;
import dev.yorozu.server.operate.backup.format.BackupWriter;
import dev.yorozu.server.operate.backup.format.DamagedBackup;
import dev.yorozu.server.operate.backup.format.Line;
import dev.yorozu.server.operate.backup.format.Manifest;
import dev.yorozu.server.operate.backup.format.SampleStore;
import dev.yorozu.server.operate.backup.format.Section;
import dev.yorozu.server.operate.backup.format.Summary;
import dev.yorozu.server.operate.transport.Progress;
import dev.yorozu.server.store.Snapshots;
import dev.yorozu.store.Batch;
import dev.yorozu.store.Bytes;
import dev.yorozu.store.Expiry;
import dev.yorozu.store.Key;
import dev.yorozu.store.Store;
import dev.yorozu.store.backend.Limits;
import dev.yorozu.store.backend.StoreObserver;
import dev.yorozu.store.memory.MemoryStore;
import dev.yorozu.store.testkit.HeldClock;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What a restore leaves alone, ends and refuses. */
class BackupsTest {
    private static final Key SESSION = DiscordKeys.SESSION.key("0123456789abcdef".repeat(4));
    private static final Key TOTAL = NostalgicKeys.COUNTER_TOTAL.key("example-100680ad");

    private final HeldClock clock = HeldClock.start();

    @TempDir
    Path directory;

    private Store store() {
        return new MemoryStore(clock, Limits.DEFAULT, StoreObserver.NONE);
    }

    private Backups backups(Store store, boolean stopped) {
        return new Backups(
                store,
                Keyspace.schema(),
                Limits.DEFAULT,
                clock,
                Snapshots.live(store, stopped),
                "memory",
                Optional.empty());
    }

    private static Store filled(Store store) {
        store.commit(Batch.builder()
                .put(SESSION, "{}", Expiry.after(Duration.ofDays(1)))
                .build());
        store.commit(Batch.builder().add(TOTAL, 41).build());
        return store;
    }

    private BackupFile backup(Store store, boolean stopped) {
        BackupFile file = BackupFile.plain(directory.resolve("backup"));
        file.write(out -> backups(store, stopped).write(out, BackupOptions.STANDARD, Progress.NONE));
        return file;
    }

    private Restoration restore(Store target, BackupFile file, RestoreOptions options) {
        Backups backups = backups(target, true);
        return backups.restore(file, backups.examine(file), options, Progress.NONE);
    }

    @Test
    void byDefaultNothingThatWasIssuedBeforeCounts() {
        BackupFile file = backup(filled(store()), true);
        Store target = store();
        Key other = DiscordKeys.SESSION.key("fedcba9876543210".repeat(4));
        target.commit(Batch.builder()
                .put(other, "{}", Expiry.after(Duration.ofDays(1)))
                .build());
        clock.advance(Duration.ofHours(1));

        assertThat(restore(target, file, RestoreOptions.STANDARD.forced())).isEqualTo(new Restored(1, 0, 1, 0, 0));

        assertThat(target.get(TOTAL)).contains(Bytes.of(41));
        assertThat(target.type(SESSION)).isEmpty();
        assertThat(target.type(other)).isEmpty();
        assertThat(target.read(RecoveryCutoff.READ))
                .contains(Bytes.of(clock.instant().toEpochMilli()));
    }

    @Test
    void aMoveKeepsLoginsAndRaisesTheMarkButNeverLowersIt() {
        Store source = filled(store());
        RecoveryCutoff.raise(source, clock.instant());
        BackupFile file = backup(source, true);
        RestoreOptions move = new RestoreOptions(false, true, false);
        Store fresh = store();
        Store recovered = store();
        RecoveryCutoff.raise(recovered, clock.instant().plusSeconds(60));

        assertThat(restore(fresh, file, move)).isEqualTo(new Restored(2, 0, 0, 0, 0));
        restore(recovered, file, move);

        assertThat(fresh.get(SESSION)).isPresent();
        assertThat(fresh.read(RecoveryCutoff.READ)).isEqualTo(source.read(RecoveryCutoff.READ));
        assertThat(recovered.read(RecoveryCutoff.READ))
                .contains(Bytes.of(clock.instant().plusSeconds(60).toEpochMilli()));
    }

    /** What was told of revocations, with logins kept or not, and whether of the source or of the target. */
    @Test
    void afterARestoreTheFeedOfRevocationsBeginsAnew() {
        for (boolean logins : List.of(true, false)) {
            Store source = filled(store());
            Store target = store();
            RevocationFeed feed = told(target);
            Cursor cursor = ((FeedAnswer.Page) feed.read(Cursor.start(), List.of("tokens"), 10)).next();
            told(source);
            BackupFile file = BackupFile.plain(directory.resolve("with-" + logins));
            file.write(out -> backups(source, true).write(out, BackupOptions.STANDARD, Progress.NONE));
            restore(target, file, new RestoreOptions(true, logins, false));

            assertThat(target.get(TOTAL)).isPresent();
            assertThat(target.type(ServerKeys.FEED.key("tokens"))).isEmpty();
            assertThat(target.type(ServerKeys.FEED_SINCE.key())).isEmpty();
            assertThat(feed.read(cursor, List.of("tokens"), 10)).isInstanceOf(FeedAnswer.Outdated.class);
            assertThat(((FeedAnswer.Page) feed.read(Cursor.start(), List.of("tokens"), 10)).since())
                    .isGreaterThan(clock.instant().getEpochSecond());
        }
    }

    private RevocationFeed told(Store store) {
        RevocationFeed feed =
                new RevocationFeed(store, new FeedPolicy(Duration.ofHours(1), 10_000), RandomTokens.secure(), clock);
        feed.open();
        feed.store()
                .commit(Batch.builder()
                        .put(TokenKeys.REVOKED.key("a"), "1", Expiry.after(Duration.ofDays(1)))
                        .build());
        return feed;
    }

    @Test
    void loginsAreKeptOnlyFromASourceThatWasStopped() {
        BackupFile file = backup(filled(store()), false);
        Store target = store();

        assertThat(restore(target, file, new RestoreOptions(true, true, false)))
                .isInstanceOfSatisfying(
                        Restoration.Refused.class,
                        refused -> assertThat(refused.sentence())
                                .startsWith("The backup does not say that its source was stopped"));
        assertThat(SampleStore.contents(target)).isEmpty();
    }

    /** As the first Yorozu wrote it. */
    @Test
    void aFileOfTheFirstVersionIsRestored() throws IOException {
        Path path = directory.resolve("version-1");
        try (InputStream fixture = SampleStore.class.getResourceAsStream("version-1.jsonl")) {
            Files.copy(Objects.requireNonNull(fixture), path);
        }
        BackupFile file = BackupFile.plain(path);
        Store target = store();

        Summary summary = backups(target, true).examine(file);
        assertThat(summary.manifest().sections()).containsExactly(Section.STORE);
        assertThat(summary.keys()).isEqualTo(5);
        assertThat(restore(target, file, new RestoreOptions(true, true, false)))
                .isInstanceOf(Restoration.Refused.class);
        assertThat(restore(target, file, RestoreOptions.STANDARD)).isEqualTo(new Restored(3, 1, 1, 0, 0));

        assertThat(target.get(TOTAL)).contains(Bytes.of(41));
        assertThat(target.size(Keyspace.schema().key("rankings:index"))).isEqualTo(3);
        assertThat(SampleStore.contents(target)).containsKey("other:part:name").doesNotContainKey(SESSION.name());
    }

    @Test
    void aFileOfAnotherNameIsNeverWritten() {
        BackupFile file = written(new Line.KeyFile("admin.token", Bytes.of("of a stranger")), Section.FILES);
        BackupFile outside = written(new Line.KeyFile("../outside", Bytes.of("of a stranger")), Section.FILES);

        for (BackupFile each : new BackupFile[] {file, outside}) {
            assertThatThrownBy(() -> restore(store(), each, RestoreOptions.STANDARD))
                    .isInstanceOf(DamagedBackup.class)
                    .hasMessageStartingWith("The backup has a key file that this Yorozu does not know");
        }
    }

    @Test
    void aTableThatIsUnknownHereIsRefusedBeforeAnythingIsWritten() {
        Line.Table table =
                new Line.Table("accounts; DROP TABLE roles", List.of(new Line.Column("id", Line.ColumnType.NUMBER)));
        BackupFile file = written(table, Section.DIRECTORY);
        Store target = store();
        try (DirectoryOnDemand onDemand = new DirectoryOnDemand(
                new SettingsReader(StandardSettings.schema())
                        .environment(
                                Map.of("YOROZU_DATA", directory.resolve("data").toString()))
                        .withoutFile()
                        .read(),
                clock)) {
            Backups backups = new Backups(
                    target,
                    Keyspace.schema(),
                    Limits.DEFAULT,
                    clock,
                    Snapshots.live(target, true),
                    "memory",
                    Optional.of(new Installation(onDemand, directory.resolve("data"), false)));
            Summary summary = backups.examine(file);

            assertThatThrownBy(() -> backups.restore(file, summary, RestoreOptions.STANDARD, Progress.NONE))
                    .isInstanceOf(DamagedBackup.class)
                    .hasMessageContaining("that is not as this Yorozu knows it");
        }
        assertThat(SampleStore.contents(target)).isEmpty();
    }

    private BackupFile written(Line line, Section section) {
        BackupFile file = BackupFile.plain(directory.resolve("crafted-" + section.word() + line.hashCode()));
        Manifest manifest =
                new Manifest("test", clock.instant(), "memory", true, true, true, Set.of(Section.STORE, section));
        file.write((OutputStream out) -> {
            BackupWriter writer = new BackupWriter(out, manifest);
            writer.accept(line);
            writer.end();
        });
        return file;
    }
}
