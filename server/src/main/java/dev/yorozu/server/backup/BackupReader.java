package dev.yorozu.server.backup;

import java.io.BufferedInputStream;
import java.io.ByteArrayOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.security.MessageDigest;
import java.util.HexFormat;
import java.util.Optional;
import java.util.zip.GZIPInputStream;
import java.util.zip.ZipException;
import org.jspecify.annotations.Nullable;

/**
 * Reads a backup line by line, and refuses what is not the whole of one: every line, their order, the number of keys and
 * the checksum are checked. Used by one thread.
 */
final class BackupReader {
    private final InputStream in;
    private final MessageDigest digest = Checksum.sha256();
    private final Line.Header header;
    private @Nullable Part before;
    private long keys;

    /** Begins to read; the source may be compressed or not. */
    BackupReader(InputStream source) {
        try {
            in = unpacked(new BufferedInputStream(source, 1 << 16));
        } catch (IOException fault) {
            throw fault(fault);
        }
        byte[] first = line();
        sum(first);
        header = header(first);
    }

    private static Line.Header header(byte[] line) {
        if (line.length > 0 && line[0] == '{' && LineJson.decode(line) instanceof Line.Header header) {
            return header;
        }
        throw new DamagedBackup("The file is no backup: it does not begin like one");
    }

    Line.Header header() {
        return header;
    }

    /** The next key, or more of the key before; empty at the proper end. */
    Optional<Line> next() {
        byte[] bytes = line();
        Line line = LineJson.decode(bytes);
        switch (line) {
            case Line.Header again -> throw new DamagedBackup("The backup is damaged: it begins twice");
            case Line.Start start -> {
                keys++;
                before = start.part();
            }
            case Line.More more -> requireContinues(more.part());
            case Line.End end -> {
                requireWhole(end);
                return Optional.empty();
            }
        }
        sum(bytes);
        return Optional.of(line);
    }

    private void requireContinues(Part more) {
        if (before == null || before instanceof Part.Text || before.type() != more.type()) {
            throw new DamagedBackup("The backup is damaged: it holds elements that belong to no key");
        }
    }

    private void requireWhole(Line.End end) {
        if (end.keys() != keys || !end.sha256().equals(HexFormat.of().formatHex(digest.digest()))) {
            throw new DamagedBackup("The backup is damaged: its checksum does not fit its contents");
        }
        try {
            if (in.read() >= 0) {
                throw new DamagedBackup("The backup is damaged: something follows its end");
            }
        } catch (IOException fault) {
            throw fault(fault);
        }
    }

    private byte[] line() {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream(256);
        try {
            int next = in.read();
            while (next >= 0 && next != '\n') {
                if (bytes.size() == LineJson.MAX_LINE_BYTES) {
                    throw new DamagedBackup("The file is no backup, or damaged: a line is too long");
                }
                bytes.write(next);
                next = in.read();
            }
            if (next < 0) {
                throw new EOFException();
            }
        } catch (IOException fault) {
            throw fault(fault);
        }
        return bytes.toByteArray();
    }

    private void sum(byte[] line) {
        digest.update(line);
        digest.update((byte) '\n');
    }

    private static InputStream unpacked(BufferedInputStream source) throws IOException {
        source.mark(2);
        boolean gzip = source.read() == 0x1f && source.read() == 0x8b;
        source.reset();
        return gzip ? new BufferedInputStream(new GZIPInputStream(source, 1 << 16), 1 << 16) : source;
    }

    private static RuntimeException fault(IOException fault) {
        return switch (fault) {
            case EOFException truncated -> new DamagedBackup("The backup is truncated: its end is missing", truncated);
            case ZipException altered -> new DamagedBackup("The backup is damaged: it cannot be unpacked", altered);
            default -> new UncheckedIOException(fault);
        };
    }
}
