package dev.yorozu.server.bucket;

import java.io.IOException;

/** A storage did not do what it was asked. The message is one sentence, and shows no key and no signature. */
public final class BucketException extends IOException {
    private final Reason reason;

    /** Why not, as far as it can be told. */
    public enum Reason {
        /** No answer, none in time, or one that says to come again, however often it was asked. */
        UNREACHABLE,
        /** The keys, the region or the rights are wrong. */
        DENIED,
        /** There is no such bucket or file. */
        MISSING,
        /** Anything else. */
        REFUSED
    }

    BucketException(Reason reason, String message) {
        super(message);
        this.reason = reason;
    }

    public Reason reason() {
        return reason;
    }
}
