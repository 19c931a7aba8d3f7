package dev.yorozu.link;

import java.time.Instant;

/** What a presented token leads to. */
public sealed interface ResolveResult {
    record Resolved(String url, FileName name, Instant ends, String purpose, RedactedLink mark)
            implements ResolveResult {
        /** Does not show where it leads. */
        @Override
        public String toString() {
            return "Resolved[" + mark.shown() + ", " + ends + "]";
        }
    }

    record TokenRequired() implements ResolveResult {}

    /** No such short token, or the link was deleted. */
    record NotFound() implements ResolveResult {}

    /** Not of the form of a token. */
    record InvalidFormat() implements ResolveResult {}

    /** Of the form, but the parts have lengths that no token has. */
    record InvalidBytes() implements ResolveResult {}

    /** Not sealed with a known key, changed since, or not a link. */
    record InvalidPayload() implements ResolveResult {}

    record Expired(Instant ends) implements ResolveResult {}

    /** Leads to a host that is not allowed, or no longer. */
    record HostNotAllowed() implements ResolveResult {}
}
