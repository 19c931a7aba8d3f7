package dev.yorozu.server.systems.nostalgic.view;

import dev.yorozu.date.Iso;
import java.time.Instant;
import java.util.Optional;
import tools.jackson.core.JsonGenerator;

/** Fields that are left out where there is nothing to say. */
public final class ViewJson {
    private ViewJson() {}

    public static void text(JsonGenerator json, String name, Optional<String> value) {
        if (value.isPresent()) {
            json.writeStringProperty(name, value.get());
        }
    }

    public static void time(JsonGenerator json, String name, Optional<Instant> value) {
        text(json, name, value.map(Iso::text));
    }
}
