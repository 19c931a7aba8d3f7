package dev.yorozu.link;

import java.time.Instant;

/** What came of deleting a link. */
public sealed interface DeleteResult {
    /** @param ends when the link would have ended by itself */
    record Deleted(RedactedLink mark, Instant ends) implements DeleteResult {}

    /** No such link, or it is deleted or over already. */
    record NotFound() implements DeleteResult {}

    /** Another user owns it, or one owns it and the client is not signed in. */
    record NotOwner() implements DeleteResult {}
}
