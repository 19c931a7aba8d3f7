package dev.yorozu.bench.http;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;

/**
 * The answer that is arriving on one connection: just enough of HTTP/1.1 to know where it ends. Reused for every answer
 * of its connection; belongs to one thread.
 */
public final class Answer {
    private static final byte[] LINE_END = ascii("\r\n");
    private static final byte[] HEAD_END = ascii("\r\n\r\n");
    private static final byte[] LENGTH = ascii("\r\ncontent-length:");
    private static final byte[] CHUNKED = ascii("\r\ntransfer-encoding: chunked");
    private static final int MAX = 64 * 1024;
    private static final int OK = 200;
    private static final int CREATED = 201;

    private final byte[] bytes = new byte[MAX];
    private int filled;
    private int scanned;
    private int bodyStart = -1;
    private int bodyLength = -1;

    private static byte[] ascii(String text) {
        return text.getBytes(StandardCharsets.ISO_8859_1);
    }

    void clear() {
        filled = 0;
        scanned = 0;
        bodyStart = -1;
        bodyLength = -1;
    }

    byte[] bytes() {
        return bytes;
    }

    int filled() {
        return filled;
    }

    /** An answer that has arrived whole. */
    static Answer of(byte[] whole) {
        Answer answer = new Answer();
        System.arraycopy(whole, 0, answer.bytes, 0, whole.length);
        if (!answer.received(whole.length)) {
            throw new IllegalArgumentException("An answer is not whole");
        }
        return answer;
    }

    public byte[] toArray() {
        return Arrays.copyOf(bytes, filled);
    }

    /** Takes note of bytes that were written behind those that are here; true when the answer is whole. */
    boolean received(int count) {
        filled += count;
        if (filled == MAX) {
            throw new IllegalStateException("An answer is larger than " + MAX + " bytes");
        }
        if (bodyStart < 0) {
            int end = find(HEAD_END, Math.max(0, scanned - HEAD_END.length), filled);
            scanned = filled;
            if (end < 0) {
                return false;
            }
            bodyStart = end + HEAD_END.length;
            bodyLength = announced();
        }
        return bodyLength >= 0 ? filled >= bodyStart + bodyLength : dechunked();
    }

    /** The length that the head announces, or -1 when the body comes in chunks. */
    private int announced() {
        int at = find(LENGTH, 0, bodyStart);
        if (at >= 0) {
            int digit = at + LENGTH.length;
            while (bytes[digit] == ' ') {
                digit++;
            }
            return number(digit, 10);
        }
        if (find(CHUNKED, 0, bodyStart) >= 0) {
            return -1;
        }
        return 0;
    }

    /** Puts the chunks together in place once the last has come. */
    private boolean dechunked() {
        int at = bodyStart;
        for (int line = find(LINE_END, at, filled); line >= 0; line = find(LINE_END, at, filled)) {
            int size = number(at, 16);
            at = line + LINE_END.length + size + LINE_END.length;
            if (size == 0 && at <= filled) {
                join();
                return true;
            }
        }
        return false;
    }

    private void join() {
        int to = bodyStart;
        int at = bodyStart;
        for (int size = number(at, 16); size > 0; size = number(at, 16)) {
            int from = find(LINE_END, at, filled) + LINE_END.length;
            System.arraycopy(bytes, from, bytes, to, size);
            to += size;
            at = from + size + LINE_END.length;
        }
        bodyLength = to - bodyStart;
        filled = to;
    }

    private int number(int from, int radix) {
        int value = 0;
        for (int i = from; Character.digit(bytes[i], radix) >= 0; i++) {
            value = value * radix + Character.digit(bytes[i], radix);
        }
        return value;
    }

    /** Where the text, which is in small letters, begins in letters of either case; -1 when it is not there. */
    private int find(byte[] text, int from, int to) {
        for (int start = from; start <= to - text.length; start++) {
            int i = 0;
            while (i < text.length && lower(bytes[start + i]) == text[i]) {
                i++;
            }
            if (i == text.length) {
                return start;
            }
        }
        return -1;
    }

    private static int lower(byte b) {
        return b >= 'A' && b <= 'Z' ? b + ('a' - 'A') : b;
    }

    public int status() {
        return number("HTTP/1.1 ".length(), 10);
    }

    /** Throws unless the answer is a success whose body begins so. */
    void require(byte[] beginning) {
        int end = bodyStart + Math.min(bodyLength, beginning.length);
        boolean begins = Arrays.equals(bytes, bodyStart, end, beginning, 0, beginning.length);
        if (!begins || status() != OK && status() != CREATED) {
            throw new IllegalStateException("Expected " + new String(beginning, StandardCharsets.UTF_8)
                    + " with status 200 or 201, but was answered:\n" + this);
        }
    }

    byte[] bodyBytes() {
        return Arrays.copyOfRange(bytes, bodyStart, bodyStart + bodyLength);
    }

    public String body() {
        return new String(bytes, bodyStart, bodyLength, StandardCharsets.UTF_8);
    }

    /** Each header as it was sent, {@code Name: value}. */
    List<String> headers() {
        String head = new String(bytes, 0, bodyStart - HEAD_END.length, StandardCharsets.ISO_8859_1);
        List<String> lines = new ArrayList<>(head.lines().toList());
        lines.removeFirst();
        return lines;
    }

    /** Whether a header is about this one connection and not about what is answered. */
    static boolean ofConnection(String header) {
        String name = header.substring(0, header.indexOf(':')).toLowerCase(Locale.ROOT);
        return List.of("date", "connection", "content-length", "transfer-encoding")
                .contains(name);
    }

    @Override
    public String toString() {
        return new String(bytes, 0, filled, StandardCharsets.UTF_8);
    }
}
