package dev.yorozu.nostalgic.board;

import dev.yorozu.json.Document;
import dev.yorozu.nostalgic.Event;
import dev.yorozu.nostalgic.Events;
import dev.yorozu.nostalgic.Service;
import java.time.Instant;

/** Reports what happens on a board, where its owner has given the address of a webhook. */
final class BoardEvents {
    private final Events events;

    BoardEvents(Events events) {
        this.events = events;
    }

    void posted(Service service, Message message) {
        tell(service, "post", message.timestamp(), described(message));
    }

    void edited(Service service, Message message, Instant at) {
        tell(service, "edit", at, described(message));
    }

    void removed(Service service, String messageId, Instant at) {
        tell(service, "delete", at, Document.empty().with("messageId", messageId));
    }

    private static Document described(Message message) {
        return Document.empty()
                .with("messageId", message.id())
                .with("author", message.author())
                .with("message", message.text())
                .withIfPresent("icon", message.icon());
    }

    private void tell(Service service, String action, Instant at, Document details) {
        if (service.webhook().isPresent()) {
            events.happened(new Event(service, action, at, details));
        }
    }
}
