package dev.yorozu.link;

import java.time.Instant;

/** What became of a wish for a link. */
public sealed interface Issue {
    /** @param url where it leads, as it was kept */
    record Issued(String token, String shortToken, String url, Instant ends, LinkMark mark) implements Issue {
        /** Shows no token. */
        @Override
        public String toString() {
            return "Issued[" + mark.shown() + ", " + ends + "]";
        }
    }

    record UrlRequired() implements Issue {}

    /** Not an address, or one that browsers and servers would read differently. */
    record InvalidUrl() implements Issue {}

    /** At another host than those allowed, or not over https. */
    record HostNotAllowed() implements Issue {}

    /** The end that was asked for can not be read as a time. */
    record InvalidEnd() implements Issue {}

    /** The end that was asked for has passed. */
    record AlreadyOver() implements Issue {}

    /** Every short token that was tried is taken. */
    record NoFreeShort() implements Issue {}
}
