package dev.yorozu.server.bucket;

import dev.yorozu.server.bucket.BucketException.Reason;
import java.io.IOException;
import java.io.OutputStream;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.logging.Logger;
import org.jspecify.annotations.Nullable;

/**
 * Writes one file, of which at most one part is in memory. What fits one part is sent in one request, all else by parts.
 * Closed before it is completed, it gives up what it has sent; a process that dies meanwhile leaves parts that are no file and
 * that the storage removes by its own rules. Used by one thread.
 */
public final class BucketOutput extends OutputStream {
    private static final Logger LOGGER = Logger.getLogger(BucketOutput.class.getName());

    private final Bucket bucket;
    private final String name;
    private final byte[] part;
    private final List<String> tags = new ArrayList<>();
    private int length;
    private @Nullable String upload;
    private boolean completed;

    BucketOutput(Bucket bucket, String name, int partBytes) {
        this.bucket = bucket;
        this.name = name;
        this.part = new byte[partBytes];
    }

    @Override
    public void write(int next) throws IOException {
        write(new byte[] {(byte) next}, 0, 1);
    }

    @Override
    public void write(byte[] bytes, int offset, int count) throws IOException {
        int done = 0;
        while (done < count) {
            if (length == part.length) {
                send();
            }
            int step = Math.min(count - done, part.length - length);
            System.arraycopy(bytes, offset + done, part, length, step);
            length += step;
            done += step;
        }
    }

    private void send() throws IOException {
        if (upload == null) {
            upload = bucket.begin(name);
        }
        if (tags.size() == BucketPolicy.MOST_PARTS) {
            throw new BucketException(
                    Reason.REFUSED, "The file is larger than a storage takes in " + BucketPolicy.MOST_PARTS + " parts");
        }
        tags.add(bucket.part(name, upload, tags.size() + 1, Arrays.copyOf(part, length)));
        length = 0;
    }

    /** Makes the file of all that was written; called once. */
    public void complete() throws IOException {
        if (upload == null) {
            bucket.put(name, Arrays.copyOf(part, length));
        } else {
            send();
            bucket.complete(name, Objects.requireNonNull(upload), tags);
        }
        completed = true;
    }

    @Override
    public void close() {
        if (completed || upload == null) {
            return;
        }
        completed = true;
        try {
            bucket.abort(name, upload);
        } catch (IOException left) {
            LOGGER.warning(() -> "Parts of a file stay in " + bucket + ": " + left.getMessage());
        }
    }
}
