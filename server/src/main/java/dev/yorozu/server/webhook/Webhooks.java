package dev.yorozu.server.webhook;

import dev.yorozu.secret.RandomTokens;
import dev.yorozu.server.webhook.DeliveryQueue.HostQueue;
import dev.yorozu.server.webhook.WebhookObserver.Ending;
import java.time.Duration;
import java.time.InstantSource;
import java.util.Optional;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.logging.Level;
import java.util.logging.Logger;

/**
 * Sends webhooks off the request path: each delivery has a virtual thread of its own, of which there are at most as many
 * as the policy's queue has room for, and none while there is nothing to send.
 *
 * <p>Deliveries to one host may overtake each other. One that fails is lost after its last try, as is one that waits when
 * the process ends: nothing of them is stored. Logs name the host alone, because the rest of an address may be secret.
 * Safe for use by any number of threads.
 */
public final class Webhooks implements AutoCloseable {
    /** The header that names a delivery, and tells a webhook from any other request. */
    public static final String DELIVERY = "X-Nostalgic-Delivery";

    /** Bounds, together with the length of the queue, the memory that deliveries take. */
    static final int LARGEST_BODY = 64 * 1024;

    private static final Logger LOGGER = Logger.getLogger(Webhooks.class.getName());
    private static final int ID_BYTES = 16;

    private final WebhookPolicy policy;
    private final InstantSource clock;
    private final WebhookObserver observer;
    private final Exchange exchange;
    private final DeliveryQueue queue;
    private final RandomTokens random = RandomTokens.secure();
    private final LogThrottle drops;
    private final LogThrottle failures;
    private final ExecutorService threads = Executors.newThreadPerTaskExecutor(
            Thread.ofVirtual().name("yorozu-webhook-", 0).factory());

    public Webhooks(WebhookPolicy policy, InstantSource clock, WebhookObserver observer, Network network) {
        this.policy = policy;
        this.clock = clock;
        this.observer = observer;
        this.exchange = new Exchange(policy, network);
        this.queue = new DeliveryQueue(policy);
        this.drops = new LogThrottle(LOGGER, Level.WARNING, clock);
        this.failures = new LogThrottle(LOGGER, Level.INFO, clock);
    }

    /** Takes a delivery on, and returns at once; false when there is no room for it, or when its address is refused. */
    public boolean offer(Delivery delivery) {
        Optional<String> objection = WebhookAddress.objection(delivery.target(), policy);
        if (objection.isPresent()) {
            end(delivery, Ending.REFUSED, "was not sent, because the address " + objection.get());
            return false;
        }
        Target target = Target.of(delivery.target()).orElseThrow();
        if (delivery.size() > LARGEST_BODY || !started(delivery, target)) {
            end(delivery, Ending.DROPPED, "was dropped, because there is no room for more");
            return false;
        }
        return true;
    }

    private boolean started(Delivery delivery, Target target) {
        Optional<HostQueue> entered = queue.enter(target.host());
        try {
            entered.ifPresent(host -> threads.execute(() -> run(delivery, target, host)));
            return entered.isPresent();
        } catch (RejectedExecutionException closed) {
            entered.ifPresent(HostQueue::leave);
            return false;
        }
    }

    private void run(Delivery delivery, Target target, HostQueue host) {
        try {
            deliver(delivery, target, host);
        } catch (InterruptedException closing) {
            end(delivery, Ending.DROPPED, "was given up, because the server stops");
        } catch (RuntimeException unexpected) {
            end(delivery, Ending.FAILED, "failed with " + unexpected.getClass().getSimpleName());
        } finally {
            host.leave();
        }
    }

    private void deliver(Delivery delivery, Target target, HostQueue host) throws InterruptedException {
        String id = random.hex(ID_BYTES);
        Attempt attempt = attempt(delivery, target, host, id);
        int tries = 1;
        while (attempt instanceof Attempt.Trouble && tries < policy.tries()) {
            // A pause does not count as an attempt at once.
            Thread.sleep(policy.pauseAfter(tries));
            attempt = attempt(delivery, target, host, id);
            tries++;
        }
        switch (attempt) {
            case Attempt.Accepted accepted -> observer.ended(Ending.SENT);
            case Attempt.Refused refused -> end(delivery, Ending.REFUSED, "was not sent: it " + refused.reason());
            case Attempt.Failed failed -> end(delivery, Ending.FAILED, "failed: it " + failed.reason());
            case Attempt.Trouble trouble ->
                end(delivery, Ending.FAILED, "failed after " + tries + " tries: it " + trouble.reason());
        }
    }

    private Attempt attempt(Delivery delivery, Target target, HostQueue host, String id) throws InterruptedException {
        return host.attempt(() -> exchange.send(target, SignedPost.bytes(delivery, target, id, clock.instant())));
    }

    private void end(Delivery delivery, Ending ending, String what) {
        (ending == Ending.DROPPED ? drops : failures).log(() -> "The webhook " + delivery + " " + what);
        observer.ended(ending);
    }

    /** Takes nothing on any more, lets what is under way end within the time of the policy, and gives the rest up. */
    @Override
    public void close() {
        threads.shutdown();
        if (!ended(policy.drain())) {
            threads.shutdownNow();
            ended(policy.timeout());
        }
        exchange.close();
    }

    private boolean ended(Duration time) {
        try {
            return threads.awaitTermination(time.toNanos(), TimeUnit.NANOSECONDS);
        } catch (InterruptedException hurried) {
            Thread.currentThread().interrupt();
            return false;
        }
    }
}
