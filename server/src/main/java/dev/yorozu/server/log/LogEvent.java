package dev.yorozu.server.log;

import java.time.Instant;
import java.util.Optional;

/** One thing worth a line. */
public sealed interface LogEvent {
    Instant time();

    /**
     * One answered request.
     *
     * @param route the pattern of its route, or what is safe to show of an unknown path; never the path itself
     */
    record Access(Instant time, String id, String method, String route, int status, long bytes, long nanos)
            implements LogEvent {}

    /** A message of the program or of a library. */
    record Message(Instant time, String level, String logger, String text, Optional<Throwable> thrown)
            implements LogEvent {}
}
