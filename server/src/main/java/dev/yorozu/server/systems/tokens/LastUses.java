package dev.yorozu.server.systems.tokens;

import dev.yorozu.account.DeviceSighting;
import java.time.Duration;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.UUID;

/**
 * Remembers which devices' last use was noted a moment ago, so that a client that refreshes often does not make the
 * directory write as often: a write there costs many times what the refresh itself does. What is shown as the last use may
 * be a minute old. Safe for use by many threads.
 */
final class LastUses {
    private static final Duration EVERY = Duration.ofMinutes(1);
    private static final int MOST = 10_000;

    private final Map<UUID, Noted> noted = new LinkedHashMap<>() {
        @Override
        protected boolean removeEldestEntry(Map.Entry<UUID, Noted> eldest) {
            return size() > MOST;
        }
    };

    private record Noted(DeviceSighting sighting, Instant at) {}

    /** Whether this is to be noted: the device was not seen for a while, or shows itself otherwise than before. */
    synchronized boolean isNews(UUID device, DeviceSighting sighting, Instant now) {
        Noted last = noted.get(device);
        boolean known = last != null
                && last.sighting().equals(sighting)
                && !now.isBefore(last.at())
                && now.isBefore(last.at().plus(EVERY));
        if (!known) {
            noted.remove(device);
            noted.put(device, new Noted(sighting, now));
        }
        return !known;
    }
}
