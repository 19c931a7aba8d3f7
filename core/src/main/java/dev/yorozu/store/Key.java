package dev.yorozu.store;

import java.nio.charset.StandardCharsets;

/**
 * The name of a record, and which part of the name is its partition.
 *
 * <p>All keys of one batch share a partition, so that the batch can run on one node of a cluster. On a single node the
 * name is used as it is; on a cluster the partition is written in braces ({@code counter:{example-100680ad}:total}),
 * unless it is the whole name, which a cluster hashes anyway. Names hold no braces of their own, so that the two forms
 * translate into each other without loss.
 *
 * <p>The text form hides the partition and all after it: names carry session ids and tokens.
 */
public record Key(String name, int partitionStart, int partitionEnd) {
    public Key {
        if (partitionStart < 0 || partitionEnd > name.length() || partitionStart >= partitionEnd) {
            throw new IllegalArgumentException("A key needs a partition of at least one character within its name");
        }
        if (!isName(name)) {
            throw new IllegalArgumentException("A key must be well-formed text without braces");
        }
    }

    /** A key that is its own partition. */
    public static Key of(String name) {
        return new Key(name, 0, name.length());
    }

    public static Key of(String before, String partition, String after) {
        return new Key(before + partition + after, before.length(), before.length() + partition.length());
    }

    /** Whether this text can be a key's name: not empty, no braces, no unpaired surrogate. */
    public static boolean isName(String name) {
        for (int i = 0; i < name.length(); i++) {
            char c = name.charAt(i);
            if (c == '{' || c == '}') {
                return false;
            }
            if (Character.isSurrogate(c)) {
                boolean paired = Character.isHighSurrogate(c)
                        && i + 1 < name.length()
                        && Character.isLowSurrogate(name.charAt(i + 1));
                if (!paired) {
                    return false;
                }
                i++;
            }
        }
        return !name.isEmpty();
    }

    public String partition() {
        return name.substring(partitionStart, partitionEnd);
    }

    public boolean samePartition(Key other) {
        int length = partitionEnd - partitionStart;
        return length == other.partitionEnd - other.partitionStart
                && name.regionMatches(partitionStart, other.name, other.partitionStart, length);
    }

    /** The name with the partition in braces, as a cluster hashes it. */
    public String clusterName() {
        if (partitionStart == 0 && partitionEnd == name.length()) {
            return name;
        }
        return name.substring(0, partitionStart) + '{' + partition() + '}' + name.substring(partitionEnd);
    }

    /** The key behind a cluster name, or the key that is its own partition where there are no braces. */
    public static Key ofClusterName(String clusterName) {
        int open = clusterName.indexOf('{');
        int close = clusterName.indexOf('}', open + 1);
        if (open < 0 || close < 0) {
            return of(clusterName);
        }
        return of(
                clusterName.substring(0, open),
                clusterName.substring(open + 1, close),
                clusterName.substring(close + 1));
    }

    /** The name in UTF-8. */
    public byte[] bytes() {
        return name.getBytes(StandardCharsets.UTF_8);
    }

    @Override
    public String toString() {
        return name.substring(0, partitionStart) + "…";
    }
}
