package dev.yorozu.server.webhook;

import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Semaphore;

/** Keeps deliveries few: so many in all, so many for one host, and of those so many that are tried at once. */
final class Lanes {
    private final WebhookPolicy policy;
    private final Semaphore everybody;
    private final Map<String, Lane> byHost = new HashMap<>();
    private int present;

    Lanes(WebhookPolicy policy) {
        this.policy = policy;
        this.everybody = new Semaphore(policy.concurrent(), true);
    }

    /** The lane of one host, while anything is there for it. */
    final class Lane {
        private final String host;
        private final Semaphore turns = new Semaphore(policy.concurrentPerHost(), true);
        private int present;

        private Lane(String host) {
            this.host = host;
        }

        /**
         * Makes a try as soon as it may be made. Who waits for a turn in the lane does not stand in the way of others: only
         * the few whose turn it is wait together with those of other hosts.
         */
        Attempt turn(Try attempt) throws InterruptedException {
            turns.acquire();
            try {
                everybody.acquire();
                try {
                    return attempt.make();
                } finally {
                    everybody.release();
                }
            } finally {
                turns.release();
            }
        }
    }

    interface Try {
        Attempt make() throws InterruptedException;
    }

    /** A place in the lane of a host, to be left again; empty when there is none. */
    synchronized Optional<Lane> enter(String host) {
        Lane lane = byHost.get(host);
        if (present >= policy.queue() || (lane != null && lane.present >= policy.queuePerHost())) {
            return Optional.empty();
        }
        if (lane == null) {
            lane = new Lane(host);
            byHost.put(host, lane);
        }
        present++;
        lane.present++;
        return Optional.of(lane);
    }

    synchronized void leave(Lane lane) {
        present--;
        lane.present--;
        if (lane.present == 0) {
            byHost.remove(lane.host);
        }
    }
}
