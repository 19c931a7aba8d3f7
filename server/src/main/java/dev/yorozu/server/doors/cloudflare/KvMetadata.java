package dev.yorozu.server.doors.cloudflare;

import dev.yorozu.keyspace.ServerKeys;
import dev.yorozu.secret.Digests;
import dev.yorozu.store.Bytes;
import dev.yorozu.store.Key;
import java.nio.charset.StandardCharsets;
import java.util.HexFormat;
import java.util.Optional;
import tools.jackson.core.JacksonException;
import tools.jackson.core.JsonParser;
import tools.jackson.core.ObjectReadContext;
import tools.jackson.core.json.JsonFactory;

/*
 * Metadata lies under a key of its own, and others write values without a thought of it: another door, a system, an operator.
 * So it is kept behind the digest of the value that it was written with, and counts only beside that value. It is written,
 * replaced and removed in one step with the value, ends at the same instant, and is read at the same moment.
 */

/**
 * What a client keeps beside a value.
 *
 * @param json in ASCII and on one line, so that a header can carry it
 */
record KvMetadata(String json) {
    private static final JsonFactory JSON = new JsonFactory();
    private static final int MOST_BYTES = 1_024;
    private static final int DIGEST = 64;

    /** Reads JSON of at most so many bytes as Cloudflare takes; empty for {@code null}. */
    static Optional<KvMetadata> parse(String text) {
        if (text.getBytes(StandardCharsets.UTF_8).length > MOST_BYTES) {
            throw KvErrors.tooLarge(
                    "Metadata may have at most " + MOST_BYTES + " bytes of JSON: keep less beside a value.");
        }
        if (!isJson(text)) {
            throw KvErrors.invalid("Metadata must be JSON: check how it is made.");
        }
        String line = line(text).strip();
        return line.equals("null") ? Optional.empty() : Optional.of(new KvMetadata(line));
    }

    /** Whether a text is one value in JSON. */
    static boolean isJson(String text) {
        try (JsonParser in = JSON.createParser(ObjectReadContext.empty(), text)) {
            if (in.nextToken() == null) {
                return false;
            }
            in.skipChildren();
            return in.nextToken() == null;
        } catch (JacksonException malformed) {
            return false;
        }
    }

    /** Beyond ASCII there is nothing but in texts, and control characters only between them. */
    private static String line(String json) {
        StringBuilder line = new StringBuilder(json.length());
        for (int i = 0; i < json.length(); i++) {
            char c = json.charAt(i);
            if (c > '~') {
                line.append("\\u").append(HexFormat.of().toHexDigits(c));
            } else {
                line.append(c < ' ' ? ' ' : c);
            }
        }
        return line.toString();
    }

    /** Where it lies beside the value at this key. */
    static Key key(Key value) {
        return ServerKeys.KV_METADATA.key(Digests.shortHex(value.name()), value.partition());
    }

    /** As it is kept beside this value. */
    Bytes beside(Bytes value) {
        return Bytes.of(digest(value) + json);
    }

    /** What was kept beside this value; empty when it was another one. */
    static Optional<KvMetadata> of(Bytes kept, Bytes value) {
        String text = kept.text();
        return text.length() > DIGEST && text.startsWith(digest(value))
                ? Optional.of(new KvMetadata(text.substring(DIGEST)))
                : Optional.empty();
    }

    private static String digest(Bytes value) {
        return HexFormat.of().formatHex(Digests.sha256(value.toArray()));
    }
}
