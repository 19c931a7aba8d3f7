package dev.yorozu.server.recorded;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;
import java.util.zip.GZIPInputStream;

/**
 * What a server answered.
 *
 * @param status the whole first line
 * @param headers each a line, in the order in which they came
 * @param body without the marks between chunks
 */
record Answer(String status, List<String> headers, byte[] body) {
    /** The values of a header, in their order. */
    List<String> values(String name) {
        return headers.stream()
                .filter(line -> line.regionMatches(true, 0, name + ":", 0, name.length() + 1))
                .map(line -> line.substring(name.length() + 1).strip())
                .toList();
    }

    Optional<String> value(String name) {
        return values(name).stream().findFirst();
    }

    boolean isZipped() {
        return body.length > 2 && body[0] == (byte) 0x1f && body[1] == (byte) 0x8b;
    }

    /** The body, unzipped where it is compressed. */
    String text() {
        if (!isZipped()) {
            return new String(body, StandardCharsets.UTF_8);
        }
        try (GZIPInputStream unzipped = new GZIPInputStream(new ByteArrayInputStream(body))) {
            return new String(unzipped.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException damaged) {
            throw new UncheckedIOException(damaged);
        }
    }
}
