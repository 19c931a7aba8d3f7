package dev.yorozu.server.operate.backup;

import dev.yorozu.server.operate.backup.format.BackupFile;
import dev.yorozu.server.operate.backup.format.Summary;
import dev.yorozu.server.operate.keys.KeyOperations;
import dev.yorozu.server.operate.keys.KeyOperations.ListRequest;
import dev.yorozu.server.operate.keys.Listing;
import dev.yorozu.server.operate.transport.HttpOperations;
import dev.yorozu.server.operate.transport.Nothing;
import dev.yorozu.server.operate.transport.Operation;
import dev.yorozu.server.operate.transport.Progress;
import dev.yorozu.server.operate.transport.RemoteFault;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.util.zip.GZIPOutputStream;

/** Backups of a running server, through its admin interface. */
public record RemoteBackups(HttpOperations server) implements BackupOperations {
    private static final Operation<Nothing, BackupRoutes.Begun> BEGIN =
            Operation.post(BackupRoutes.UPLOADS, Nothing.class, BackupRoutes.Begun.class);

    /** Fetches lines and compresses them here, because lines can be counted while they come. */
    @Override
    public void write(OutputStream out, BackupOptions options, Progress progress) {
        if (options.stopped()) {
            throw new RemoteFault("A server runs on this store: stop it before a backup that is to say so");
        }
        try (InputStream in = server.download(
                "/backup?plain=true&secrets=" + options.secrets() + "&storeOnly=" + options.storeOnly())) {
            if (options.compress()) {
                GZIPOutputStream compressed = BackupFile.compressed(out);
                copy(in, compressed, progress);
                compressed.finish();
            } else {
                copy(in, out, progress);
            }
        } catch (IOException broken) {
            throw new RemoteFault("The connection to the server broke off before the backup was whole");
        }
    }

    private static void copy(InputStream in, OutputStream out, Progress progress) throws IOException {
        byte[] buffer = new byte[1 << 16];
        long lines = 0;
        for (int length = in.read(buffer); length >= 0; length = in.read(buffer)) {
            out.write(buffer, 0, length);
            for (int i = 0; i < length; i++) {
                lines += buffer[i] == '\n' ? 1 : 0;
            }
            progress.keys(lines);
        }
    }

    @Override
    public boolean isEmpty() {
        Listing page;
        String cursor = "";
        do {
            page = server.call(KeyOperations.LIST, new ListRequest("", cursor, 16, false));
            cursor = page.next();
        } while (page.keys().stream().allMatch(key -> key.name().startsWith(UPKEEP)) && !page.last());
        return page.keys().stream().allMatch(key -> key.name().startsWith(UPKEEP));
    }

    /** What is encrypted is opened here: the passphrase goes nowhere. The server checks the file by its own limits. */
    @Override
    public Restoration restore(BackupFile file, Summary summary, RestoreOptions options, Progress progress) {
        BackupRoutes.Begun upload = server.call(BEGIN, new Nothing());
        String target = BackupRoutes.UPLOADS + "/" + upload.id() + "/";
        try (InputStream in = file.contents()) {
            long position = 0;
            for (byte[] piece = in.readNBytes(upload.pieceBytes());
                    piece.length > 0;
                    piece = in.readNBytes(upload.pieceBytes())) {
                server.upload(target + position, piece);
                position += piece.length;
            }
        } catch (IOException unreadable) {
            throw new UncheckedIOException(unreadable);
        }
        return server.call(BackupRoutes.restore(target), options, progress);
    }
}
