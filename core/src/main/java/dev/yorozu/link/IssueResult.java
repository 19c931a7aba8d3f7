package dev.yorozu.link;

import java.time.Instant;

/** What came of asking for a link. */
public sealed interface IssueResult {
    /** @param url where it leads, as it was kept */
    record Issued(String token, String shortToken, String url, Instant ends, RedactedLink mark) implements IssueResult {
        /** Shows no token. */
        @Override
        public String toString() {
            return "Issued[" + mark.shown() + ", " + ends + "]";
        }
    }

    record UrlRequired() implements IssueResult {}

    /** Not an address, or one that browsers and servers would read differently. */
    record InvalidUrl() implements IssueResult {}

    /** At another host than those allowed, or not over https. */
    record HostNotAllowed() implements IssueResult {}

    /** The end that was asked for can not be read as a time. */
    record InvalidEnd() implements IssueResult {}

    /** The end that was asked for has passed. */
    record AlreadyOver() implements IssueResult {}

    /** Every short token that was tried is taken. */
    record NoFreeShort() implements IssueResult {}
}
