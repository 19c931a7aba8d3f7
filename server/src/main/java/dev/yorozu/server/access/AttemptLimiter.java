package dev.yorozu.server.access;

import dev.yorozu.store.backend.Throttling;
import java.net.Inet6Address;
import java.net.InetAddress;
import java.time.Duration;
import java.time.InstantSource;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/**
 * Limits attempts with wrong tokens: so many a minute from one address, and from one network of 64 bits for IPv6.
 *
 * <p>Kept in memory, for the most recent addresses only. Safe for use by many threads.
 */
public final class AttemptLimiter {
    private static final int ADDRESSES = 10_000;
    private static final Throttling LIMIT = Throttling.of(10, Duration.ofMinutes(1), 1);

    private final InstantSource clock;
    private final Map<String, Long> arrivals = new LinkedHashMap<>(64, 0.75f, true) {
        @Override
        protected boolean removeEldestEntry(Map.Entry<String, Long> eldest) {
            return size() > ADDRESSES;
        }
    };

    public AttemptLimiter(InstantSource clock) {
        this.clock = clock;
    }

    /** How long this address must wait before its next try; empty when it may try now. */
    public synchronized Optional<Duration> wait(InetAddress address) {
        Throttling.Outcome outcome = decide(group(address));
        return outcome.decision().allowed()
                ? Optional.empty()
                : Optional.of(outcome.decision().retryAfter());
    }

    public synchronized void count(InetAddress address) {
        String group = group(address);
        arrivals.put(group, decide(group).arrival());
    }

    private Throttling.Outcome decide(String group) {
        return LIMIT.decide(Throttling.micros(clock.instant()), arrivals.getOrDefault(group, 0L));
    }

    private static String group(InetAddress address) {
        byte[] bytes = address.getAddress();
        return HexFormat.of().formatHex(address instanceof Inet6Address ? Arrays.copyOf(bytes, 8) : bytes);
    }
}
