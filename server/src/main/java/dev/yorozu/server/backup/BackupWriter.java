package dev.yorozu.server.backup;

import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.security.MessageDigest;
import java.time.Instant;
import java.util.HexFormat;

/** Writes a backup line by line, and keeps its checksum. Used by one thread. */
final class BackupWriter {
    private final OutputStream out;
    private final MessageDigest digest = Checksum.sha256();
    private long keys;

    BackupWriter(OutputStream out) {
        this.out = out;
    }

    void header(Instant made, String source, boolean pointInTime) {
        write(new Line.Header(LineJson.VERSION, made, source, pointInTime));
    }

    void start(Line.Start start) {
        keys++;
        write(start);
    }

    void more(Part part) {
        write(new Line.More(part));
    }

    /** Writes the last line and flushes; without it, what was written is no backup. */
    long end() {
        write(new Line.End(keys, HexFormat.of().formatHex(digest.digest())));
        try {
            out.flush();
        } catch (IOException fault) {
            throw new UncheckedIOException(fault);
        }
        return keys;
    }

    long keys() {
        return keys;
    }

    private void write(Line line) {
        byte[] json = LineJson.encode(line);
        digest.update(json);
        digest.update((byte) '\n');
        try {
            out.write(json);
            out.write('\n');
        } catch (IOException fault) {
            throw new UncheckedIOException(fault);
        }
    }
}
