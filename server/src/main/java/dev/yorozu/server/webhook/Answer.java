package dev.yorozu.server.webhook;

import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** What a receiver says, of which nothing but the status matters. Reads no more than a little of it. */
final class Answer {
    private static final int MOST_BYTES = 16 * 1024;
    private static final Pattern STATUS_LINE =
            Pattern.compile("HTTP/1\\.[01] ([1-5]\\d\\d)( [\\t\\x20-\\x7e\\x80-\\xff]*)?");

    private final InputStream in;
    private int left = MOST_BYTES;

    Answer(InputStream in) {
        this.in = new BufferedInputStream(in, 2048);
    }

    /** The receiver does not speak HTTP, or does not stop speaking. */
    static final class Malformed extends IOException {
        private static final long serialVersionUID = 1L;
    }

    /** The status, behind any that only say that more is to come. */
    int status() throws IOException {
        while (true) {
            Matcher matcher = STATUS_LINE.matcher(line());
            if (!matcher.matches()) {
                throw new Malformed();
            }
            int status = Integer.parseInt(matcher.group(1));
            if (status >= 200) {
                return status;
            }
            if (status == 101) {
                throw new Malformed(); // Nobody asked for another protocol.
            }
            while (!line().isEmpty()) {
                // The headers of an interim answer say nothing that matters.
            }
        }
    }

    /** Takes in what else comes, up to the limit, so that the receiver is not cut off while it speaks. */
    void discard() {
        try {
            while (left > 0 && in.read() >= 0) {
                left--;
            }
        } catch (IOException over) {
            left = 0;
        }
    }

    private String line() throws IOException {
        StringBuilder line = new StringBuilder();
        while (true) {
            int next = in.read();
            if (next < 0) {
                throw new IOException("The answer ended too early");
            }
            if (--left <= 0) {
                throw new Malformed();
            }
            if (next == '\n') {
                break;
            }
            line.append((char) next);
        }
        if (line.isEmpty() || line.charAt(line.length() - 1) != '\r') {
            throw new Malformed();
        }
        return line.substring(0, line.length() - 1);
    }
}
