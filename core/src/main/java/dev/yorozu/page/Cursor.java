package dev.yorozu.page;

import dev.yorozu.secret.Digests;
import dev.yorozu.store.Bytes;
import dev.yorozu.store.Ranked;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.util.Arrays;
import java.util.Base64;
import java.util.Optional;

/**
 * Where a page ended: behind this item the next one begins, whether the item is still there or not.
 *
 * @param place how many items there were up to it; only a hint, since others come and go
 */
public record Cursor(long place, Ranked last) {
    /** Longer than any that is given away, for members of a thousand bytes. */
    public static final int LONGEST = 1400;

    /** More than any list holds. */
    private static final long MOST = 1L << 52;

    private static final int NUMBERS = 2 * Long.BYTES;
    private static final int CHECK = 8;

    /**
     * A text for clients, which means nothing to them.
     *
     * @param list names the list that it is of: it can be read for no other
     */
    public String text(String list) {
        byte[] member = last.member().toArray();
        byte[] content = ByteBuffer.allocate(NUMBERS + member.length)
                .putLong(place)
                .putDouble(last.score())
                .put(member)
                .array();
        byte[] whole = Arrays.copyOf(content, content.length + CHECK);
        System.arraycopy(check(list, content), 0, whole, content.length, CHECK);
        return Base64.getUrlEncoder().withoutPadding().encodeToString(whole);
    }

    /** Reads a text; empty for one that was not made for this list. */
    public static Optional<Cursor> parse(String text, String list) {
        byte[] whole;
        try {
            whole = Base64.getUrlDecoder().decode(text);
        } catch (IllegalArgumentException malformed) {
            return Optional.empty();
        }
        if (text.length() > LONGEST || whole.length < NUMBERS + CHECK) {
            return Optional.empty();
        }
        byte[] content = Arrays.copyOf(whole, whole.length - CHECK);
        if (!MessageDigest.isEqual(check(list, content), Arrays.copyOfRange(whole, content.length, whole.length))) {
            return Optional.empty();
        }
        ByteBuffer buffer = ByteBuffer.wrap(content);
        long place = buffer.getLong();
        double score = buffer.getDouble();
        return place < 0 || place > MOST || Double.isNaN(score)
                ? Optional.empty()
                : Optional.of(new Cursor(
                        place, new Ranked(Bytes.of(Arrays.copyOfRange(content, NUMBERS, content.length)), score)));
    }

    /** Finds slips, and cursors of other lists. What a client makes up on purpose shows nothing that the list does not. */
    private static byte[] check(String list, byte[] content) {
        MessageDigest digest = Digests.sha256();
        digest.update(list.getBytes(StandardCharsets.UTF_8));
        digest.update((byte) 0);
        return Arrays.copyOf(digest.digest(content), CHECK);
    }
}
