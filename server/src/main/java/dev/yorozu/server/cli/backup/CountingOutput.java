package dev.yorozu.server.cli.backup;

import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;

/** Counts what goes through it, and leaves its target open. A fault that the target keeps to itself is asked for. */
final class CountingOutput extends OutputStream {
    private final PrintStream target;
    private long bytes;

    CountingOutput(PrintStream target) {
        this.target = target;
    }

    long bytes() {
        return bytes;
    }

    @Override
    public void write(int single) throws IOException {
        write(new byte[] {(byte) single}, 0, 1);
    }

    @Override
    public void write(byte[] source, int offset, int length) throws IOException {
        target.write(source, offset, length);
        requireTaken();
        bytes += length;
    }

    @Override
    public void flush() throws IOException {
        requireTaken();
    }

    private void requireTaken() throws IOException {
        if (target.checkError()) {
            throw new IOException("the standard output takes no more");
        }
    }

    @Override
    public void close() throws IOException {
        flush();
    }
}
