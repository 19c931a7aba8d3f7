package dev.yorozu.server.operate.backup.format;

import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.function.Consumer;

/** Writes a backup line by line, and keeps its checksum. Used by one thread. */
public final class BackupWriter implements Consumer<Line> {
    private final OutputStream out;
    private final MessageDigest digest = sha256();
    private long keys;
    private long rows;
    private long files;

    /** Begins a backup; the stream stays the caller's. */
    public BackupWriter(OutputStream out, Manifest manifest) {
        this.out = out;
        write(new Line.Header(LineJson.VERSION, manifest));
    }

    /** Writes what lies between the first line and the last. */
    @Override
    public void accept(Line line) {
        switch (line) {
            case Line.Start start -> keys++;
            case Line.Row row -> rows++;
            case Line.KeyFile file -> files++;
            case Line.More more -> {}
            case Line.Table table -> {}
            case Line.Header header -> throw new IllegalArgumentException("A backup begins once");
            case Line.End end -> throw new IllegalArgumentException("A backup ends by itself");
        }
        write(line);
    }

    /** Writes the last line and flushes; without it, what was written is no backup. */
    public void end() {
        write(new Line.End(keys, rows, files, HexFormat.of().formatHex(digest.digest())));
        try {
            out.flush();
        } catch (IOException fault) {
            throw new UncheckedIOException(fault);
        }
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

    /** What the checksum of a backup is made with. */
    static MessageDigest sha256() {
        try {
            return MessageDigest.getInstance("SHA-256");
        } catch (NoSuchAlgorithmException impossible) {
            throw new IllegalStateException("Every Java has SHA-256", impossible);
        }
    }
}
