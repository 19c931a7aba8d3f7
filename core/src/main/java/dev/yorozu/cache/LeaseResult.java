package dev.yorozu.cache;

import dev.yorozu.store.Bytes;

/** What came of asking for the lease of an id, which lets its holder load the id for all. */
sealed interface LeaseResult {
    /** The caller loads, and what it loads is kept if this token still holds the lease then. */
    record Granted(String token) implements LeaseResult {}

    /** A copy is there already. */
    record Present(Bytes copy) implements LeaseResult {}

    /** Another caller holds the lease, and a copy can be expected. */
    record Held() implements LeaseResult {}

    /** Nothing may be kept at present: each caller loads for itself, and waiting would bring no copy. */
    record Blocked() implements LeaseResult {}
}
