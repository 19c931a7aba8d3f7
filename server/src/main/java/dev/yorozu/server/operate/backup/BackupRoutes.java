package dev.yorozu.server.operate.backup;

import dev.yorozu.audit.AuditLog;
import dev.yorozu.audit.Event;
import dev.yorozu.audit.Kind;
import dev.yorozu.server.http.Call;
import dev.yorozu.server.http.Problem;
import dev.yorozu.server.http.Reply;
import dev.yorozu.server.http.Routes;
import dev.yorozu.server.operate.backup.format.BackupFile;
import dev.yorozu.server.operate.backup.format.DamagedBackup;
import dev.yorozu.server.operate.backup.format.Section;
import dev.yorozu.server.operate.backup.format.Summary;
import dev.yorozu.server.operate.transport.AdminGate;
import dev.yorozu.server.operate.transport.InvalidRequest;
import dev.yorozu.server.operate.transport.Operation;
import dev.yorozu.server.operate.transport.Progress;
import dev.yorozu.server.operate.transport.ProgressStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.time.InstantSource;
import java.util.EnumSet;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Backups over HTTP: taken as one download, put in by pieces. A download is written down before its first byte leaves, a
 * restore when it is done, both with the digest of the address that asked.
 */
public final class BackupRoutes {
    static final String UPLOADS = "/uploads";

    private static final String OPERATOR = "operator";

    private final Backups backups;
    private final AuditLog audit;
    private final AdminGate gate;
    private final Uploads uploads;
    private final int pieceBytes;
    private final InstantSource clock;

    /** An upload that may begin, by pieces of at most so many bytes. */
    record Begun(String id, int pieceBytes) {}

    /** How far an upload has come. */
    record Length(long length) {}

    /**
     * @param data where uploads are kept until they are whole
     * @param pieceBytes the largest body that the server takes
     */
    public BackupRoutes(
            Backups backups,
            AuditLog audit,
            AdminGate gate,
            Path data,
            int pieceBytes,
            InstantSource clock,
            SecureRandom random) {
        this.backups = backups;
        this.audit = audit;
        this.gate = gate;
        this.uploads = new Uploads(data, random, clock);
        this.pieceBytes = pieceBytes;
        this.clock = clock;
    }

    /** The restore of what was uploaded there. */
    static Operation<RestoreOptions, Restoration> restore(String upload) {
        return Operation.post(upload + "restore", RestoreOptions.class, Restoration.class)
                .walking();
    }

    public void add(Routes routes) {
        routes.get("/backup", gate.guard(this::download))
                .post(UPLOADS, gate.guard(this::beginUpload))
                .put(UPLOADS + "/{id}/{position}", gate.guard(this::upload))
                .post(UPLOADS + "/{id}/restore", gate.guard(this::restore));
    }

    private Reply download(Call call) {
        String plain = call.query("plain").orElse("false");
        String secrets = call.query("secrets").orElse("true");
        String storeOnly = call.query("storeOnly").orElse("false");
        if (!Stream.of(plain, secrets, storeOnly).allMatch(Set.of("true", "false")::contains)) {
            // A misspelled wish for no secrets must not be answered with them.
            return Problem.badRequest("plain, secrets and storeOnly are true or false.")
                    .reply();
        }
        boolean compress = plain.equals("false");
        BackupOptions options = new BackupOptions(compress, secrets.equals("true"), false, storeOnly.equals("true"));
        audited("download", gate.client(call), backups.sections(options));
        return Reply.stream(
                        200,
                        compress ? "application/gzip" : ProgressStream.TYPE,
                        out -> backups.write(out, options, Progress.NONE))
                .with("Content-Disposition", "attachment; filename=\"yorozu-backup\"");
    }

    private Reply beginUpload(Call call) throws IOException {
        Optional<String> id = uploads.begin();
        if (id.isEmpty()) {
            return new Problem(429, "too_many_uploads", "Too many uploads are under way: finish one first.").reply();
        }
        return Reply.json(201, new Begun(id.get(), pieceBytes));
    }

    private Reply upload(Call call) throws IOException {
        long position;
        try {
            position = Long.parseLong(call.parameter("position"));
        } catch (NumberFormatException wrong) {
            return Problem.badRequest("The position of a piece is a number.").reply();
        }
        OptionalLong length = uploads.append(call.parameter("id"), position, call.stream());
        if (length.isEmpty()) {
            return new Problem(409, "wrong_piece", "There is no such upload, or it has another length: begin anew.")
                    .reply();
        }
        return Reply.json(200, new Length(length.getAsLong()));
    }

    /** The file is read as a whole before anything is answered, so that a damaged one gets a status of its own. */
    private Reply restore(Call call) throws IOException {
        RestoreOptions options;
        try {
            options = restore("").request(call);
        } catch (InvalidRequest invalid) {
            return invalid.reply();
        }
        Optional<Path> taken = uploads.take(call.parameter("id"));
        if (taken.isEmpty()) {
            return new Problem(404, "no_such_upload", "There is no such upload: begin anew.").reply();
        }
        BackupFile file = BackupFile.plain(taken.get());
        try {
            Summary summary = backups.examine(file);
            String client = gate.client(call);
            return ProgressStream.reply(call, progress -> restore(file, summary, options, client, progress));
        } catch (DamagedBackup damaged) {
            delete(file.path());
            return new Problem(422, "damaged_backup", Objects.requireNonNull(damaged.getMessage())).reply();
        }
    }

    private Restoration restore(
            BackupFile file, Summary summary, RestoreOptions options, String client, Progress progress) {
        try {
            Restoration restoration = backups.restore(file, summary, options, progress);
            if (restoration instanceof Restored) {
                audited("restore", client, EnumSet.of(Section.STORE));
            }
            return restoration;
        } finally {
            delete(file.path());
        }
    }

    private static void delete(Path file) {
        try {
            Files.deleteIfExists(file);
        } catch (IOException left) {
            // The next start clears it away.
            return;
        }
    }

    /** @param client a digest of the address that it came from */
    private void audited(String action, String client, Set<Section> sections) {
        String shown = sections.stream().map(Section::word).collect(Collectors.joining(", "));
        audit.append(Event.of(clock.instant(), Kind.BACKUP, "yorozu", action)
                .by(Optional.of(OPERATOR))
                .from(client)
                .about(shown, ""));
    }
}
