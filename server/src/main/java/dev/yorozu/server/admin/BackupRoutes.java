package dev.yorozu.server.admin;

import dev.yorozu.server.archive.BackupOptions;
import dev.yorozu.server.archive.Restoration;
import dev.yorozu.server.archive.RestoreOptions;
import dev.yorozu.server.backup.BackupFile;
import dev.yorozu.server.backup.DamagedBackup;
import dev.yorozu.server.backup.Progress;
import dev.yorozu.server.backup.Section;
import dev.yorozu.server.backup.Summary;
import dev.yorozu.server.http.Call;
import dev.yorozu.server.http.Problem;
import dev.yorozu.server.http.Reply;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.EnumSet;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.stream.Stream;
import tools.jackson.databind.node.ObjectNode;

/**
 * Backups over HTTP: taken as one download, put in by pieces. A download is written down before its first byte leaves, a
 * restore when it is done, both with the digest of the address that asked.
 */
final class BackupRoutes {
    private final StoreOperations operations;
    private final Gatekeeper gatekeeper;
    private final Uploads uploads;
    private final int pieceBytes;

    /** @param pieceBytes the largest body that the server takes */
    BackupRoutes(StoreOperations operations, Gatekeeper gatekeeper, Uploads uploads, int pieceBytes) {
        this.operations = operations;
        this.gatekeeper = gatekeeper;
        this.uploads = uploads;
        this.pieceBytes = pieceBytes;
    }

    Reply download(Call call) {
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
        operations.audited("download", gatekeeper.client(call), operations.sections(options));
        return Reply.stream(
                        200,
                        compress ? "application/gzip" : Events.TYPE,
                        out -> operations.backup(out, options, Progress.NONE))
                .with("Content-Disposition", "attachment; filename=\"yorozu-backup\"");
    }

    Reply beginUpload(Call call) throws IOException {
        Optional<String> id = uploads.begin();
        if (id.isEmpty()) {
            return new Problem(429, "too_many_uploads", "Too many uploads are under way: finish one first.").reply();
        }
        return Reply.json(201, OperationsJson.object().put("id", id.get()).put("pieceBytes", pieceBytes));
    }

    Reply upload(Call call) throws IOException {
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
        return Reply.json(200, OperationsJson.object().put("length", length.getAsLong()));
    }

    /** The file is read as a whole before anything is answered, so that a damaged one gets a status of its own. */
    Reply restore(Call call) throws IOException {
        Request request = Request.of(call);
        RestoreOptions options =
                new RestoreOptions(request.flag("force"), request.flag("keepLogins"), request.flag("storeOnly"));
        Optional<Path> taken = uploads.take(call.parameter("id"));
        if (taken.isEmpty()) {
            return new Problem(404, "no_such_upload", "There is no such upload: begin anew.").reply();
        }
        BackupFile file = BackupFile.plain(taken.get());
        try {
            Summary summary = operations.examine(file);
            String client = gatekeeper.client(call);
            return Events.reply(call, progress -> restore(file, summary, options, client, progress));
        } catch (DamagedBackup damaged) {
            delete(file.path());
            return new Problem(422, "damaged_backup", Objects.requireNonNull(damaged.getMessage())).reply();
        }
    }

    private ObjectNode restore(
            BackupFile file, Summary summary, RestoreOptions options, String client, Progress progress) {
        try {
            Restoration restoration = operations.restore(file, summary, options, progress);
            if (restoration instanceof Restoration.Done) {
                operations.audited("restore", client, EnumSet.of(Section.STORE));
            }
            return OperationsJson.json(restoration);
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
}
