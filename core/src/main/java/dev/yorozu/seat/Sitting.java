package dev.yorozu.seat;

import java.time.Instant;

/**
 * A session that lives, as operators see it: nothing in it lets anybody in but the key part where storage is as documented.
 *
 * @param keyPart what stands for it in keys
 * @param since when its user signed in, or the provider's tokens were last renewed
 * @param ends when its record ends
 */
public record Sitting(String keyPart, Instant since, Instant ends) {
    /** The id by which pages and commands may call it. */
    public String publicId() {
        return Seat.publicId(keyPart);
    }

    @Override
    public String toString() {
        return "Sitting[" + publicId() + "]";
    }
}
