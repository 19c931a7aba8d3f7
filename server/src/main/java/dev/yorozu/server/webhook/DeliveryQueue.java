package dev.yorozu.server.webhook;

import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Semaphore;

/** Bounds deliveries: how many there are in all and for one host, and how many of them are attempted at once. */
final class DeliveryQueue {
    private final WebhookPolicy policy;
    private final Semaphore attempts;
    private final Map<String, HostQueue> hosts = new HashMap<>();
    private int size;

    DeliveryQueue(WebhookPolicy policy) {
        this.policy = policy;
        this.attempts = new Semaphore(policy.concurrent(), true);
    }

    interface Try {
        Attempt make() throws InterruptedException;
    }

    /** The deliveries to one host. Exists only while there are any. */
    final class HostQueue {
        private final String host;
        private final Semaphore hostAttempts = new Semaphore(policy.concurrentPerHost(), true);
        private int hostSize;

        private HostQueue(String host) {
            this.host = host;
        }

        /**
         * Makes an attempt as soon as the limits permit. The limit of the host comes first, so that a host that hangs
         * occupies only as many of the attempts of all hosts as it may have itself.
         */
        Attempt attempt(Try attempt) throws InterruptedException {
            hostAttempts.acquire();
            try {
                attempts.acquire();
                try {
                    return attempt.make();
                } finally {
                    attempts.release();
                }
            } finally {
                hostAttempts.release();
            }
        }

        void leave() {
            synchronized (DeliveryQueue.this) {
                size--;
                hostSize--;
                if (hostSize == 0) {
                    hosts.remove(host);
                }
            }
        }
    }

    /** Adds a delivery, which has to leave again; empty when there is no room for it. */
    synchronized Optional<HostQueue> enter(String host) {
        HostQueue queue = hosts.getOrDefault(host, new HostQueue(host));
        if (size >= policy.queue() || queue.hostSize >= policy.queuePerHost()) {
            return Optional.empty();
        }
        hosts.put(host, queue);
        size++;
        queue.hostSize++;
        return Optional.of(queue);
    }
}
