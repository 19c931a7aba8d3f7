package dev.yorozu.server.backup;

import dev.yorozu.store.Key;
import java.time.DateTimeException;
import java.time.Instant;
import java.util.Optional;
import tools.jackson.core.JacksonException;
import tools.jackson.core.StreamReadConstraints;
import tools.jackson.core.json.JsonFactory;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/** The JSON form of a line; {@code docs/backup-format.md} describes it. */
final class LineJson {
    static final int VERSION = 1;
    /** The longest line that is read: a value of the greatest allowed size, escaped, fits many times over. */
    static final int MAX_LINE_BYTES = 64 * 1024 * 1024;

    static final JsonMapper MAPPER = JsonMapper.builder(JsonFactory.builder()
                    .streamReadConstraints(StreamReadConstraints.builder()
                            .maxNestingDepth(8)
                            .maxStringLength(MAX_LINE_BYTES)
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
            case Line.Header header ->
                json.put("yorozu-backup", header.version())
                        .put("made", header.made().toString())
                        .put("source", header.source())
                        .put("point-in-time", header.pointInTime());
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
            case Line.End end -> json.put("end", end.keys()).put("sha256", end.sha256());
        };
    }

    /** Reads a line; throws {@link DamagedBackup} when it is none. */
    static Line decode(byte[] bytes) {
        try {
            JsonNode json = MAPPER.readTree(bytes);
            if (json.has("yorozu-backup")) {
                return header(json);
            }
            if (json.has("end")) {
                return new Line.End(
                        PartJson.required(json, "end").longValue(),
                        PartJson.required(json, "sha256").stringValue());
            }
            Part part = PartJson.read(json);
            return json.has("key") ? new Line.Start(key(json), ends(json), part) : new Line.More(part);
        } catch (JacksonException | IllegalArgumentException | DateTimeException unreadable) {
            throw new DamagedBackup("The backup is damaged: it holds a line that is no part of a backup", unreadable);
        }
    }

    private static Line.Header header(JsonNode json) {
        int version = PartJson.required(json, "yorozu-backup").intValue();
        if (version != VERSION) {
            throw new DamagedBackup("The backup has format " + version + ", and this Yorozu reads format " + VERSION
                    + ": restore it with the Yorozu that made it, or a newer one");
        }
        return new Line.Header(
                version,
                Instant.parse(PartJson.required(json, "made").stringValue()),
                PartJson.required(json, "source").stringValue(),
                PartJson.required(json, "point-in-time").booleanValue());
    }

    private static Key key(JsonNode json) {
        String name = PartJson.required(json, "key").stringValue();
        JsonNode partition = json.get("partition");
        if (partition == null) {
            return Key.of(name);
        }
        return new Key(
                name,
                PartJson.required(partition, 0).intValue(),
                PartJson.required(partition, 1).intValue());
    }

    private static Optional<Instant> ends(JsonNode json) {
        JsonNode ends = json.get("ends");
        return ends == null ? Optional.empty() : Optional.of(Instant.ofEpochMilli(ends.longValue()));
    }
}
