package dev.yorozu.server.operate.backup.format;

import dev.yorozu.store.Key;
import java.nio.charset.StandardCharsets;
import java.time.DateTimeException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import tools.jackson.core.JacksonException;
import tools.jackson.core.StreamReadConstraints;
import tools.jackson.core.json.JsonFactory;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/** The JSON form of a line; {@code docs/backup-format.md} describes it. */
final class LineJson {
    /** What a backup of any version begins with. */
    static final byte[] MAGIC = "{\"yorozu-backup\":".getBytes(StandardCharsets.US_ASCII);

    static final int VERSION = 2;
    private static final int FIRST_VERSION = 1;
    /** What an encrypted backup begins with, which is opened before lines are read. */
    private static final String ENCRYPTED = "yorozu-encrypted-backup";
    /** The end of the year 9999: no store could be given a later one. */
    private static final long LAST_MILLIS = 253_402_300_799_999L;

    static final JsonMapper MAPPER = JsonMapper.builder(JsonFactory.builder()
                    .streamReadConstraints(StreamReadConstraints.builder()
                            .maxNestingDepth(8)
                            .maxStringLength(LineReader.LONGEST)
                            .build())
                    .build())
            .build();

    private LineJson() {}

    static byte[] encode(Line line) {
        return MAPPER.writeValueAsBytes(json(line));
    }

    private static ObjectNode json(Line line) {
        ObjectNode json = MAPPER.createObjectNode();
        return switch (line) {
            case Line.Header header -> json(header.version(), header.manifest(), json);
            case Line.Start start -> {
                Key key = start.key();
                json.put("key", key.name());
                if (key.partitionStart() > 0 || key.partitionEnd() < key.name().length()) {
                    json.putArray("partition").add(key.partitionStart()).add(key.partitionEnd());
                }
                start.ends().ifPresent(ends -> json.put("ends", ends.toEpochMilli()));
                yield PartJson.write(start.part(), json);
            }
            case Line.More more -> PartJson.write(more.part(), json);
            case Line.Table table -> {
                ArrayNode columns = json.put("table", table.name()).putArray("columns");
                table.columns()
                        .forEach(column -> columns.addArray()
                                .add(column.name())
                                .add(column.type().word()));
                yield json;
            }
            case Line.Row row -> json.set("row", row.values());
            case Line.KeyFile file -> json.put("file", file.name()).set("content", PartJson.bytes(file.content()));
            case Line.End end ->
                json.put("end", end.keys())
                        .put("rows", end.rows())
                        .put("files", end.files())
                        .put("sha256", end.sha256());
        };
    }

    private static ObjectNode json(int version, Manifest manifest, ObjectNode json) {
        json.put("yorozu-backup", version)
                .put("yorozu", manifest.yorozu())
                .put("made", manifest.made().toString())
                .put("source", manifest.source())
                .put("point-in-time", manifest.pointInTime())
                .put("stopped", manifest.stopped())
                .put("secrets", manifest.secrets());
        ArrayNode sections = json.putArray("sections");
        manifest.sections().forEach(section -> sections.add(section.word()));
        return json;
    }

    /** Reads a line; throws {@link DamagedBackup} when it is none. */
    static Line decode(byte[] bytes) {
        try {
            JsonNode json = MAPPER.readTree(bytes);
            if (json.has("yorozu-backup")) {
                return header(json);
            }
            if (json.has(ENCRYPTED)) {
                throw new DamagedBackup("The backup is encrypted: it is opened with its passphrase only");
            }
            if (json.has("end")) {
                return end(json);
            }
            if (json.has("table")) {
                return table(json);
            }
            if (json.get("row") instanceof ArrayNode row) {
                return new Line.Row(row);
            }
            if (json.has("file")) {
                return new Line.KeyFile(json.required("file").stringValue(), PartJson.bytes(json.required("content")));
            }
            Part part = PartJson.read(json);
            return json.has("key") ? new Line.Start(key(json), ends(json), part) : new Line.More(part);
        } catch (JacksonException | IllegalArgumentException | DateTimeException unreadable) {
            throw new DamagedBackup("The backup is damaged: it holds a line that is no part of a backup", unreadable);
        }
    }

    private static Line.Header header(JsonNode json) {
        int version = json.required("yorozu-backup").intValue();
        if (version < FIRST_VERSION || version > VERSION) {
            throw new DamagedBackup("The backup has format " + version + ", and this Yorozu reads format "
                    + FIRST_VERSION + " to " + VERSION
                    + ": restore it with the Yorozu that made it, or a newer one");
        }
        boolean first = version == FIRST_VERSION;
        return new Line.Header(
                version,
                new Manifest(
                        first ? "" : json.required("yorozu").stringValue(),
                        Instant.parse(json.required("made").stringValue()),
                        json.required("source").stringValue(),
                        json.required("point-in-time").booleanValue(),
                        !first && json.required("stopped").booleanValue(),
                        first || json.required("secrets").booleanValue(),
                        first ? Set.of(Section.STORE) : sections(json.required("sections"))));
    }

    private static Set<Section> sections(JsonNode json) {
        Set<Section> sections = EnumSet.noneOf(Section.class);
        for (JsonNode word : json) {
            sections.add(Section.of(word.stringValue())
                    .orElseThrow(() -> new DamagedBackup("The backup holds a section that this Yorozu does not know:"
                            + " restore it with the Yorozu that made it, or a newer one")));
        }
        return sections;
    }

    private static Line.End end(JsonNode json) {
        return new Line.End(
                json.required("end").longValue(),
                json.path("rows").asLong(Line.End.UNTOLD),
                json.path("files").asLong(Line.End.UNTOLD),
                json.required("sha256").stringValue());
    }

    private static Line.Table table(JsonNode json) {
        List<Line.Column> columns = new ArrayList<>();
        for (JsonNode column : json.required("columns")) {
            columns.add(new Line.Column(
                    column.required(0).stringValue(),
                    Line.ColumnType.valueOf(column.required(1).stringValue().toUpperCase(Locale.ROOT))));
        }
        return new Line.Table(json.required("table").stringValue(), columns);
    }

    private static Key key(JsonNode json) {
        String name = json.required("key").stringValue();
        JsonNode partition = json.get("partition");
        if (partition == null) {
            return Key.of(name);
        }
        return new Key(
                name, partition.required(0).intValue(), partition.required(1).intValue());
    }

    private static Optional<Instant> ends(JsonNode json) {
        JsonNode ends = json.get("ends");
        if (ends == null) {
            return Optional.empty();
        }
        if (ends.longValue() < 0 || ends.longValue() > LAST_MILLIS) {
            throw new IllegalArgumentException("No key can end then");
        }
        return Optional.of(Instant.ofEpochMilli(ends.longValue()));
    }
}
