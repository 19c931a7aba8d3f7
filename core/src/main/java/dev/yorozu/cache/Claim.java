package dev.yorozu.cache;

import dev.yorozu.store.Bytes;

/** What became of the attempt to be the one who loads. */
sealed interface Claim {
    /** The caller loads, and what it loads is kept if this token still counts then. */
    record Granted(String token) implements Claim {}

    /** A copy was there. */
    record Kept(Bytes copy) implements Claim {}

    /** Somebody else loads, and a copy can be expected. */
    record Taken() implements Claim {}

    /** Nothing may be kept at present: whoever wants the value loads it, and waiting would bring no copy. */
    record Barred() implements Claim {}
}
