package dev.yorozu.nostalgic.ranking;

import dev.yorozu.secret.Digests;
import dev.yorozu.store.Bytes;
import dev.yorozu.text.PlainText;

/**
 * A name as it lies in the sorted set: {@code name:unique_id}.
 *
 * <p>The unique id is the beginning of the SHA-256 of the name, so that a name has one member, whoever enters it, and
 * whatever was mixed into it that nobody sees: the member is made of what is to be seen. How the name was spelled, with the
 * joiners of emoji and of some scripts, is among the {@link Details}. The platform's earlier program drew random ids, so
 * that a name could have many members.
 */
record Member(Bytes bytes) {
    private static final int DIGITS = 8;

    static Member of(String name) {
        return exactly(PlainText.visible(name));
    }

    /** As members were made before: of everything in the name, seen or not. */
    static Member exactly(String name) {
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
