package dev.yorozu.store.testkit.token;

import dev.yorozu.secret.RandomTokens;
import java.security.SecureRandom;
import java.util.HexFormat;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.random.RandomGenerator;

/** Random tokens that remembers every refresh token drawn, also those that were never given to anybody. */
final class DrawnTokens implements RandomGenerator {
    /** What a refresh token is made of; other ids of that length are remembered too, and are never found. */
    private static final int TOKEN_BYTES = 16;

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
