package dev.yorozu.store.testkit;

import java.time.Duration;
import java.util.function.BooleanSupplier;

/** Waits for something that happens by itself, by looking again and again, a bounded number of times. */
public final class Poll {
    private static final Duration PAUSE = Duration.ofMillis(20);
    private static final int ATTEMPTS = 1500;

    private Poll() {}

    /**
     * Returns as soon as the condition holds; fails, naming what was awaited, when it never does. A command that fails
     * means not yet: a server that changes its role closes the connections of whoever asks it.
     */
    public static void until(String awaited, BooleanSupplier condition) {
        CommandFailed last = null;
        for (int i = 0; i < ATTEMPTS; i++) {
            try {
                if (condition.getAsBoolean()) {
                    return;
                }
            } catch (CommandFailed e) {
                last = e;
            }
            pause();
        }
        throw new AssertionError("Waited in vain, looking " + ATTEMPTS + " times: " + awaited, last);
    }

    private static void pause() {
        try {
            Thread.sleep(PAUSE);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new AssertionError("Interrupted while waiting", e);
        }
    }
}
