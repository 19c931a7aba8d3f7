package dev.yorozu.server.webhook;

import java.time.Duration;
import java.util.List;
import java.util.Set;

/**
 * How much time and room deliveries get, and how far they may reach.
 *
 * @param timeout for one try as a whole: finding the address, connecting, sending, and the answer's first line
 * @param tries how often a delivery is tried at most
 * @param backoff how long to wait after the first try, after the second, and so on; the last counts for all later ones
 * @param queue the most deliveries that are under way or wait at any moment
 * @param queuePerHost the most of them for one host, so that one that hangs does not take the room of all others
 * @param concurrent the most tries at once
 * @param concurrentPerHost the most tries at once for one host
 * @param drain how long what is under way may take when the sender closes
 * @param privateAddresses whether to reach this machine and private networks; link-local, multicast and reserved
 *     addresses are never reached
 * @param plainHttpToLoopback whether {@code http://localhost} and the like are reached, for trying things out, at any port
 * @param ports the ports that are reached elsewhere, all when there are none: whoever makes a service could else have this
 *     server knock at any
 */
public record WebhookPolicy(
        Duration timeout,
        int tries,
        List<Duration> backoff,
        int queue,
        int queuePerHost,
        int concurrent,
        int concurrentPerHost,
        Duration drain,
        boolean privateAddresses,
        boolean plainHttpToLoopback,
        Set<Integer> ports) {
    public static final Set<Integer> ALL_PORTS = Set.of();

    public WebhookPolicy {
        backoff = List.copyOf(backoff);
        ports = Set.copyOf(ports);
        if (!timeout.isPositive() || drain.isNegative() || backoff.stream().anyMatch(Duration::isNegative)) {
            throw new IllegalArgumentException("Webhooks need time to be sent");
        }
        if (Math.min(tries, queue) < 1 || Math.min(queuePerHost, Math.min(concurrent, concurrentPerHost)) < 1) {
            throw new IllegalArgumentException("Webhooks need at least one try and room for one");
        }
        if (tries > 1 && backoff.isEmpty()) {
            throw new IllegalArgumentException("Tries need a pause between them");
        }
    }

    boolean reaches(int port) {
        return ports.isEmpty() || ports.contains(port);
    }

    /** How long to wait after so many tries. */
    Duration pauseAfter(int tries) {
        return backoff.get(Math.min(tries, backoff.size()) - 1);
    }
}
