package dev.yorozu.link;

import dev.yorozu.json.Document;
import java.time.Instant;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalLong;

/** What a long token carries: where it leads, under which name, for what, until when, and since when. */
public record Payload(String url, FileName name, String purpose, Instant ends, Instant issued) {
    private static final long VERSION = 1;
    private static final int LONGEST_PURPOSE = 64;

    /** In the order of the documented system, which knows no full name: that follows where it is another. */
    Document document() {
        Document document = Document.empty()
                .with("v", VERSION)
                .with("u", url)
                .with("n", name.safe())
                .with("p", purpose)
                .with("exp", ends.toEpochMilli())
                .with("iat", issued.toEpochMilli());
        return name.full().equals(name.safe()) ? document : document.with("f", name.full());
    }

    /** Empty when something that a link needs is missing; a name and a purpose it can do without. */
    static Optional<Payload> of(Document document) {
        Optional<String> url = document.text("u");
        OptionalDouble ends = document.real("exp");
        boolean known = document.number("v").equals(OptionalLong.of(VERSION));
        if (!known || url.isEmpty() || ends.isEmpty()) {
            return Optional.empty();
        }
        String safe = document.text("n").orElseGet(() -> FileName.of("").safe());
        return Optional.of(new Payload(
                url.get(),
                new FileName(document.text("f").orElse(safe), safe),
                document.text("p").orElseGet(() -> purpose("")),
                Instant.ofEpochMilli((long) ends.getAsDouble()),
                Instant.ofEpochMilli((long) document.real("iat").orElse(0))));
    }

    /** What is kept of a purpose that a client gives. */
    static String purpose(String given) {
        String plain = given.replaceAll("[^A-Za-z0-9_-]", "");
        String kept = plain.substring(0, Math.min(plain.length(), LONGEST_PURPOSE));
        return kept.isEmpty() ? "zips" : kept;
    }

    /** Says nothing of where the link leads. */
    @Override
    public String toString() {
        return "Payload[ends=" + ends + "]";
    }
}
