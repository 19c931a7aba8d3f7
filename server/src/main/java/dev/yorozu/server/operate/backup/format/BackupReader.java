package dev.yorozu.server.operate.backup.format;

import dev.yorozu.store.backend.Limits;
import java.io.BufferedInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.security.MessageDigest;
import java.time.DateTimeException;
import java.time.Instant;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.Optional;
import java.util.UUID;
import java.util.zip.GZIPInputStream;
import java.util.zip.ZipException;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;

/**
 * Reads a backup line by line, and refuses what is not the whole of one: every line, their order, how many there are and
 * the checksum are checked. Used by one thread.
 */
final class BackupReader {
    private final LineReader lines;
    private final MessageDigest digest = BackupWriter.sha256();
    private final Line.Header header;
    private Section section = Section.STORE;
    private @Nullable Part before;
    private Line.@Nullable Table table;
    private long keys;
    private long rows;
    private long files;

    /** Begins to read; the source may be compressed or not. Lines that these limits do not allow are refused. */
    BackupReader(InputStream source, Limits limits) {
        try {
            lines = new LineReader(unpacked(new BufferedInputStream(source, 1 << 16)), limits);
        } catch (IOException fault) {
            throw fault(fault);
        }
        byte[] first = line();
        sum(first);
        header = header(first);
    }

    /** Whether a source begins like a backup of whatever version, compressed or not. */
    static boolean begins(InputStream source) {
        try {
            byte[] begin = unpacked(new BufferedInputStream(source, 1 << 16)).readNBytes(LineJson.MAGIC.length);
            return Arrays.equals(begin, LineJson.MAGIC);
        } catch (EOFException | ZipException none) {
            return false;
        } catch (IOException fault) {
            throw new UncheckedIOException(fault);
        }
    }

    private static Line.Header header(byte[] line) {
        if (line.length > 0 && line[0] == '{' && LineJson.decode(line) instanceof Line.Header header) {
            return header;
        }
        throw new DamagedBackup("The file is no backup: it does not begin like one");
    }

    Manifest manifest() {
        return header.manifest();
    }

    /** The next line between header and end; empty at the proper end. */
    Optional<Line> next() {
        byte[] bytes = line();
        Line line = LineJson.decode(bytes);
        switch (line) {
            case Line.Header again -> throw new DamagedBackup("The backup is damaged: it begins twice");
            case Line.Start start -> {
                enter(Section.STORE);
                keys++;
                before = start.part();
            }
            case Line.More more -> {
                enter(Section.STORE);
                requireContinues(more.part());
            }
            case Line.Table begun -> {
                enter(Section.DIRECTORY);
                table = begun;
            }
            case Line.Row row -> {
                enter(Section.DIRECTORY);
                rows++;
                requireFits(row.values());
            }
            case Line.KeyFile file -> {
                enter(Section.FILES);
                files++;
            }
            case Line.End end -> {
                requireWhole(end);
                return Optional.empty();
            }
        }
        sum(bytes);
        return Optional.of(line);
    }

    private void enter(Section next) {
        if (next.compareTo(section) < 0 || !manifest().has(next)) {
            throw new DamagedBackup("The backup is damaged: it holds a line where none of its kind belongs");
        }
        section = next;
    }

    private void requireContinues(Part more) {
        if (before == null || before instanceof Part.Text || before.type() != more.type()) {
            throw new DamagedBackup("The backup is damaged: it holds elements that belong to no key");
        }
    }

    private void requireFits(ArrayNode row) {
        if (table == null || row.size() != table.columns().size()) {
            throw new DamagedBackup("The backup is damaged: it holds a row that belongs to no table");
        }
        for (int i = 0; i < row.size(); i++) {
            if (!fits(row.get(i), table.columns().get(i).type())) {
                throw new DamagedBackup("The backup is damaged: a row of the table " + table.name()
                        + " does not hold what its columns do");
            }
        }
    }

    private static boolean fits(JsonNode value, Line.ColumnType type) {
        try {
            return value.isNull()
                    || switch (type) {
                        case NUMBER -> value.isIntegralNumber() && value.canConvertToLong();
                        case BOOLEAN -> value.isBoolean();
                        case TEXT -> value.isString();
                        case UUID -> value.isString() && UUID.fromString(value.stringValue()) != null;
                        case INSTANT -> value.isString() && Instant.parse(value.stringValue()) != null;
                    };
        } catch (IllegalArgumentException | DateTimeException otherText) {
            return false;
        }
    }

    private void requireWhole(Line.End end) {
        boolean first = header.version() < LineJson.VERSION;
        if (end.keys() != keys
                || end.rows() != (first ? Line.End.UNTOLD : rows)
                || end.files() != (first ? Line.End.UNTOLD : files)
                || !end.sha256().equals(HexFormat.of().formatHex(digest.digest()))) {
            throw new DamagedBackup("The backup is damaged: its checksum does not fit its contents");
        }
        try {
            if (!lines.ended()) {
                throw new DamagedBackup("The backup is damaged: something follows its end");
            }
        } catch (IOException fault) {
            throw fault(fault);
        }
    }

    private byte[] line() {
        try {
            return lines.next();
        } catch (IOException fault) {
            throw fault(fault);
        }
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
