package dev.yorozu.server.log;

import java.io.IOException;
import java.io.PrintStream;

/** Where lines go. For one thread. */
interface LogSink extends AutoCloseable {
    /** Writes whole lines, or fails, and then a part of them may be written. */
    void write(byte[] lines) throws IOException;

    @Override
    default void close() {}

    /** The caller's stream, which never fails: it keeps its errors to itself. */
    static LogSink to(PrintStream out) {
        return lines -> {
            out.write(lines, 0, lines.length);
            out.flush();
        };
    }
}
