package dev.yorozu.server.bucket;

import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A place in a storage, as {@code s3://bucket/prefix} names it.
 *
 * @param path what follows the bucket, without a slash at either end; may be empty
 */
public record BucketAddress(String bucket, String path) {
    public static final String SCHEME = "s3://";

    /** Only what needs no escape in an address, so that no two ways to escape can differ. */
    private static final Pattern FORM =
            Pattern.compile("s3://([a-z0-9][a-z0-9.-]{1,61}[a-z0-9])(?:/([A-Za-z0-9_.-]+(?:/[A-Za-z0-9_.-]+)*))?/?");

    /** The address that a text spells; empty when it spells none. */
    public static Optional<BucketAddress> parse(String text) {
        Matcher matcher = FORM.matcher(text);
        return matcher.matches()
                ? Optional.of(new BucketAddress(
                        matcher.group(1), Optional.ofNullable(matcher.group(2)).orElse("")))
                : Optional.empty();
    }

    /** The name of a file below this place, as its storage has it. */
    String key(String name) {
        return path.isEmpty() ? name : path + "/" + name;
    }

    /** The place and the name of the file that this address names; empty where it names a bucket alone. */
    public Optional<InBucket> file() {
        int slash = path.lastIndexOf('/');
        String name = path.substring(slash + 1);
        return name.isEmpty()
                ? Optional.empty()
                : Optional.of(new InBucket(new BucketAddress(bucket, slash < 0 ? "" : path.substring(0, slash)), name));
    }

    /** A file and the place where it lies. */
    public record InBucket(BucketAddress place, String name) {}

    @Override
    public String toString() {
        return SCHEME + bucket + (path.isEmpty() ? "" : "/" + path);
    }
}
