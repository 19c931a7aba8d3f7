package dev.yorozu.server.webhook;

import java.io.BufferedInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.net.ProtocolException;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The answer of a receiver, of which only the status matters. Reads at most 16 KiB of it. */
final class Answer {
    private static final int MOST_BYTES = 16 * 1024;
    /** Status 101 is none, because no other protocol was asked for. */
    private static final Pattern STATUS_LINE =
            Pattern.compile("HTTP/1\\.[01] ((?!101)[1-5]\\d\\d)( [\\t\\x20-\\x7e\\x80-\\xff]*)?\r\n");

    private final InputStream in;
    private int left = MOST_BYTES;

    Answer(InputStream in) {
        this.in = new BufferedInputStream(in, 2048);
    }

    /**
     * The final status, behind any interim answers. Does not wait for the headers.
     *
     * @throws ProtocolException when the receiver does not speak HTTP, or its status does not come within the limit
     */
    int status() throws IOException {
        while (true) {
            Matcher matcher = STATUS_LINE.matcher(line());
            if (!matcher.matches()) {
                throw new ProtocolException("The answer is not HTTP");
            }
            int status = Integer.parseInt(matcher.group(1));
            if (status >= 200) {
                return status;
            }
            while (!line().equals("\r\n")) {
                // The headers of an interim answer say nothing that matters.
            }
        }
    }

    /** Reads the rest up to the limit, so that the receiver is not cut off while it sends. */
    void discard() throws IOException {
        in.skipNBytes(left);
    }

    private String line() throws IOException {
        StringBuilder line = new StringBuilder();
        int next;
        do {
            next = in.read();
            if (next < 0) {
                throw new EOFException("The answer ended too early");
            }
            if (--left <= 0) {
                throw new ProtocolException("The answer is too long");
            }
            line.append((char) next);
        } while (next != '\n');
        if (!line.toString().endsWith("\r\n")) {
            throw new ProtocolException("A line ends without a carriage return");
        }
        return line.toString();
    }
}
