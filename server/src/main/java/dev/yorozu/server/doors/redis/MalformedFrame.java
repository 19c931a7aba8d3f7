package dev.yorozu.server.doors.redis;

/** What a client sent is no RESP, so that nobody knows where its next command begins. */
final class MalformedFrame extends RuntimeException {
    MalformedFrame(String what) {
        super("ERR Protocol error: " + what, null, false, false);
    }

    /** What the client is told before its connection is closed. */
    String text() {
        return String.valueOf(getMessage());
    }
}
