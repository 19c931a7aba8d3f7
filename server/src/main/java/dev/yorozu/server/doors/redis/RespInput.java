package dev.yorozu.server.doors.redis;

import dev.yorozu.store.Bytes;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/**
 * Reads commands: lists of strings as clients send them, or lines of words as people type them. Sizes are checked before
 * anything is kept; what is too large is read to its end and thrown away. For use by one thread.
 */
final class RespInput {
    private static final int BUFFER = 16_384;
    private static final int LONGEST_LINE = 65_536;
    /** As Redis has it; beyond it is no command but an attack. */
    private static final int LONGEST_PART = 512 << 20;

    private static final int MOST_PARTS = 1 << 20;

    private final InputStream in;
    private final Waiting waiting;
    private final byte[] buffer = new byte[BUFFER];
    private int at;
    private int end;

    /** What is to be done before more input is waited for. */
    @FunctionalInterface
    interface Waiting {
        void begins() throws IOException;
    }

    RespInput(InputStream in, Waiting waiting) {
        this.in = in;
        this.waiting = waiting;
    }

    /** Whether some of the next command is here already. */
    boolean hasMore() {
        return at < end;
    }

    /** The next command; waits for it. */
    Frame next(RespLimits limits) throws IOException {
        if (!hasMore() && !fill()) {
            return new Frame.End();
        }
        try {
            return buffer[at] == '*' ? list(limits) : line();
        } catch (EOFException broken) {
            return new Frame.End();
        }
    }

    private Frame list(RespLimits limits) throws IOException {
        at++;
        long count = number("invalid multibulk length");
        if (count > MOST_PARTS || count > limits.parts() && limits == RespLimits.STRANGER) {
            throw new MalformedFrame(
                    limits == RespLimits.STRANGER ? "unauthenticated multibulk length" : "invalid multibulk length");
        }
        if (count <= 0) {
            return new Frame.Nothing();
        }
        List<Bytes> parts = new ArrayList<>((int) Math.min(count, 16));
        String tooLarge = count > limits.parts() ? "ERR a command has at most " + limits.parts() + " parts" : "";
        long bytes = 0;
        for (long i = 0; i < count; i++) {
            int length = length(limits);
            bytes += length;
            if (tooLarge.isEmpty() && length > limits.partBytes()) {
                tooLarge = "ERR a value is too long: at most " + limits.partBytes() + " bytes";
            } else if (tooLarge.isEmpty() && bytes > limits.bytes()) {
                tooLarge = "ERR a command is too long: at most " + limits.bytes() + " bytes";
            }
            if (tooLarge.isEmpty()) {
                parts.add(Bytes.wrap(bytes(length)));
            } else {
                parts.clear();
                skip(length);
            }
            lineEnd();
        }
        return tooLarge.isEmpty() ? new Frame.Command(parts) : new Frame.TooLarge(tooLarge);
    }

    private int length(RespLimits limits) throws IOException {
        byte mark = read();
        if (mark != '$') {
            throw new MalformedFrame("expected '$', got '" + (char) (mark & 0x7f) + "'");
        }
        long length = number("invalid bulk length");
        if (length < 0 || length > LONGEST_PART) {
            throw new MalformedFrame("invalid bulk length");
        }
        if (limits == RespLimits.STRANGER && length > limits.partBytes()) {
            throw new MalformedFrame("unauthenticated bulk length");
        }
        return (int) length;
    }

    /** A whole number and the end of its line. */
    private long number(String otherwise) throws IOException {
        byte first = read();
        boolean negative = first == '-';
        byte digit = negative ? read() : first;
        long number = 0;
        int digits = 0;
        while (digit != '\r') {
            if (digit < '0' || digit > '9' || ++digits > 10) {
                throw new MalformedFrame(otherwise);
            }
            number = 10 * number + digit - '0';
            digit = read();
        }
        if (digits == 0 || read() != '\n') {
            throw new MalformedFrame(otherwise);
        }
        return negative ? -number : number;
    }

    private void lineEnd() throws IOException {
        if (read() != '\r' || read() != '\n') {
            throw new MalformedFrame("expected the end of a string");
        }
    }

    /** Words with blanks between them, in quotes where they hold some. */
    private Frame line() throws IOException {
        StringBuilder line = new StringBuilder();
        for (byte c = read(); c != '\n'; c = read()) {
            if (line.length() == LONGEST_LINE) {
                throw new MalformedFrame("too big inline request");
            }
            line.append((char) (c & 0xff));
        }
        List<Bytes> words = InlineWords.of(line.toString()).stream()
                .map(word -> Bytes.wrap(word.getBytes(StandardCharsets.ISO_8859_1)))
                .toList();
        return words.isEmpty() ? new Frame.Nothing() : new Frame.Command(words);
    }

    private byte read() throws IOException {
        if (at == end && !fill()) {
            throw new EOFException();
        }
        return buffer[at++];
    }

    private byte[] bytes(int count) throws IOException {
        byte[] bytes = new byte[count];
        int done = Math.min(count, end - at);
        System.arraycopy(buffer, at, bytes, 0, done);
        at += done;
        if (done < count) {
            waiting.begins();
        }
        if (in.readNBytes(bytes, done, count - done) < count - done) {
            throw new EOFException();
        }
        return bytes;
    }

    private void skip(long count) throws IOException {
        long left = count;
        while (left > 0) {
            if (at == end && !fill()) {
                throw new EOFException();
            }
            int some = (int) Math.min(left, end - at);
            at += some;
            left -= some;
        }
    }

    private boolean fill() throws IOException {
        waiting.begins();
        int read = in.read(buffer, 0, buffer.length);
        at = 0;
        end = Math.max(0, read);
        return read > 0;
    }
}
