package dev.yorozu.store.testkit.history;

import dev.yorozu.store.Key;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.random.RandomGenerator;

/**
 * Where a history is played: a handful of keys under a name that was never used before, so that a history can be played
 * again and again on the same two stores, each time as if they were new.
 *
 * <p>The last key of each partition is for throttles alone where clocks are real, because what a throttle keeps is then
 * an instant on which two stores cannot agree.
 */
record HistoryFixture(String name, Lives lives, InstantSource clock) {
    static final int KEYS = 7;

    /** How many partitions there are: few, unless batches must wait for their turn on each. */
    int partitions() {
        return lives.partitions();
    }

    String prefix() {
        return "history:" + name + "-";
    }

    Instant now() {
        return clock.instant();
    }

    Key key(int partition, int index) {
        return Key.of("history:", name + "-" + partition, index == KEYS ? ":throttle" : ":key-" + index);
    }

    /** The throttle's key of the partition; any of its keys where the clock is held. */
    Key throttle(int partition, RandomGenerator random) {
        return key(partition, lives.held() ? random.nextInt(KEYS + 1) : KEYS);
    }

    boolean holdsInstants(Key key) {
        return !lives.held() && key.name().endsWith(":throttle");
    }

    List<Key> keys() {
        List<Key> keys = new ArrayList<>();
        for (int partition = 0; partition < partitions(); partition++) {
            for (int index = 0; index <= KEYS; index++) {
                keys.add(key(partition, index));
            }
        }
        return keys;
    }
}
