package dev.yorozu.server.operate.backup.scheduled;

import static org.assertj.core.api.Assertions.assertThat;

import dev.yorozu.keyspace.Keyspace;
import dev.yorozu.keyspace.NostalgicKeys;
import dev.yorozu.lock.Lease;
import dev.yorozu.secret.RandomTokens;
import dev.yorozu.server.operate.backup.Backups;
import dev.yorozu.server.operate.backup.RestoreOptions;
import dev.yorozu.server.operate.backup.Restored;
import dev.yorozu.server.operate.backup.encrypted.PassphraseEnvelope;
import dev.yorozu.server.operate.backup.format.BackupFile;
import dev.yorozu.server.operate.shared.InTurns;
import dev.yorozu.server.operate.transport.Progress;
import dev.yorozu.server.store.Snapshots;
import dev.yorozu.store.Batch;
import dev.yorozu.store.Bytes;
import dev.yorozu.store.Key;
import dev.yorozu.store.Store;
import dev.yorozu.store.backend.Limits;
import dev.yorozu.store.backend.StoreObserver;
import dev.yorozu.store.memory.MemoryStore;
import dev.yorozu.store.testkit.HeldClock;
import io.prometheus.metrics.expositionformats.PrometheusTextFormatWriter;
import io.prometheus.metrics.model.registry.PrometheusRegistry;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Function;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A schedule of one backup an hour, of which three are kept, in a directory. */
class ScheduledBackupsTest {
    private static final Duration HOUR = Duration.ofHours(1);
    private static final String PASSPHRASE = "correct horse battery";
    private static final Key TOTAL = NostalgicKeys.COUNTER_TOTAL.key("example-100680ad");

    private final HeldClock clock = HeldClock.start();
    private final Store store = new MemoryStore(clock, Limits.DEFAULT, StoreObserver.NONE);

    @TempDir
    Path temporary;

    private Path place;

    @BeforeEach
    void fill() throws IOException {
        place = Files.createDirectory(temporary.resolve("backups"));
        store.commit(Batch.builder().add(TOTAL, 41).build());
    }

    private Backups backups(Store of) {
        return new Backups(
                of, Keyspace.schema(), Limits.DEFAULT, clock, Snapshots.live(of, false), "memory", Optional.empty());
    }

    private ScheduledBackups server() {
        return server(Optional.of(HOUR), Optional.empty());
    }

    private ScheduledBackups server(Optional<Duration> every, Optional<String> passphrase) {
        return server(new BackupPlan(every, 3, place.toString(), passphrase), new DirectoryPlace(place));
    }

    private ScheduledBackups server(Function<DirectoryPlace, BackupPlace> changed) {
        return server(
                new BackupPlan(Optional.of(HOUR), 3, place.toString(), Optional.empty()),
                changed.apply(new DirectoryPlace(place)));
    }

    private ScheduledBackups server(BackupPlan plan, BackupPlace to) {
        return new ScheduledBackups(backups(store), plan, to, RandomTokens.secure(), clock);
    }

    private List<Path> files() {
        try (Stream<Path> files = Files.list(place)) {
            return files.sorted().toList();
        } catch (IOException fault) {
            throw new UncheckedIOException(fault);
        }
    }

    private static void wake(ScheduledBackups server, HeldClock clock, Duration step, int times) {
        for (int i = 0; i < times; i++) {
            clock.advance(step);
            server.wake();
        }
    }

    private static String metrics(ScheduledBackups server) throws IOException {
        PrometheusRegistry registry = new PrometheusRegistry();
        BackupMetrics.register(registry, server);
        ByteArrayOutputStream text = new ByteArrayOutputStream();
        PrometheusTextFormatWriter.builder().build().write(text, registry.scrape());
        return text.toString(StandardCharsets.UTF_8);
    }

    @Test
    void oneIsMadeEachHourAndRestoresOnAnotherStore() throws IOException {
        ScheduledBackups server = server();
        assertThat(server.status().state()).isEqualTo("waiting");
        server.wake();
        server.wake();
        assertThat(files()).hasSize(1);

        wake(server, clock, Duration.ofMinutes(59), 1);
        assertThat(files()).hasSize(1);
        wake(server, clock, Duration.ofMinutes(1), 1);
        assertThat(files()).hasSize(2);
        wake(server, clock, HOUR, 4);

        assertThat(files()).hasSize(3);
        BackupFile newest = BackupFile.plain(files().getLast());
        Store other = new MemoryStore(clock, Limits.DEFAULT, StoreObserver.NONE);
        Backups target = backups(other);
        assertThat(target.restore(newest, target.examine(newest), RestoreOptions.STANDARD, Progress.NONE))
                .isInstanceOf(Restored.class);
        assertThat(other.get(TOTAL)).contains(Bytes.of(41));
        assertThat(server.status().state()).isEqualTo("ok");
        assertThat(server.status().lastFailure()).isEmpty();
        assertThat(metrics(server))
                .contains("yorozu_backup_overdue 0.0")
                .contains("yorozu_backup_failures_total{reason=\"place\"} 0.0")
                .contains("yorozu_backup_bytes " + (double) Files.size(newest.path()))
                .containsPattern("yorozu_backup_last_success_timestamp_seconds \\d")
                .containsPattern("yorozu_backup_duration_seconds \\d");
        assertThat(server.report().backups()).hasSize(3).element(0).satisfies(each -> {
            assertThat(each.name()).isEqualTo(newest.path().getFileName().toString());
            assertThat(each.verified()).contains(clock.instant());
        });
    }

    @Test
    void oneThatWasMissedIsMadeUpForAndOneThatWasNotIsNot() {
        server().wake();
        clock.advance(Duration.ofMinutes(30));
        server().wake();
        assertThat(files()).hasSize(1);

        clock.advance(Duration.ofDays(3));
        ScheduledBackups later = server();
        assertThat(later.isOverdue()).isFalse();
        later.wake();
        assertThat(files()).hasSize(2);
        assertThat(later.isOverdue()).isFalse();
    }

    @Test
    void ofServersOnOneStoreOneMakesIt() throws Exception {
        List<ScheduledBackups> servers = new ArrayList<>();
        for (int i = 0; i < 4; i++) {
            servers.add(server(Optional.of(HOUR), Optional.empty()));
        }
        try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
            for (int round = 1; round <= 3; round++) {
                CountDownLatch start = new CountDownLatch(1);
                List<Future<?>> running = new ArrayList<>();
                for (ScheduledBackups server : servers) {
                    running.add(threads.submit(() -> {
                        start.await();
                        server.wake();
                        return true;
                    }));
                }
                start.countDown();
                for (Future<?> each : running) {
                    each.get();
                }
                assertThat(files()).hasSize(round);
                clock.advance(HOUR);
            }
        }
        servers.forEach(ScheduledBackups::wake);
        assertThat(servers)
                .allSatisfy(server -> assertThat(server.status().state()).isEqualTo("ok"));
    }

    @Test
    void aServerThatDiesInTheMiddleIsFollowedByAnother() {
        InTurns<History> shared = History.shared(store, RandomTokens.secure());
        Lease died = shared.take().orElseThrow();
        ScheduledBackups server = server();
        server.wake();
        assertThat(server.now(Progress.NONE).busy()).isTrue();
        assertThat(files()).isEmpty();

        wake(server, clock, Duration.ofMinutes(1), 1);
        assertThat(files()).hasSize(1);
        assertThat(shared.publish(died, History.NONE)).isFalse();
        server.wake();
        assertThat(files()).hasSize(1);
        assertThat(server.status().state()).isEqualTo("ok");
    }

    @Test
    void aFullDiskFailsTheTryAndLeavesNothing() throws IOException {
        ScheduledBackups server = server(FailingPlace::full);
        server.wake();

        assertThat(server.failures(Failure.Reason.PLACE)).isEqualTo(1);
        assertThat(server.report().failure())
                .hasValueSatisfying(why -> assertThat(why.message()).contains("No space left"));
        assertThat(files()).isEmpty();
        wake(server, clock, Duration.ofMinutes(5), 1);
        assertThat(server.failures(Failure.Reason.PLACE)).isEqualTo(2);
        assertThat(server.status().state()).isEqualTo("failing");
    }

    @Test
    void aPlaceThatGivesNothingAwayHasGoodBackupsAndMoreThanItShould() {
        ScheduledBackups server = server(FailingPlace::keepingAll);
        server.wake();
        wake(server, clock, HOUR, 2);
        assertThat(server.status().state()).isEqualTo("ok");

        clock.advance(HOUR);
        Attempt attempt = server.now(Progress.NONE);
        assertThat(files()).hasSize(4);
        assertThat(attempt.made())
                .hasValueSatisfying(made -> assertThat(made.at()).isEqualTo(clock.instant()));
        assertThat(attempt.failure())
                .hasValueSatisfying(failure -> assertThat(failure.sentence())
                        .startsWith("A backup was made, and older ones could not be removed: The permissions of "));
        assertThat(server.failures(Failure.Reason.REMOVAL)).isEqualTo(1);
        assertThat(server.status().state()).isEqualTo("failing");
        assertThat(server.isOverdue()).isFalse();
    }

    @Test
    void anErrorIsNotTheLastThatIsTried() {
        AtomicBoolean once = new AtomicBoolean(true);
        ScheduledBackups server = server(directory -> FailingPlace.beginning(directory, (there, name) -> {
            if (once.getAndSet(false)) {
                throw new NoClassDefFoundError("as where the jar was replaced");
            }
            return there.begin(name);
        }));
        server.wake();
        assertThat(server.failures(Failure.Reason.ERROR)).isEqualTo(1);
        assertThat(server().report().failure()).as("as another server knows").isPresent();

        wake(server, clock, Duration.ofMinutes(5), 1);
        assertThat(files()).hasSize(1);
        assertThat(server.status().state()).isEqualTo("ok");
    }

    @Test
    void whatWasNotWrittenHereIsNeverRemoved() throws IOException {
        Path note = Files.writeString(place.resolve("note"), "mine");
        Path named = Files.writeString(place.resolve("yorozu-20200101T000000Z-00000000.yrz"), "no backup");
        Path gzip = Files.write(
                place.resolve("yorozu-20200101T000001Z-00000000.yrz"), new byte[] {0x1f, (byte) 0x8b, 1, 2});
        Path left = Files.writeString(place.resolve(".yorozu-20200101T000002Z-00000000.yrz-1.partial"), "half");
        Path byHand = Files.writeString(place.resolve(".yorozu-before-the-move.yrz-1.partial"), "half");
        ScheduledBackups server = server();
        server.wake();
        wake(server, clock, HOUR, 6);

        assertThat(files())
                .contains(note, named, gzip, byHand)
                .doesNotContain(left)
                .hasSize(7);
    }

    @Test
    void aBackupThatIsGoneRaisesAnAlertAndIsMadeAnew() throws IOException {
        ScheduledBackups server = server();
        server.wake();
        wake(server, clock, HOUR, 1);
        Files.delete(files().getLast());

        wake(server, clock, Duration.ofMinutes(10), 1);

        assertThat(server.failures(Failure.Reason.MISSING)).isEqualTo(1);
        assertThat(files()).hasSize(2);
        assertThat(server.isOverdue()).isTrue();
        assertThat(server.status().lastFailureReason()).contains("missing");
        wake(server, clock, Duration.ofMinutes(1), 1);
        assertThat(metrics(server)).contains("yorozu_backup_failures_total{reason=\"missing\"} 1.0");
    }

    @Test
    void aDamagedBackupIsFoundWithinADay() throws IOException {
        ScheduledBackups server = server(Optional.of(Duration.ofDays(2)), Optional.empty());
        server.wake();
        Path file = files().getFirst();
        byte[] bytes = Files.readAllBytes(file);
        bytes[bytes.length / 2] ^= 1;
        Files.write(file, bytes, StandardOpenOption.TRUNCATE_EXISTING);
        wake(server, clock, Duration.ofHours(12), 1);
        assertThat(server.status().state()).isEqualTo("ok");

        wake(server, clock, Duration.ofHours(12), 1);

        assertThat(server.failures(Failure.Reason.DAMAGED)).isEqualTo(1);
        assertThat(files()).hasSize(2).contains(file);
        clock.advance(Duration.ofMinutes(10));
        server.wake();
        assertThat(server.failures(Failure.Reason.DAMAGED)).isEqualTo(1);
    }

    @Test
    void whatIsNoBackupAnyMoreTakesNoGoodOnesPlace() throws IOException {
        ScheduledBackups server = server();
        server.wake();
        wake(server, clock, HOUR, 1);
        Path empty = Files.write(files().getLast(), new byte[0]);
        wake(server, clock, HOUR, 4);

        assertThat(files()).contains(empty).hasSize(4);
    }

    @Test
    void aDirectoryThatVanishesFailsEachTryUntilItIsOverdueAndBackAgain() throws IOException {
        ScheduledBackups server = server();
        server.wake();
        Path aside = temporary.resolve("aside");
        Files.move(place, aside);

        wake(server, clock, Duration.ofMinutes(59), 1);
        assertThat(server.failures(Failure.Reason.PLACE)).isEqualTo(1);
        assertThat(server.status().state()).isEqualTo("failing");
        assertThat(server.report().failure())
                .hasValueSatisfying(why -> assertThat(why.message()).contains("no file or directory"));
        wake(server, clock, Duration.ofMinutes(8), 1);
        assertThat(server.status().state()).isEqualTo("overdue");
        assertThat(place).doesNotExist();
        assertThat(metrics(server)).contains("yorozu_backup_overdue 1.0");

        Files.move(aside, place);
        wake(server, clock, Duration.ofMinutes(5), 1);
        assertThat(server.status().state()).isEqualTo("ok");
        assertThat(files()).hasSize(2);
    }

    @Test
    void aClockThatIsWrongForAWhileLosesNoBackup() {
        ScheduledBackups server = server();
        Instant right = clock.instant();
        server.wake();
        wake(server, clock, HOUR, 2);
        List<Path> good = files();

        clock.set(right.plus(Duration.ofDays(400)));
        server.wake();
        assertThat(files()).hasSize(3).doesNotContain(good.getFirst());
        Path future = files().getLast();

        clock.set(right.plus(Duration.ofHours(3)));
        server.wake();
        wake(server, clock, HOUR, 4);
        assertThat(files()).contains(future).hasSize(4);
        assertThat(server.status().state()).isEqualTo("ok");
        assertThat(server.isOverdue()).isFalse();
    }

    @Test
    void oneIsMadeWhenItIsAskedForAndAnotherPassphraseFindsItUnreadable() throws IOException {
        ScheduledBackups server = server(Optional.empty(), Optional.of(PASSPHRASE));
        server.wake();
        assertThat(files()).isEmpty();

        Attempt attempt = server.now(Progress.NONE);
        assertThat(attempt.made())
                .hasValueSatisfying(made -> assertThat(made.keys()).isPositive());
        assertThat(attempt.failure()).isEmpty();
        try (InputStream begin = Files.newInputStream(files().getFirst())) {
            assertThat(PassphraseEnvelope.isEncrypted(begin)).isTrue();
        }
        clock.advance(Duration.ofDays(40));
        assertThat(server.isOverdue()).isFalse();

        ScheduledBackups other = server(Optional.empty(), Optional.of("another passphrase"));
        other.wake();
        assertThat(other.status().lastFailureReason()).contains("damaged");
        assertThat(other.report().failure())
                .hasValueSatisfying(
                        failure -> assertThat(failure.message()).contains("The passphrase does not open this backup"));
        assertThat(files()).hasSize(1);
    }
}
