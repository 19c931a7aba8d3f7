package dev.yorozu.nostalgic;

import dev.yorozu.json.Document;
import java.time.Instant;

/**
 * Something that happened to a service, for who wants to be told.
 *
 * @param action what was done, such as {@code increment}
 * @param details what came of it
 */
public record Event(Service service, String action, Instant at, Document details) {
    /** Such as {@code counter.increment}. */
    public String name() {
        return service.kind().id() + "." + action;
    }
}
