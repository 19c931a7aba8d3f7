package dev.yorozu.server.bucket;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.yorozu.server.bucket.BucketException.Reason;
import dev.yorozu.server.outgoing.HttpOutgoing;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.Random;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Files in a real storage, in parts of 5 MiB, the least that one takes. */
class BucketTest {
    private static final BucketPolicy POLICY =
            new BucketPolicy(Duration.ofMinutes(2), 2, Duration.ofMillis(1), 5 << 20);

    @TempDir
    static Path directory;

    private static StorageProcess storage;
    private static HttpOutgoing outgoing;

    @BeforeAll
    static void start() throws IOException {
        storage = StorageProcess.start(directory);
        outgoing = new HttpOutgoing();
    }

    @AfterAll
    static void stop() {
        outgoing.close();
        storage.close();
    }

    private static Bucket bucket(String place, String key) {
        return new Bucket(
                outgoing,
                storage.access(key),
                BucketAddress.parse(place).orElseThrow(),
                POLICY,
                InstantSource.system());
    }

    private static void write(Bucket bucket, String name, byte[] content) throws IOException {
        try (BucketOutput out = bucket.write(name)) {
            out.write(content);
            out.complete();
        }
    }

    private static byte[] bytes(int count) {
        byte[] bytes = new byte[count];
        new Random(count).nextBytes(bytes);
        return bytes;
    }

    private static byte[] read(Bucket bucket, String name) throws IOException {
        try (InputStream in = bucket.read(name)) {
            return in.readAllBytes();
        }
    }

    @Test
    void smallAndLargeFilesComeBackAsTheyWere() throws IOException {
        Bucket bucket = bucket("s3://backups/a/place", StorageProcess.KEY);
        for (int size : new int[] {1, 5 << 20, (5 << 20) + 1}) {
            byte[] content = bytes(size);
            write(bucket, "file-" + size, content);
            assertThat(read(bucket, "file-" + size)).isEqualTo(content);
        }
        assertThat(bucket.list())
                .contains(new Bucket.Entry("file-1", 1), new Bucket.Entry("file-5242881", 5_242_881))
                .hasSize(3);
        assertThat(bucket("s3://backups/another", StorageProcess.KEY).list()).isEmpty();
        for (Bucket.Entry entry : bucket.list()) {
            bucket.delete(entry.name());
        }
        assertThat(bucket.list()).isEmpty();
        bucket.delete("file-1");
    }

    @Test
    void whatIsNotCompletedIsNoFile() throws IOException {
        Bucket bucket = bucket("s3://backups/broken", StorageProcess.KEY);
        try (BucketOutput small = bucket.write("small");
                BucketOutput large = bucket.write("large")) {
            small.write(bytes(9));
            large.write(bytes((5 << 20) + 1));
        }
        assertThat(bucket.list()).isEmpty();
        assertThatThrownBy(() -> read(bucket, "large")).satisfies(thrown -> reason(thrown, Reason.MISSING));
    }

    @Test
    void aWrongKeyAndABucketThatIsNotThereAreToldApart() {
        assertThatThrownBy(() -> bucket("s3://backups", "another").list())
                .hasMessageContaining("does not allow this")
                .hasMessageContaining("InvalidAccessKeyId")
                .satisfies(thrown -> reason(thrown, Reason.DENIED));
        assertThatThrownBy(() -> bucket("s3://elsewhere", StorageProcess.KEY).list())
                .satisfies(thrown -> reason(thrown, Reason.MISSING));
    }

    private static void reason(Throwable thrown, Reason reason) {
        assertThat(((BucketException) thrown).reason()).isEqualTo(reason);
    }

    @Test
    void anAddressIsABucketAndAPath() {
        assertThat(BucketAddress.parse("s3://backups/a/b/"))
                .contains(new BucketAddress("backups", "a/b"))
                .get()
                .hasToString("s3://backups/a/b");
        assertThat(BucketAddress.parse("s3://backups").flatMap(BucketAddress::file))
                .isEmpty();
        assertThat(BucketAddress.parse("s3://backups/a/b").flatMap(BucketAddress::file))
                .contains(new BucketAddress.InBucket(new BucketAddress("backups", "a"), "b"));
        for (String wrong : new String[] {"s3://", "s3://B", "s3://backups//a", "s3://backups/a b", "/backups"}) {
            assertThat(BucketAddress.parse(wrong)).as(wrong).isEmpty();
        }
    }
}
