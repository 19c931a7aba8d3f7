package dev.yorozu.server.operate.backup.scheduled;

import dev.yorozu.audit.AuditLog;
import dev.yorozu.audit.Event;
import dev.yorozu.audit.Kind;
import dev.yorozu.secret.RandomTokens;
import dev.yorozu.server.bucket.Bucket;
import dev.yorozu.server.bucket.BucketAddress;
import dev.yorozu.server.bucket.BucketPolicy;
import dev.yorozu.server.config.Settings;
import dev.yorozu.server.operate.backup.Backups;
import dev.yorozu.server.operate.transport.InvalidRequest;
import dev.yorozu.server.operate.transport.LocalOperations;
import dev.yorozu.server.operate.transport.Nothing;
import dev.yorozu.server.operate.transport.Operation;
import dev.yorozu.server.operate.transport.Progress;
import dev.yorozu.server.outgoing.HttpOutgoing;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.Optional;
import java.util.function.Supplier;

/** What operators do with the backups that a server makes by itself. Safe for use by many threads. */
public final class ScheduledBackupOperations {
    /** What backups there are, and how the last ones went. */
    public static final Operation<Nothing, BackupReport> LIST =
            Operation.get("/backups", Nothing.class, BackupReport.class);

    /** Makes one now, and says how they go then. */
    public static final Operation<Nothing, BackupReport> NOW =
            Operation.post("/backups", Nothing.class, BackupReport.class).walking();

    private final Optional<ScheduledBackups> scheduled;
    private final AuditLog audit;
    private final InstantSource clock;

    /** @param scheduled empty where no place is set */
    public ScheduledBackupOperations(Optional<ScheduledBackups> scheduled, AuditLog audit, InstantSource clock) {
        this.scheduled = scheduled;
        this.audit = audit;
        this.clock = clock;
    }

    /** The backups that the settings ask for; throws {@code SettingsException} where they do not fit together. */
    public static Optional<ScheduledBackups> scheduled(
            Settings settings,
            Backups backups,
            Supplier<HttpOutgoing> outgoing,
            RandomTokens random,
            InstantSource clock) {
        return BackupSettings.plan(settings)
                .map(plan ->
                        new ScheduledBackups(backups, plan, place(settings, plan, outgoing, clock), random, clock));
    }

    private static BackupPlace place(
            Settings settings, BackupPlan plan, Supplier<HttpOutgoing> outgoing, InstantSource clock) {
        return BucketAddress.parse(plan.to())
                .<BackupPlace>map(address -> new BucketPlace(new Bucket(
                        outgoing.get(), BackupSettings.access(settings), address, BucketPolicy.STANDARD, clock)))
                .orElseGet(() ->
                        new DirectoryPlace(Path.of(plan.to()).toAbsolutePath().normalize()));
    }

    public void bind(LocalOperations operations) {
        operations.on(LIST, nothing -> report()).onWalk(NOW, (nothing, progress) -> now(progress));
    }

    public Optional<ScheduledBackups> scheduled() {
        return scheduled;
    }

    private BackupReport report() {
        return scheduled.map(ScheduledBackups::report).orElse(BackupReport.OFF);
    }

    private BackupReport now(Progress progress) {
        ScheduledBackups backups = asked();
        Attempt attempt = backups.now(progress);
        if (attempt.busy()) {
            throw new InvalidRequest(
                    "A backup is being made just now, here or by another server: try again when it is done");
        }
        BackupReport report = backups.report();
        return attempt.failure().map(report::failing).orElse(report);
    }

    /** Begins to make one, as {@link #NOW}, for an operator who waits no longer than this. */
    public void begin(Duration patience) throws InterruptedException {
        asked().begin(patience);
    }

    private ScheduledBackups asked() {
        ScheduledBackups backups = scheduled.orElseThrow(() ->
                new InvalidRequest("No place for backups is set: set backup.to to a directory or s3://BUCKET/PREFIX"));
        audit.append(Event.of(clock.instant(), Kind.BACKUP, "yorozu", "backup")
                .by(Optional.of("operator"))
                .about(backups.plan().to(), ""));
        return backups;
    }
}
