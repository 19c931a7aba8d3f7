package dev.yorozu.server.http.negotiation;

import dev.yorozu.secret.Digests;
import io.helidon.http.Header;
import io.helidon.http.HeaderNames;
import io.helidon.http.HeaderValues;
import java.util.HexFormat;

/**
 * Names one version of what an address answers. It is a weak tag: it stands for the plain and the compressed form alike.
 *
 * @param name letters, digits and hyphens; another one whenever the answer is
 */
public record EntityTag(String name) {
    private static final int DIGEST_BYTES = 8;

    public EntityTag {
        if (name.isEmpty() || !name.chars().allMatch(EntityTag::isPlain)) {
            throw new IllegalArgumentException("A tag is made of letters, digits and hyphens");
        }
    }

    /** The tag of an answer with just these bytes. */
    public static EntityTag of(byte[] content) {
        return new EntityTag(HexFormat.of().formatHex(Digests.sha256(content), 0, DIGEST_BYTES));
    }

    private static boolean isPlain(int c) {
        return c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c >= '0' && c <= '9' || c == '-';
    }

    /** Whether a value of {@code If-None-Match} names this version, be it as a weak tag or not, or any version. */
    public boolean isAmong(String versions) {
        return versions.contains("\"" + name + "\"") || versions.strip().equals("*");
    }

    public Header header() {
        return HeaderValues.create(HeaderNames.ETAG, "W/\"" + name + "\"");
    }
}
