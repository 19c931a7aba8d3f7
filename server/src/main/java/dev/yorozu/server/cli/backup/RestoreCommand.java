package dev.yorozu.server.cli.backup;

import dev.yorozu.server.bucket.BucketAddress;
import dev.yorozu.server.cli.command.AnsweringCommand;
import dev.yorozu.server.cli.command.Refused;
import dev.yorozu.server.cli.command.Status;
import dev.yorozu.server.cli.text.Amounts;
import dev.yorozu.server.cli.text.ProgressLine;
import dev.yorozu.server.operate.backup.BackupOperations;
import dev.yorozu.server.operate.backup.Backups;
import dev.yorozu.server.operate.backup.Restoration;
import dev.yorozu.server.operate.backup.RestoreOptions;
import dev.yorozu.server.operate.backup.Restored;
import dev.yorozu.server.operate.backup.format.BackupFile;
import dev.yorozu.server.operate.backup.format.Envelope;
import dev.yorozu.server.operate.backup.format.Manifest;
import dev.yorozu.server.operate.backup.format.Section;
import dev.yorozu.server.operate.backup.format.Summary;
import dev.yorozu.server.operate.backup.scheduled.BackupSettings;
import dev.yorozu.server.operate.transport.OperateJson;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.Set;
import java.util.stream.Collectors;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import tools.jackson.databind.node.ObjectNode;

/** Restores a backup. */
@Command(
        name = "restore",
        description = {
            "Restore a backup into a store, a directory of accounts and a data directory, of whatever kinds they are.",
            "A damaged file is refused and changes nothing; keys whose life has ended since are left out.",
            "Nothing that was issued before counts afterwards, unless logins are kept: everybody signs in again."
        })
public final class RestoreCommand extends AnsweringCommand {
    @Parameters(
            paramLabel = "FILE",
            description = "Backup to read, or s3://BUCKET/PREFIX/NAME with the keys of the settings")
    @SuppressWarnings("NullAway.Init") // Set by picocli before the command runs.
    private String file;

    @Option(names = "--check", description = "Read and verify the whole backup, and change nothing")
    private boolean check;

    @Option(
            names = "--force",
            description = {
                "Restore where there is something already: keys of the same name are replaced whole, others stay;",
                "accounts are replaced all together; key files are replaced, and the old ones kept aside"
            })
    private boolean force;

    @Option(
            names = "--keep-logins",
            description = "Move: sessions, tokens and links go on. Only from a source that was stopped for the backup")
    private boolean keepLogins;

    @Option(names = "--store-only", description = "Leave the directory of accounts and the key files as they are")
    private boolean storeOnly;

    @Mixin
    private final Passphrase passphrase = new Passphrase();

    @Override
    public Integer call() throws IOException {
        try (BackupSource source = source()) {
            return restore(source.file());
        }
    }

    private BackupSource source() throws IOException {
        if (!file.startsWith(BucketAddress.SCHEME)) {
            return BackupSource.local(Path.of(file));
        }
        BucketAddress.InBucket address = BucketAddress.parse(file)
                .flatMap(BucketAddress::file)
                .orElseThrow(() -> wrong("A backup in a storage is named as s3://BUCKET/PREFIX/NAME"));
        return BackupSource.fetched(address, access().settings());
    }

    private int restore(Path local) throws IOException {
        BackupFile backup = passphrase.toOpen(local, () -> BackupSettings.passphrase(access().settings()), console());
        Summary summary = backup.check(access().limits());
        Backups.requireKnown(summary);
        if (check) {
            return checked(summary, backup.envelope() != Envelope.NONE);
        }
        Restored restored = access().useOrMake(operator -> restore(operator.backups(), backup, summary));
        tell(summary, restored);
        return Status.DONE;
    }

    private int checked(Summary summary, boolean encrypted) {
        Manifest manifest = summary.manifest();
        ObjectNode json = OperateJson.object()
                .put("keys", summary.keys())
                .put("rows", summary.rows())
                .put("made", manifest.made().toString())
                .put("oneMoment", manifest.pointInTime())
                .put("secrets", manifest.secrets())
                .put("encrypted", encrypted);
        summary.files().forEach(json.putArray("files")::add);
        return print(
                json,
                "The backup is whole and can be restored: " + Amounts.keys(summary.keys()) + ", "
                        + Amounts.count(summary.rows()) + " rows of the directory of accounts, "
                        + Amounts.count(summary.files().size()) + " key files, made " + manifest.made()
                        + (encrypted ? ", encrypted." : ", not encrypted."));
    }

    private Restored restore(BackupOperations operations, BackupFile backup, Summary summary) {
        boolean replace = force || (!operations.isEmpty() && confirmed(summary));
        RestoreOptions options = new RestoreOptions(replace, keepLogins, storeOnly);
        try (ProgressLine progress = new ProgressLine(console(), "Restoring", summary.keys())) {
            return switch (operations.restore(backup, summary, options, progress)) {
                case Restored done -> done;
                case Restoration.Occupied occupied -> throw new Refused(occupied(occupied.sections()));
                case Restoration.Refused refused -> throw new Refused(refused.sentence());
            };
        }
    }

    private static String occupied(Set<Section> sections) {
        String there = sections.stream()
                .sorted()
                .map(section -> switch (section) {
                    case STORE -> "the store holds keys already";
                    case DIRECTORY -> "the directory holds accounts already";
                    case FILES -> "the data directory holds key files already";
                })
                .collect(Collectors.joining(", "));
        return Character.toUpperCase(there.charAt(0)) + there.substring(1)
                + ", and nothing was changed: --force replaces keys of the same name, all accounts, and key files";
    }

    private boolean confirmed(Summary summary) {
        return console()
                .confirms("The store holds keys already. Restore " + Amounts.keys(summary.keys())
                        + ", replacing those of the same name and keeping all others, and replacing accounts and key files"
                        + " where the backup has some?");
    }

    private void tell(Summary summary, Restored restored) {
        PrintWriter out = console().out();
        if (json()) {
            out.println(OperateJson.object()
                    .put("keys", restored.keys())
                    .put("ended", restored.ended())
                    .put("leftOut", restored.leftOut())
                    .put("rows", restored.rows())
                    .put("files", restored.files()));
            return;
        }
        out.println("Restored " + Amounts.keys(restored.keys())
                + (restored.ended() == 0
                        ? "."
                        : "; the life of " + Amounts.count(restored.ended()) + " more has ended since."));
        if (!keepLogins) {
            out.println("Nothing issued before counts any more: "
                    + (restored.leftOut() == 0 ? "" : Amounts.keys(restored.leftOut()) + " left out, ")
                    + "everybody signs in again.");
        }
        if (storeOnly) {
            return;
        }
        if (summary.manifest().has(Section.DIRECTORY)) {
            out.println("Restored " + Amounts.count(restored.rows()) + " rows of the directory of accounts.");
        } else {
            out.println("This backup has no accounts: whoever had one at its source has none here, unless this"
                    + " directory knows them.");
        }
        if (restored.files() > 0) {
            out.println("Restored " + String.join(", ", summary.files()) + ".");
        } else {
            out.println("This backup has no key files: unless the settings or this data directory give the same keys,"
                    + " tokens signed at its source are refused, and visitors count as new ones.");
        }
    }
}
