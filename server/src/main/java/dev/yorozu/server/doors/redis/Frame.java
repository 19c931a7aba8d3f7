package dev.yorozu.server.doors.redis;

import dev.yorozu.store.Bytes;
import java.util.List;

/** What a client sends at a time. */
sealed interface Frame {
    /** A command: its name, and what follows it. */
    record Command(List<Bytes> parts) implements Frame {}

    /** A command that was too large to be kept; the next one can be read. */
    record TooLarge(String why) implements Frame {}

    /** An empty line or list, which is no command and has no answer. */
    record Nothing() implements Frame {}

    /** The client sends nothing more. */
    record End() implements Frame {}
}
