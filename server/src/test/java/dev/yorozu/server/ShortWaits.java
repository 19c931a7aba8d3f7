package dev.yorozu.server;

import dev.yorozu.limit.attempt.BoundedWaits;
import java.time.Duration;

/** Waits for others who are at work, as a server does; what would take seconds is over at once, with nothing changed. */
public final class ShortWaits {
    private ShortWaits() {}

    public static BoundedWaits waiting() {
        return new BoundedWaits(time -> {
            if (time.compareTo(Duration.ofSeconds(1)) < 0) {
                Thread.sleep(time);
            }
        });
    }
}
