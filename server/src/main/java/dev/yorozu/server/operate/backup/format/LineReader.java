package dev.yorozu.server.operate.backup.format;

import dev.yorozu.store.backend.Limits;
import java.io.ByteArrayOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;

/**
 * Reads lines of JSON within bounds. A line is held in memory as a whole, so one that no store with these limits could
 * have written is refused as soon as it grows too long, and so is a text within it: sixty compressed kilobytes can stand
 * for as many megabytes. Used by one thread.
 */
final class LineReader {
    /** The longest line at all. */
    static final int LONGEST = 64 * 1024 * 1024;
    /** The longest line of a row, a table or a file: many times what a route lets into a row. */
    private static final int LONGEST_ROW = 8 * 1024 * 1024;
    /** How many bytes one byte of a value takes at most: a control character is written as an escape. */
    private static final int ESCAPED = 6;
    /** Braces, names of properties, numbers and commas of the most elements that a line holds. */
    private static final int PUNCTUATION = 64 * 1024;

    private static final int LONGEST_PROPERTY = 64;

    private final InputStream in;
    private final int keyBytes;
    private final long textBytes;
    private final long lineBytes;
    private final ByteArrayOutputStream line = new ByteArrayOutputStream(256);

    /** Where the newest byte stands. */
    private enum Place {
        OUTSIDE,
        TEXT,
        ESCAPE
    }

    /** What the line is, as the name of its first property tells. */
    private boolean ofKey;

    private boolean ofRow;
    private Place place = Place.OUTSIDE;
    private int texts;
    private long length;
    /** How many digits of an escape are still to come. */
    private int digits;

    LineReader(InputStream in, Limits limits) {
        this.in = in;
        this.keyBytes = limits.keyBytes();
        // Bytes that are no text are written in base64, which is longer by a third.
        this.textBytes = (limits.valueBytes() + 2L) / 3 * 4;
        this.lineBytes =
                Math.min(LONGEST, ESCAPED * (Parts.BYTES + 2L * limits.valueBytes() + limits.keyBytes()) + PUNCTUATION);
    }

    /** The next line without its end; an {@link EOFException} when there is no whole one. */
    byte[] next() throws IOException {
        line.reset();
        ofKey = false;
        ofRow = false;
        place = Place.OUTSIDE;
        texts = 0;
        digits = 0;
        for (int next = in.read(); next != '\n'; next = in.read()) {
            if (next < 0) {
                throw new EOFException();
            }
            line.write(next);
            if (line.size() > longestLine()) {
                throw new DamagedBackup("The file is no backup, or damaged: a line is too long");
            }
            follow(next);
        }
        return line.toByteArray();
    }

    /** Whether all has been read. */
    boolean ended() throws IOException {
        return in.read() < 0;
    }

    /** Counts the bytes of each text: an escape stands for one at least. */
    private void follow(int next) {
        switch (place) {
            case OUTSIDE -> {
                if (next == '"') {
                    place = Place.TEXT;
                    texts++;
                    length = 0;
                }
            }
            case ESCAPE -> {
                digits = next == 'u' ? 4 : 0;
                place = Place.TEXT;
            }
            case TEXT -> within(next);
        }
    }

    private void within(int next) {
        if (digits > 0) {
            digits--;
        } else if (next == '"') {
            place = Place.OUTSIDE;
            if (texts == 1) {
                tell(line.toString(StandardCharsets.UTF_8));
            }
        } else {
            place = next == '\\' ? Place.ESCAPE : Place.TEXT;
            length++;
            requireFit();
        }
    }

    private void tell(String begun) {
        ofKey = begun.equals("{\"key\"");
        ofRow = begun.equals("{\"row\"") || begun.equals("{\"file\"") || begun.equals("{\"table\"");
    }

    private long longestLine() {
        return ofRow ? LONGEST_ROW : lineBytes;
    }

    private void requireFit() {
        boolean name = texts == 2 && ofKey;
        long allowed = texts == 1 ? LONGEST_PROPERTY : name ? keyBytes : ofRow ? LONGEST_ROW : textBytes;
        if (length <= allowed) {
            return;
        }
        throw new DamagedBackup(
                texts == 1
                        ? "The file is no backup: it does not begin like one"
                        : "The backup does not fit this store: it holds a " + (name ? "key" : "value")
                                + " of more bytes than the limit allows");
    }
}
