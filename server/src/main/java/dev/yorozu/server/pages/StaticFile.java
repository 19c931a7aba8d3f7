package dev.yorozu.server.pages;

import dev.yorozu.server.http.Call;
import dev.yorozu.server.http.Reply;
import dev.yorozu.server.http.negotiation.EntityTag;
import dev.yorozu.server.http.negotiation.Gzip;
import org.jspecify.annotations.Nullable;

/** A file that is the same for everybody, held in memory in both forms, plain and compressed. */
public final class StaticFile {
    private final String type;
    private final byte[] bytes;
    private final EntityTag version;
    private volatile byte @Nullable [] gzip;

    /** Takes the array over without a copy: the caller must not change it afterwards. */
    public StaticFile(String type, byte[] owned) {
        this.type = type;
        this.bytes = owned;
        this.version = EntityTag.of(owned);
    }

    /** Another one whenever the content is. */
    String fingerprint() {
        return version.name();
    }

    /** The file, or in a few bytes that it is still the one that the client has. */
    public Reply answer(Call call) {
        return call.unlessKnown(version, () -> Reply.bytes(200, type, bytes)).compressible(this::gzip);
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
