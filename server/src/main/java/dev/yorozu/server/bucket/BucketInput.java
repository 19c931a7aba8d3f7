package dev.yorozu.server.bucket;

import dev.yorozu.server.bucket.BucketException.Reason;
import dev.yorozu.server.files.PartInput;
import dev.yorozu.store.Bytes;
import java.io.IOException;
import java.net.http.HttpResponse;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Reads one file by ranges, of which one is in memory, so that each request is bounded in time and can be sent again. A file
 * that is replaced meanwhile is told by its tag. Used by one thread.
 */
final class BucketInput extends PartInput {
    private static final Pattern RANGE = Pattern.compile("bytes (\\d{1,18})-\\d{1,18}/(\\d{1,18})");

    private final Bucket bucket;
    private final String name;
    private final int partBytes;
    private long fetched;
    private long whole = -1;
    private Optional<String> tag = Optional.empty();

    BucketInput(Bucket bucket, String name, int partBytes) {
        this.bucket = bucket;
        this.name = name;
        this.partBytes = partBytes;
    }

    @Override
    protected byte @Nullable [] next() throws IOException {
        if (fetched == whole) {
            return null;
        }
        HttpResponse<Bytes> response = bucket.range(name, fetched, fetched + partBytes - 1);
        Matcher range =
                RANGE.matcher(response.headers().firstValue("Content-Range").orElse(""));
        Optional<String> now = response.headers().firstValue("ETag");
        byte[] bytes = response.body().toArray();
        if (!range.matches() || Long.parseLong(range.group(1)) != fetched || bytes.length == 0) {
            throw new BucketException(Reason.REFUSED, "The storage sent another part of a file than it was asked for");
        }
        if (whole >= 0 && (!now.equals(tag) || Long.parseLong(range.group(2)) != whole)) {
            throw new BucketException(Reason.REFUSED, "A file in the storage was replaced while it was read");
        }
        whole = Long.parseLong(range.group(2));
        tag = now;
        fetched += bytes.length;
        return bytes;
    }
}
