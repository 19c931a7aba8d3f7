package dev.yorozu.session;

import dev.yorozu.keyspace.Part;
import dev.yorozu.secret.RandomTokens;
import dev.yorozu.secret.Storage;

/**
 * How the ids of sessions look.
 *
 * <p>A secret sid lets its holder in. It is all random, only texts of its exact length are ever looked up, and hardened
 * storage keeps its digest in its place. A sid that is no secret merely names a session: it lies in keys as it is in
 * either storage, and any text that its part of the key accepts can be looked up, since other programs name sessions too.
 *
 * @param prefix what every sid begins with; empty for a secret
 * @param bytes how many random bytes follow: in base64 for URLs in a secret, else in hexadecimal
 */
public record SidForm(String prefix, int bytes, boolean secret) {
    /** A sid of fewer random bytes could be guessed, or drawn twice. */
    private static final int FEWEST_BYTES = 16;

    public SidForm {
        if (bytes < FEWEST_BYTES) {
            throw new IllegalArgumentException("A sid needs at least " + FEWEST_BYTES + " random bytes");
        }
        if (secret && !prefix.isEmpty()) {
            throw new IllegalArgumentException("A secret sid is all random");
        }
    }

    /** So many random bytes in base64 for URLs, which let their holder in. */
    public static SidForm secret(int bytes) {
        return new SidForm("", bytes, true);
    }

    /** A prefix and so many random bytes in hexadecimal, which let nobody in. */
    public static SidForm named(String prefix, int bytes) {
        return new SidForm(prefix, bytes, false);
    }

    String next(RandomTokens random) {
        return secret ? random.base64url(bytes) : prefix + random.hex(bytes);
    }

    /** Whether this text can be a sid at a key with this part. */
    boolean accepts(String text, Part part) {
        return part.accepts(text) && (!secret || text.length() == (bytes * 8 + 5) / 6);
    }

    /** What stands for the sid in keys. */
    String keyPart(String sid, Storage storage) {
        return secret ? storage.keyPart(sid) : sid;
    }

    /** Whether what stands in a key is the sid itself. */
    boolean showsIn(Storage storage) {
        return !secret || storage == Storage.DOCUMENTED;
    }
}
