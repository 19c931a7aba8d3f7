package dev.yorozu.store.testkit.seat;

import dev.yorozu.secret.RandomTokens;
import java.security.SecureRandom;
import java.util.HexFormat;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.random.RandomGenerator;

/** Random tokens that remembers every session's token drawn, also those that were never given to anybody. */
final class DrawnTokens implements RandomGenerator {
    private static final int TOKEN_BYTES = 32;

    private final SecureRandom source = new SecureRandom();
    private final List<String> drawn = new CopyOnWriteArrayList<>();

    RandomTokens tokens() {
        return RandomTokens.from(this);
    }

    /** All tokens drawn so far. */
    List<String> drawn() {
        return drawn;
    }

    @Override
    public void nextBytes(byte[] bytes) {
        source.nextBytes(bytes);
        if (bytes.length == TOKEN_BYTES) {
            drawn.add(HexFormat.of().formatHex(bytes));
        }
    }

    @Override
    public long nextLong() {
        return source.nextLong();
    }
}
