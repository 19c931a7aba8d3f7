package dev.yorozu.server.systems.nostalgic.view;

import dev.yorozu.server.http.Call;
import dev.yorozu.server.http.Reply;
import dev.yorozu.server.http.negotiation.EntityTag;
import dev.yorozu.server.http.negotiation.Gzip;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * An answer in JSON that is the same for everybody, but for one text that is the caller's own and stands behind all the
 * rest: it is never part of what is shared.
 */
public final class Rendering {
    private final byte[] json;
    private final int own;
    private final EntityTag version;
    private volatile byte @Nullable [] gzip;

    /**
     * Takes the array over without a copy: the caller must not change it afterwards.
     *
     * @param own where the caller's own text goes; the end where there is none
     */
    private Rendering(byte[] json, int own) {
        this.json = json;
        this.own = own;
        this.version = EntityTag.of(json);
    }

    public static Rendering shared(byte[] json) {
        return new Rendering(json, json.length);
    }

    /** @param behind how many bytes follow the place of the caller's own text */
    public static Rendering personal(byte[] json, int behind) {
        return new Rendering(json, json.length - behind);
    }

    int length() {
        return json.length;
    }

    /**
     * The answer to a call, or in a few bytes that it is still the one that the caller has.
     *
     * @param kept whether the caller may keep it, and ask each time whether it still holds
     */
    public Reply reply(Call call, boolean kept) {
        return reply(call, kept, version, () -> json).compressible(this::compressed);
    }

    /** The same with a text of the caller's own, letters and digits alone. */
    public Reply reply(Call call, boolean kept, String text) {
        return reply(call, kept, new EntityTag(version.name() + "-" + text), () -> with(text))
                .compressible();
    }

    private static Reply reply(Call call, boolean kept, EntityTag version, Supplier<byte[]> body) {
        return kept
                ? call.unlessKnown(version, () -> Reply.ownedJson(200, body.get()))
                        .revalidated()
                : Reply.unkeptJson(200, body.get());
    }

    private byte[] with(String text) {
        byte[] inserted = text.getBytes(StandardCharsets.US_ASCII);
        byte[] whole = Arrays.copyOf(json, json.length + inserted.length);
        System.arraycopy(inserted, 0, whole, own, inserted.length);
        System.arraycopy(json, own, whole, own + inserted.length, json.length - own);
        return whole;
    }

    /** Made once, by whoever asks first. */
    private byte[] compressed() {
        byte[] made = gzip;
        if (made == null) {
            made = Gzip.of(json);
            gzip = made;
        }
        return made;
    }
}
