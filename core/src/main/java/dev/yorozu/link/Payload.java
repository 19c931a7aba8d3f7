package dev.yorozu.link;

import dev.yorozu.json.Document;
import java.time.Instant;
import java.util.Optional;
import java.util.OptionalLong;

/** What a long token carries: where it leads, under which name, for what, until when, and since when. */
public record Payload(String url, String name, String purpose, Instant ends, Instant issued) {
    private static final long VERSION = 1;

    /** In the order of the documented system. */
    Document document() {
        return Document.empty()
                .with("v", VERSION)
                .with("u", url)
                .with("n", name)
                .with("p", purpose)
                .with("exp", ends.toEpochMilli())
                .with("iat", issued.toEpochMilli());
    }

    /** Empty when something that a link needs is missing. */
    static Optional<Payload> of(Document document) {
        Optional<String> url = document.text("u");
        Optional<String> name = document.text("n");
        Optional<String> purpose = document.text("p");
        OptionalLong ends = document.number("exp");
        boolean known = document.number("v").equals(OptionalLong.of(VERSION));
        if (!known || url.isEmpty() || name.isEmpty() || purpose.isEmpty() || ends.isEmpty()) {
            return Optional.empty();
        }
        return Optional.of(new Payload(
                url.get(),
                name.get(),
                purpose.get(),
                Instant.ofEpochMilli(ends.getAsLong()),
                Instant.ofEpochMilli(document.number("iat").orElse(0))));
    }

    /** Says nothing of where the link leads. */
    @Override
    public String toString() {
        return "Payload[ends=" + ends + "]";
    }
}
