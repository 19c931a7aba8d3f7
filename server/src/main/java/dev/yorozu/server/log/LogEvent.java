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
            implements LogEvent {
        /** What a client is told that speaks another version of HTTP: its own fault, whatever the number says. */
        private static final int OTHER_VERSION = 505;

        /** A fault of the server has a line of its own, which says more; this one is where to begin to look. */
        String level() {
            return status < 500 || status == OTHER_VERSION ? "info" : "warn";
        }
    }

    /** A request that is a part of a trace that is sent. */
    record Traced(Access access, String trace) implements LogEvent {
        @Override
        public Instant time() {
            return access.time();
        }
    }

    /** A message of the program or of a library. */
    record Message(Instant time, String level, String logger, String text, Optional<Throwable> thrown)
            implements LogEvent {}
}
