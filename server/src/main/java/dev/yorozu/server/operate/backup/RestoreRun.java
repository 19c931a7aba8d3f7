package dev.yorozu.server.operate.backup;

import dev.yorozu.feed.RevocationFeed;
import dev.yorozu.recovery.Recovery;
import dev.yorozu.recovery.RecoveryCutoff;
import dev.yorozu.server.directory.DirectoryTables;
import dev.yorozu.server.operate.backup.format.BackupFile;
import dev.yorozu.server.operate.backup.format.Line;
import dev.yorozu.server.operate.backup.format.Part;
import dev.yorozu.server.operate.backup.format.Restore;
import dev.yorozu.server.operate.backup.format.Section;
import dev.yorozu.server.operate.backup.format.Summary;
import dev.yorozu.server.operate.transport.Progress;
import dev.yorozu.store.Bytes;
import dev.yorozu.store.Key;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * One restore, in this order:
 *
 * <ol>
 *   <li>Unless logins are kept, the {@link RecoveryCutoff} is raised: from here on no share link that was issued before counts.
 *   <li>Keys are written; those that grant access only where logins are kept, so that no crash leaves one behind.
 *   <li>The directory is replaced, in one transaction.
 *   <li>Key files are replaced, each in one step.
 *   <li>Unless logins are kept, all that grants access in the store is ended: what was there before the restore too.
 * </ol>
 *
 * <p>A crash leaves what was done until then; the same restore, forced, completes it. Used by one thread.
 */
final class RestoreRun implements AutoCloseable {
    private final Backups backups;
    private final boolean keepLogins;
    private final Optional<Installation> installation;
    private final Optional<DirectoryTables> directory;
    private final Summary summary;
    private final Restore keys;
    private final Map<String, Bytes> files = new LinkedHashMap<>();
    private DirectoryTables.@Nullable Loading loading;
    private long rows;
    private long leftOut;

    /** Throws {@code DamagedBackup}, with nothing changed, when the directory here cannot take what the backup has. */
    RestoreRun(Backups backups, boolean keepLogins, Optional<Installation> installation, Summary summary) {
        this.backups = backups;
        this.keepLogins = keepLogins;
        this.installation = installation;
        this.directory = installation
                .filter(each -> summary.manifest().has(Section.DIRECTORY))
                .map(Installation::tables);
        this.directory.ifPresent(each -> each.requireKnown(summary.tables()));
        this.summary = summary;
        this.keys = new Restore(backups.store(), this::placed, this::isTaken, backups.limits(), backups.clock());
    }

    Restored restore(BackupFile file, Progress progress) {
        if (!keepLogins) {
            RecoveryCutoff.raise(backups.store(), backups.clock().instant());
        }
        file.read(backups.limits(), line -> {
            take(line);
            if (keys.keys() % 256 == 0) {
                progress.keys(keys.keys());
            }
        });
        keys.finish();
        if (loading != null) {
            loading.commit();
        }
        installation.ifPresent(each -> each.files().write(files, backups.clock().instant()));
        if (!keepLogins) {
            new Recovery(backups.store(), backups.schema(), backups.clock())
                    .endAll(looked -> progress.keys(keys.keys()));
        }
        RevocationFeed.forget(backups.store());
        progress.keys(keys.keys());
        return new Restored(keys.keys(), keys.ended(), leftOut, rows, files.size());
    }

    private void take(Line line) {
        switch (line) {
            case Line.Start start -> keys.begin(start);
            case Line.More more -> keys.goOn(more);
            case Line.Table table -> directory.ifPresent(each -> loading(each).begin(table));
            case Line.Row row ->
                directory.ifPresent(each -> {
                    loading(each).add(row);
                    rows++;
                });
            case Line.KeyFile file -> installation.ifPresent(each -> files.put(file.name(), file.content()));
            case Line.Header header -> throw new IllegalStateException("The reader lets no second header pass");
            case Line.End end -> throw new IllegalStateException("The reader keeps the end to itself");
        }
    }

    /** Begun with the first table, so that no transaction waits for the keys. */
    private DirectoryTables.Loading loading(DirectoryTables tables) {
        DirectoryTables.Loading begun = loading;
        if (begun == null) {
            begun = tables.load(summary.tables());
            loading = begun;
        }
        return begun;
    }

    /** The mark of the source is raised here, and never written: it may stand later here already. */
    private boolean isTaken(Line.Start start) {
        if (start.key().name().equals(RecoveryCutoff.KEY.name())) {
            if (keepLogins) {
                RecoveryCutoff.raise(backups.store(), moment(start.part()));
            }
            return false;
        }
        if (backups.isOfMoment(start.key().name())) {
            return false;
        }
        boolean taken =
                keepLogins || !Recovery.ends(backups.schema(), start.key().name());
        leftOut += taken ? 0 : 1;
        return taken;
    }

    /** A mark that cannot be read lets nothing through, at its source and so here. */
    private Instant moment(Part mark) {
        return mark instanceof Part.Text text && text.value().number().isPresent()
                ? Instant.ofEpochMilli(text.value().number().getAsLong())
                : backups.clock().instant();
    }

    /** A declared key gets its declared partition; another keeps the one that its source knew. */
    private Key placed(Key recorded) {
        return backups.schema().match(recorded.name()).isPresent()
                ? backups.schema().key(recorded.name())
                : recorded;
    }

    @Override
    public void close() {
        keys.close();
        if (loading != null) {
            loading.close();
        }
    }
}
