package dev.yorozu.link;

import dev.yorozu.json.Document;
import dev.yorozu.store.Bytes;
import java.util.Optional;

/**
 * What is kept about a link beside its token.
 *
 * @param mapping the key part of its short token; gone once the mapping is
 * @param shown the short token, shortened
 */
record LinkRecord(Optional<String> maker, Optional<String> mapping, String shown, boolean revoked) {
    Bytes bytes() {
        return Document.empty()
                .withIfPresent("maker", maker)
                .withIfPresent("short", mapping)
                .with("shown", shown)
                .with("revoked", revoked)
                .bytes();
    }

    /** A record that cannot be read is one of a deleted link: whoever damaged it must not bring a link back. */
    static LinkRecord of(Bytes stored) {
        Document document = Document.parse(stored).orElse(Document.empty());
        return new LinkRecord(
                document.text("maker"),
                document.text("short"),
                document.text("shown").orElse("…"),
                document.flag("revoked").orElse(true));
    }

    LinkRecord asRevoked() {
        return new LinkRecord(maker, mapping, shown, true);
    }

    LinkRecord withoutMapping() {
        return new LinkRecord(maker, Optional.empty(), shown, revoked);
    }

    /** Whether this only says that a link was deleted of which nobody knows who made it. */
    boolean isAnybodys() {
        return revoked && maker.isEmpty();
    }

    boolean madeBy(String user) {
        return maker.equals(Optional.of(user));
    }
}
