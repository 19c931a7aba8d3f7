package dev.yorozu.server.systems.nostalgic;

import dev.yorozu.secret.Digests;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.Map;

/** Finds two addresses whose hashes begin alike: thirty-two bits are few. */
final class Collisions {
    private Collisions() {}

    static String[] find() {
        Map<Integer, Integer> seen = new HashMap<>();
        for (int i = 0; ; i++) {
            byte[] hash = Digests.sha256(url(i).getBytes(StandardCharsets.UTF_8));
            int beginning = (hash[0] << 24) | (hash[1] & 0xff) << 16 | (hash[2] & 0xff) << 8 | (hash[3] & 0xff);
            Integer other = seen.put(beginning, i);
            if (other != null) {
                return new String[] {url(other), url(i)};
            }
        }
    }

    private static String url(int number) {
        return "https://victim.example/" + number;
    }
}
