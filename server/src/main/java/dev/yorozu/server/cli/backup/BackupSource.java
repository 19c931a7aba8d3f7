package dev.yorozu.server.cli.backup;

import dev.yorozu.server.bucket.Bucket;
import dev.yorozu.server.bucket.BucketAddress.InBucket;
import dev.yorozu.server.bucket.BucketPolicy;
import dev.yorozu.server.config.Settings;
import dev.yorozu.server.operate.backup.scheduled.BackupSettings;
import dev.yorozu.server.outgoing.HttpOutgoing;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.InstantSource;

/**
 * A backup as a file on this machine. One that was fetched, encrypted as it lies in the storage, is deleted when this is closed: it
 * is read several times.
 */
record BackupSource(Path file, boolean fetched) implements AutoCloseable {
    static BackupSource local(Path file) {
        return new BackupSource(file, false);
    }

    static BackupSource fetched(InBucket address, Settings settings) throws IOException {
        Path file = Files.createTempFile("yorozu-restore-", ".yrz");
        file.toFile().deleteOnExit();
        BackupSource source = new BackupSource(file, true);
        try (HttpOutgoing outgoing = new HttpOutgoing()) {
            Bucket bucket = new Bucket(
                    outgoing,
                    BackupSettings.access(settings),
                    address.place(),
                    BucketPolicy.STANDARD,
                    InstantSource.system());
            try (InputStream in = bucket.read(address.name())) {
                Files.copy(in, file, StandardCopyOption.REPLACE_EXISTING);
            }
            return source;
        } catch (IOException | RuntimeException failed) {
            source.close();
            throw failed;
        }
    }

    @Override
    public void close() throws IOException {
        if (fetched) {
            Files.deleteIfExists(file);
        }
    }
}
