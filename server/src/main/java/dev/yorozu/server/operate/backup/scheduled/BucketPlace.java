package dev.yorozu.server.operate.backup.scheduled;

import dev.yorozu.server.bucket.Bucket;
import dev.yorozu.server.bucket.BucketOutput;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.logging.Logger;

/** Backups in S3-compatible storage, where a file is there whole or not at all; one that cannot be verified is removed. */
record BucketPlace(Bucket bucket) implements BackupPlace {
    private static final Logger LOGGER = Logger.getLogger(BucketPlace.class.getName());

    @Override
    public List<Stored> list() throws IOException {
        List<Stored> found = new ArrayList<>();
        bucket.list()
                .forEach(entry -> BackupName.read(entry.name(), entry.bytes()).ifPresent(found::add));
        found.sort(Comparator.comparing(Stored::name).reversed());
        return List.copyOf(found);
    }

    @Override
    public Draft begin(String name) {
        return new ObjectDraft(bucket, name);
    }

    @Override
    public InputStream read(String name) {
        return bucket.read(name);
    }

    @Override
    public InputStream beginning(String name) {
        return bucket.read(name, Verification.MAGIC_BYTES);
    }

    @Override
    public void remove(String name) throws IOException {
        bucket.delete(name);
    }

    @Override
    public String identity() {
        return bucket.toString();
    }

    private static final class ObjectDraft implements Draft {
        private final Bucket bucket;
        private final String name;
        private final BucketOutput out;
        private boolean finished;
        private boolean kept;

        ObjectDraft(Bucket bucket, String name) {
            this.bucket = bucket;
            this.name = name;
            this.out = bucket.write(name);
        }

        @Override
        public OutputStream out() {
            return out;
        }

        @Override
        public void finish() throws IOException {
            finished = true;
            out.complete();
        }

        @Override
        public InputStream readBack() {
            return bucket.read(name);
        }

        @Override
        public void keep() {
            kept = true;
        }

        @Override
        public void close() {
            out.close();
            if (finished && !kept) {
                try {
                    bucket.delete(name);
                } catch (IOException left) {
                    LOGGER.warning(
                            () -> "A backup that was not verified stays in " + bucket + ": " + left.getMessage());
                }
            }
        }
    }
}
