package dev.yorozu.store.testkit;

import dev.yorozu.secret.RandomTokens;
import java.security.SecureRandom;
import java.util.HexFormat;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.random.RandomGenerator;

/**
 * Random tokens that remembers every token drawn, also those that were never given to anybody. Other ids of the same length
 * are remembered too, and are never found.
 */
public final class DrawnTokens implements RandomGenerator {
    private final int tokenBytes;
    private final SecureRandom source = new SecureRandom();
    private final List<String> drawn = new CopyOnWriteArrayList<>();

    /** @param tokenBytes what a token is made of */
    public DrawnTokens(int tokenBytes) {
        this.tokenBytes = tokenBytes;
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
            drawn.add(HexFormat.of().formatHex(bytes));
        }
    }

    @Override
    public long nextLong() {
        return source.nextLong();
    }
}
