package dev.yorozu.feed;

import dev.yorozu.secret.Digests;
import dev.yorozu.store.Bytes;
import java.util.HexFormat;

/**
 * A place in the log of a realm.
 *
 * @param index how many revocations of the page come before it
 * @param last a digest of the one that comes right before it; empty where there is none
 */
public record Position(String epoch, long page, long index, String last) {
    private static final int DIGEST_BYTES = 4;

    /** Where a page begins. */
    static Position beginning(String epoch, long page) {
        return new Position(epoch, page, 0, "");
    }

    /** The place behind so many more of the page, of which this is the last. */
    Position behind(int many, Bytes last) {
        return new Position(epoch, page, index + many, digest(last));
    }

    /** Whether this can be what came before it. */
    boolean follows(Bytes entry) {
        return last.equals(digest(entry));
    }

    private static String digest(Bytes entry) {
        return HexFormat.of().formatHex(Digests.sha256(entry.toArray()), 0, DIGEST_BYTES);
    }
}
