package dev.yorozu.server.systems.nostalgic;

import dev.yorozu.nostalgic.Service;
import tools.jackson.core.JsonGenerator;

/** Who gets to see an answer. */
enum Audience {
    EVERYBODY,
    /** Who also sees whom webhooks go to: such addresses often are secrets. */
    OWNER;

    void webhook(JsonGenerator json, Service service) {
        if (this == OWNER) {
            Answers.text(json, "webhookUrl", service.webhook());
        }
    }
}
