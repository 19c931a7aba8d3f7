package dev.yorozu.server.recorded;

import dev.yorozu.secret.Digests;
import dev.yorozu.secret.RandomTokens;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.Map;
import java.util.random.RandomGenerator;

/**
 * Gives the same bytes in every run: they follow from the request, their number and how many of that number the request has
 * drawn before. So a request that draws more, or one more request, changes no other's. Safe for use by many threads.
 */
final class RepeatableSource implements RandomGenerator {
    private final Map<String, Integer> requests = new HashMap<>();
    private final Map<Integer, Integer> drawn = new HashMap<>();
    private String request = "start";

    RandomTokens tokens() {
        return RandomTokens.from(this);
    }

    /** From now on all is drawn for this request. */
    synchronized void begin(String line) {
        request = line + " " + requests.merge(line, 1, Integer::sum);
        drawn.clear();
    }

    @Override
    public synchronized void nextBytes(byte[] bytes) {
        String name = request + " " + bytes.length + " " + drawn.merge(bytes.length, 1, Integer::sum);
        for (int done = 0; done < bytes.length; done += 32) {
            byte[] block = Digests.sha256((name + " " + done).getBytes(StandardCharsets.UTF_8));
            System.arraycopy(block, 0, bytes, done, Math.min(block.length, bytes.length - done));
        }
    }

    @Override
    public long nextLong() {
        byte[] bytes = new byte[Long.BYTES];
        nextBytes(bytes);
        return ByteBuffer.wrap(bytes).getLong();
    }
}
