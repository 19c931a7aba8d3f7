package dev.yorozu.server.operate.backup;

import dev.yorozu.keyspace.Category;
import dev.yorozu.keyspace.Schema;
import dev.yorozu.keyspace.ServerKeys;
import dev.yorozu.recovery.Recovery;
import dev.yorozu.server.config.Version;
import dev.yorozu.server.operate.backup.format.BackupFile;
import dev.yorozu.server.operate.backup.format.BackupWriter;
import dev.yorozu.server.operate.backup.format.Export;
import dev.yorozu.server.operate.backup.format.Manifest;
import dev.yorozu.server.operate.backup.format.Section;
import dev.yorozu.server.operate.backup.format.Summary;
import dev.yorozu.server.operate.transport.Progress;
import dev.yorozu.server.store.Snapshots;
import dev.yorozu.store.Scan;
import dev.yorozu.store.Store;
import dev.yorozu.store.backend.Limits;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.time.InstantSource;
import java.util.EnumSet;
import java.util.Optional;
import java.util.Set;
import java.util.zip.GZIPOutputStream;

/**
 * Makes backups of all that is kept here, and restores them. Safe for use by many threads, one restore at a time.
 *
 * @param snapshots what a backup reads
 * @param kind the kind of store, as its URL names it
 * @param installation empty where there is only a store
 */
public record Backups(
        Store store,
        Schema schema,
        Limits limits,
        InstantSource clock,
        Snapshots snapshots,
        String kind,
        Optional<Installation> installation)
        implements BackupOperations {
    /** Of what a backup made now would consist. */
    public Set<Section> sections(BackupOptions options) {
        Set<Section> sections = EnumSet.of(Section.STORE);
        installation
                .filter(each -> !options.storeOnly())
                .ifPresent(each -> sections.addAll(each.sections(options.secrets())));
        return sections;
    }

    @Override
    public void write(OutputStream out, BackupOptions options, Progress progress) {
        if (!options.compress()) {
            writeLines(out, options, progress);
            return;
        }
        GZIPOutputStream compressed = BackupFile.compressed(out);
        writeLines(compressed, options, progress);
        try {
            compressed.finish();
        } catch (IOException fault) {
            throw new UncheckedIOException(fault);
        }
    }

    private void writeLines(OutputStream out, BackupOptions options, Progress progress) {
        Set<Section> sections = sections(options);
        snapshots.use(source -> {
            Manifest manifest = new Manifest(
                    Version.text(),
                    clock.instant(),
                    kind,
                    snapshots.pointInTime(),
                    snapshots.stopped() || options.stopped(),
                    options.secrets(),
                    sections);
            BackupWriter writer = new BackupWriter(out, manifest);
            new Export(source, clock, name -> !isOfMoment(name) && (options.secrets() || !Recovery.ends(schema, name)))
                    .write(writer, progress);
            installation.ifPresent(each -> each.export(sections, writer));
            writer.end();
        });
    }

    /**
     * Whether a key tells of one store at one moment, and so is in no backup and comes back from none: what programs were told
     * of revocations, as if nothing had happened since, and what backups there are.
     */
    boolean isOfMoment(String name) {
        return schema.match(name)
                .filter(pattern -> pattern.category() == Category.FEED || pattern.equals(ServerKeys.HISTORY))
                .isPresent();
    }

    /** Throws {@code DamagedBackup} where a backup holds files that this Yorozu does not know. */
    public static void requireKnown(Summary summary) {
        KeyFiles.requireKnown(summary.files());
    }

    /** Reads a file as a whole; a {@code DamagedBackup} says why it cannot be restored here. */
    public Summary examine(BackupFile file) {
        Summary summary = file.check(limits);
        requireKnown(summary);
        return summary;
    }

    @Override
    public boolean isEmpty() {
        for (Scan.Page page : Scan.of("", 16).pages(store)) {
            if (!page.keys().stream().allMatch(key -> key.name().startsWith(UPKEEP))) {
                return false;
            }
        }
        return true;
    }

    @Override
    public Restoration restore(BackupFile file, Summary summary, RestoreOptions options, Progress progress) {
        Optional<String> refusal = refusal(summary.manifest(), options);
        if (refusal.isPresent()) {
            return new Restoration.Refused(refusal.get());
        }
        KeyFiles.requireKnown(summary.files());
        Optional<Installation> beside = installation.filter(each -> !options.storeOnly());
        Set<Section> occupied = EnumSet.noneOf(Section.class);
        beside.ifPresent(each -> occupied.addAll(each.occupied(summary)));
        if (!isEmpty()) {
            occupied.add(Section.STORE);
        }
        if (!options.force() && !occupied.isEmpty()) {
            return new Restoration.Occupied(occupied);
        }
        try (RestoreRun run = new RestoreRun(this, options.keepLogins(), beside, summary)) {
            return run.restore(file, progress);
        }
    }

    private Optional<String> refusal(Manifest manifest, RestoreOptions options) {
        if (options.keepLogins() && !manifest.secrets()) {
            return Optional.of("The backup was made without secrets and holds no logins that could be kept: restore it"
                    + " without --keep-logins");
        }
        if (options.keepLogins() && !manifest.stopped()) {
            return Optional.of("The backup does not say that its source was stopped when it was made, and logins that"
                    + " ended since would count again: restore it without --keep-logins, or stop the source and make"
                    + " another");
        }
        boolean more = manifest.sections().size() > 1;
        if (more
                && !options.storeOnly()
                && installation.filter(Installation::serving).isPresent()) {
            return Optional.of("The backup holds accounts or key files, which cannot be replaced while a server works"
                    + " with them: stop it and restore then, or restore the store alone with --store-only");
        }
        return Optional.empty();
    }
}
