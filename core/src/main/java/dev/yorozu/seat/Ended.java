package dev.yorozu.seat;

import java.util.List;

/**
 * Sessions of a user that were ended.
 *
 * @param count how many of them lived
 * @param keyParts what stands for them in keys, whether they lived or not
 */
public record Ended(int count, List<String> keyParts) {
    public Ended {
        keyParts = List.copyOf(keyParts);
    }

    @Override
    public String toString() {
        return "Ended[" + count + "]";
    }
}
