package dev.yorozu.nostalgic.ranking;

import dev.yorozu.secret.Digests;
import dev.yorozu.store.Bytes;

/**
 * A name as it lies in the sorted set: {@code name:unique_id}.
 *
 * <p>The unique id is the beginning of the SHA-256 of the name, so that a name has one member, whoever enters it. The
 * platform's earlier program drew random ones, so that a name could have many.
 */
record Member(Bytes bytes) {
    private static final int DIGITS = 8;

    static Member of(String name) {
        return new Member(Bytes.of(name + ":" + Digests.hex(name).substring(0, DIGITS)));
    }

    /** What stands before the last colon. */
    String name() {
        String text = bytes.text();
        int colon = text.lastIndexOf(':');
        return colon < 0 ? text : text.substring(0, colon);
    }

    /** Whether this is the one member of its name. */
    boolean isProper() {
        return of(name()).equals(this);
    }
}
