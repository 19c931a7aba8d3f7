package dev.yorozu.link;

import dev.yorozu.json.Document;
import dev.yorozu.store.Bytes;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * What is kept about a link beside its token.
 *
 * @param mapping the key part of its short token; gone once the mapping is
 * @param shown the short token, shortened
 * @param content what its owner is told of it in a list, as storage keeps secrets
 * @param ends when it ends, in milliseconds; not there in records of earlier versions, which are in no list
 */
record LinkRecord(
        Optional<String> owner,
        Optional<String> mapping,
        String shown,
        boolean revoked,
        Optional<String> content,
        OptionalLong ends) {
    /** A link of which only the token is known. */
    static LinkRecord unknown(Optional<String> mapping, String shown) {
        return new LinkRecord(Optional.empty(), mapping, shown, false, Optional.empty(), OptionalLong.empty());
    }

    Bytes bytes() {
        Document document = Document.empty()
                .withIfPresent("maker", owner)
                .withIfPresent("short", mapping)
                .with("shown", shown)
                .with("revoked", revoked)
                .withIfPresent("content", content);
        return (ends.isPresent() ? document.with("ends", ends.getAsLong()) : document).bytes();
    }

    /** A record that cannot be read is one of a deleted link: damage must not revive a link. */
    static LinkRecord of(Bytes stored) {
        Document document = Document.parse(stored).orElse(Document.empty());
        return new LinkRecord(
                document.text("maker"),
                document.text("short"),
                document.text("shown").orElse("…"),
                document.flag("revoked").orElse(true),
                document.text("content"),
                document.number("ends"));
    }

    LinkRecord asRevoked() {
        return new LinkRecord(owner, mapping, shown, true, Optional.empty(), ends);
    }

    LinkRecord withoutMapping() {
        return new LinkRecord(owner, Optional.empty(), shown, revoked, content, ends);
    }

    /** Whether this only says that a link was deleted whose owner is not known. */
    boolean isUnowned() {
        return revoked && owner.isEmpty();
    }

    boolean ownedBy(String user) {
        return owner.equals(Optional.of(user));
    }
}
