package dev.yorozu.link;

import java.time.Instant;

/** What a presented token leads to. */
public sealed interface Resolution {
    record Resolved(String url, FileName name, Instant ends, String purpose, LinkMark mark) implements Resolution {
        /** Does not show where it leads. */
        @Override
        public String toString() {
            return "Resolved[" + mark.shown() + ", " + ends + "]";
        }
    }

    record TokenRequired() implements Resolution {}

    /** No such short token, or the link was deleted. */
    record NotFound() implements Resolution {}

    record InvalidFormat() implements Resolution {}

    record InvalidBytes() implements Resolution {}

    /** Not sealed with a known key, changed since, or not a link. */
    record InvalidPayload() implements Resolution {}

    record Expired(Instant ends) implements Resolution {}

    /** Leads to a host that is not allowed, or no longer. */
    record HostNotAllowed() implements Resolution {}
}
