package dev.yorozu.conformance.link;

import dev.yorozu.secret.RandomTokens;
import java.security.SecureRandom;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.random.RandomGenerator;

/** Randomness that gives chosen bytes where eight are asked for, as many as a short token needs; real ones elsewhere. */
final class ScriptedRandom implements RandomGenerator {
    private final SecureRandom real = new SecureRandom();
    private final Deque<byte[]> script;

    private ScriptedRandom(List<byte[]> script) {
        this.script = new ArrayDeque<>(script);
    }

    static RandomTokens eightBytesAtATime(byte[]... script) {
        return RandomTokens.from(new ScriptedRandom(List.of(script)));
    }

    @Override
    public void nextBytes(byte[] bytes) {
        if (bytes.length == 8) {
            System.arraycopy(script.removeFirst(), 0, bytes, 0, 8);
        } else {
            real.nextBytes(bytes);
        }
    }

    @Override
    public long nextLong() {
        return real.nextLong();
    }
}
