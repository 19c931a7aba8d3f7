package dev.yorozu.conformance;

import dev.yorozu.secret.RandomTokens;
import java.nio.ByteBuffer;
import java.security.SecureRandom;
import java.util.Base64;
import java.util.HexFormat;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Function;
import java.util.random.RandomGenerator;

/**
 * Random tokens that remember every token drawn, also those that were never given to anybody. Other ids of the same length
 * are remembered too, and are never found.
 */
public final class DrawnTokens implements RandomGenerator {
    private final int tokenBytes;
    private final Function<byte[], String> text;
    private final SecureRandom source = new SecureRandom();
    private final List<String> drawn = new CopyOnWriteArrayList<>();

    private DrawnTokens(int tokenBytes, Function<byte[], String> text) {
        this.tokenBytes = tokenBytes;
        this.text = text;
    }

    /** Tokens of so many bytes, in hexadecimal digits. */
    public static DrawnTokens hex(int tokenBytes) {
        return new DrawnTokens(tokenBytes, HexFormat.of()::formatHex);
    }

    /** Tokens of so many bytes, in Base64 for URLs. */
    public static DrawnTokens base64url(int tokenBytes) {
        return new DrawnTokens(tokenBytes, Base64.getUrlEncoder().withoutPadding()::encodeToString);
    }

    /** Random UUIDs. */
    public static DrawnTokens uuids() {
        return new DrawnTokens(16, bytes -> {
            ByteBuffer halves = ByteBuffer.wrap(bytes);
            long high = halves.getLong() & 0xffff_ffff_ffff_0fffL | 0x4000L;
            long low = halves.getLong() & 0x3fff_ffff_ffff_ffffL | 0x8000_0000_0000_0000L;
            return new UUID(high, low).toString();
        });
    }

    public RandomTokens tokens() {
        return RandomTokens.from(this);
    }

    /** All tokens drawn so far. */
    public List<String> drawn() {
        return drawn;
    }

    @Override
    public void nextBytes(byte[] bytes) {
        source.nextBytes(bytes);
        if (bytes.length == tokenBytes) {
            drawn.add(text.apply(bytes));
        }
    }

    @Override
    public long nextLong() {
        return source.nextLong();
    }
}
