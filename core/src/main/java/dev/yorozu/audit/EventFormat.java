package dev.yorozu.audit;

import dev.yorozu.json.Document;
import dev.yorozu.store.Bytes;
import java.time.Instant;
import java.util.Optional;

/** Events as they lie in the store. */
final class EventFormat {
    private EventFormat() {}

    /** @param id tells two events apart that are alike in all else */
    static Bytes bytes(Event event, String id) {
        return Document.empty()
                .with("at", event.at().toEpochMilli())
                .with("system", event.system())
                .with("action", event.action())
                .withIfPresent("user", event.user())
                .withIfPresent("client", event.client())
                .with("subject", event.subject())
                .with("ref", event.reference())
                .with("outcome", event.outcome())
                .with("id", id)
                .bytes();
    }

    /** Empty for what this version of the product cannot read. */
    static Optional<Event> event(Kind kind, Bytes stored) {
        return Document.parse(stored)
                .filter(document -> document.number("at").isPresent())
                .map(document -> new Event(
                        Instant.ofEpochMilli(document.number("at").getAsLong()),
                        kind,
                        document.text("system").orElse(""),
                        document.text("action").orElse(""),
                        document.text("user"),
                        document.text("client"),
                        document.text("subject").orElse(""),
                        document.text("ref").orElse(""),
                        document.text("outcome").orElse("")));
    }
}
