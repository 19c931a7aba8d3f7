package dev.yorozu.server.pages;

import dev.yorozu.secret.Digests;
import dev.yorozu.server.http.Call;
import dev.yorozu.server.http.Reply;
import dev.yorozu.server.http.negotiation.Gzip;
import java.util.HexFormat;
import org.jspecify.annotations.Nullable;

/** A file that is the same for everybody, held in memory in both forms, plain and compressed. */
public final class StaticFile {
    private static final int FINGERPRINT_BYTES = 8;

    private final String type;
    private final byte[] bytes;
    private final String fingerprint;
    private volatile byte @Nullable [] gzip;

    /** Takes the array over without a copy: the caller must not change it afterwards. */
    public StaticFile(String type, byte[] owned) {
        this.type = type;
        this.bytes = owned;
        this.fingerprint = HexFormat.of().formatHex(Digests.sha256(owned), 0, FINGERPRINT_BYTES);
    }

    /** Another one whenever the content is. */
    String fingerprint() {
        return fingerprint;
    }

    /** The file, or in a few bytes that it is still the one that the client has. */
    public Reply answer(Call call) {
        String tag = "\"" + fingerprint + "\"";
        boolean known =
                call.header("If-None-Match").filter(tags -> tags.contains(tag)).isPresent();
        Reply reply = known ? Reply.empty(304) : Reply.bytes(200, type, bytes);
        return reply.compressible(this::gzip).with("ETag", "W/" + tag);
    }

    /** Made once, by whoever asks first. */
    private byte[] gzip() {
        byte[] made = gzip;
        if (made == null) {
            made = Gzip.of(bytes);
            gzip = made;
        }
        return made;
    }
}
