package dev.yorozu.server.systems.nostalgic.view;

import dev.yorozu.nostalgic.Service;
import tools.jackson.core.JsonGenerator;

/** Who gets to see an answer. */
public enum Audience {
    EVERYBODY,
    /** Who also sees whom webhooks go to: such addresses often are secrets. */
    OWNER;

    public void webhook(JsonGenerator json, Service service) {
        if (this == OWNER) {
            ViewJson.text(json, "webhookUrl", service.webhook());
        }
    }
}
