package dev.yorozu.server.operate.moving;

import dev.yorozu.store.Bytes;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.DateTimeException;
import java.time.Instant;
import java.util.Base64;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import tools.jackson.core.JacksonException;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;
import tools.jackson.core.StreamReadConstraints;
import tools.jackson.core.json.JsonFactory;
import tools.jackson.databind.DeserializationFeature;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Reads what {@code wrangler kv} prints and takes, an entry at a time. */
final class KvJson {
    private static final JsonMapper MAPPER = JsonMapper.builder(JsonFactory.builder()
                    .streamReadConstraints(StreamReadConstraints.builder()
                            .maxStringLength(64 << 20)
                            .build())
                    .build())
            // Entries are read one after the other from one parser.
            .disable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
            .build();

    private KvJson() {}

    /**
     * One key.
     *
     * @param value empty in a list, which has names only
     * @param ends when it expires
     * @param metadata whether there is something beside the value
     */
    record Entry(String name, Optional<Bytes> value, Optional<Instant> ends, boolean metadata) {}

    /** The files of another program are not as they should be. The message is one sentence for the operator. */
    static ImportException unreadable(Path file) {
        return new ImportException(
                "The file " + file + " is not what wrangler prints: a list of keys, or keys with values");
    }

    /** What {@code wrangler kv key list} printed. */
    static void list(Path file, Consumer<Entry> entries) throws IOException {
        parse(file, parser -> {
            require(parser.nextToken() == JsonToken.START_ARRAY);
            while (parser.nextToken() != JsonToken.END_ARRAY) {
                entries.accept(entry(MAPPER.readTree(parser)));
            }
        });
    }

    /**
     * Keys with values: an array as {@code wrangler kv bulk put} takes it, or an object as {@code wrangler kv bulk get} and the
     * interface of Cloudflare give it.
     *
     * @param listed whether a list tells expirations, which the second form does not have
     */
    static void values(Path file, boolean listed, Consumer<Entry> entries) throws IOException {
        parse(file, parser -> {
            JsonToken first = parser.nextToken();
            if (first == JsonToken.START_ARRAY) {
                while (parser.nextToken() != JsonToken.END_ARRAY) {
                    entries.accept(entry(MAPPER.readTree(parser)));
                }
                return;
            }
            require(first == JsonToken.START_OBJECT);
            if (!listed) {
                throw new ImportException(
                        "The file " + file + " does not say when its keys expire: give what `wrangler kv"
                                + " key list` printed with --keys FILE");
            }
            object(parser, entries);
        });
    }

    /** Names with values; around them there may be {@code result} and {@code values}. */
    private static void object(JsonParser parser, Consumer<Entry> entries) {
        while (parser.nextToken() != JsonToken.END_OBJECT) {
            String name = parser.currentName();
            JsonToken token = parser.nextToken();
            if (token == JsonToken.START_OBJECT && (name.equals("values") || name.equals("result"))) {
                object(parser, entries);
                continue;
            }
            JsonNode value = MAPPER.readTree(parser);
            boolean described = value.isObject() && value.has("value");
            entries.accept(new Entry(
                    name,
                    Optional.of(described ? value.get("value") : value)
                            .filter(each -> !each.isNull())
                            .map(each -> bytes(each, false)),
                    Optional.empty(),
                    described && value.path("metadata").isObject()));
        }
    }

    private static Entry entry(JsonNode json) {
        JsonNode name = json.has("name") ? json.get("name") : json.get("key");
        require(name != null && name.isString());
        JsonNode value = json.get("value");
        JsonNode expiration = json.get("expiration");
        require(expiration == null || expiration.isNull() || expiration.isIntegralNumber());
        require(!json.has("expiration_ttl"));
        return new Entry(
                name.stringValue(),
                Optional.ofNullable(value)
                        .map(each -> bytes(each, json.path("base64").asBoolean(false))),
                Optional.ofNullable(expiration)
                        .filter(each -> !each.isNull())
                        .map(each -> Instant.ofEpochSecond(each.longValue())),
                !json.path("metadata").isMissingNode() && !json.path("metadata").isNull());
    }

    /** A value that was asked for as JSON is kept as its text. */
    private static Bytes bytes(JsonNode value, boolean base64) {
        String text = value.isString() ? value.stringValue() : value.toString();
        return base64 ? Bytes.wrap(Base64.getDecoder().decode(text)) : Bytes.of(text);
    }

    private interface Reading {
        void read(JsonParser parser) throws IOException;
    }

    private static void parse(Path file, Reading reading) throws IOException {
        try (JsonParser parser = MAPPER.createParser(file)) {
            reading.read(parser);
        } catch (JacksonException | IllegalArgumentException | DateTimeException malformed) {
            throw unreadable(file);
        }
    }

    private static void require(boolean holds) {
        if (!holds) {
            throw new IllegalArgumentException("Not an entry");
        }
    }

    /**
     * As {@code encodeURIComponent} writes it, which no name of a file can get out of its directory with; some programs encode
     * a few characters more.
     */
    static List<String> encoded(String name) {
        return List.of(encoded(name, "-_.!~*'()"), encoded(name, "-_.~"));
    }

    private static String encoded(String name, String bare) {
        StringBuilder encoded = new StringBuilder();
        for (byte each : name.getBytes(StandardCharsets.UTF_8)) {
            char c = (char) (each & 0xff);
            boolean plain = c < 0x80 && (Character.isLetterOrDigit(c) || bare.indexOf(c) >= 0);
            encoded.append(plain ? String.valueOf(c) : "%%%02X".formatted((int) c));
        }
        return encoded.toString();
    }
}
