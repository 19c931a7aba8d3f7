package dev.yorozu.server.webhook;

import dev.yorozu.server.webhook.WebhookObserver.Ending;
import dev.yorozu.store.testkit.HeldClock;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import javax.net.ssl.SSLContext;

/** Webhooks under test, with a name server and a clock of the test's own. */
final class Sender implements AutoCloseable {
    /** The ports of the web. */
    static final Set<Integer> USUAL_PORTS = Set.of(443, 80);

    /** What a server does whose settings say nothing of webhooks. */
    static final WebhookPolicy STANDARD = new WebhookPolicy(
            Duration.ofSeconds(5),
            3,
            List.of(Duration.ofSeconds(1), Duration.ofSeconds(5)),
            1000,
            250,
            16,
            2,
            Duration.ofSeconds(3),
            false,
            false,
            USUAL_PORTS);

    static final byte[] KEY = "the key of the service".getBytes(StandardCharsets.UTF_8);
    static final String BODY = "{\"event\":\"bbs.post\",\"text\":\"こんにちは\"}";

    final Names names = new Names().say("hooks.example", "127.0.0.1");
    final HeldClock clock = HeldClock.start();
    final Webhooks webhooks;
    private final BlockingQueue<Ending> endings = new LinkedBlockingQueue<>();

    Sender(WebhookPolicy policy, SSLContext trust) {
        webhooks = new Webhooks(policy, clock, endings::add, new Network(names, () -> trust));
    }

    /** Patient with a slow machine, quick to try again. */
    static WebhookPolicy policy(Duration timeout, boolean privateAddresses) {
        return new WebhookPolicy(
                timeout,
                3,
                List.of(Duration.ofMillis(1)),
                1000,
                1000,
                16,
                2,
                Duration.ofSeconds(30),
                privateAddresses,
                false,
                WebhookPolicy.ALL_PORTS);
    }

    static WebhookPolicy patient() {
        return policy(Duration.ofSeconds(30), true);
    }

    static Delivery delivery(String target) {
        return new Delivery(URI.create(target), "bbs.post", BODY.getBytes(StandardCharsets.UTF_8), KEY);
    }

    boolean offer(String target) {
        return webhooks.offer(delivery(target));
    }

    /** Offers and waits for the end. */
    Ending send(String target) throws InterruptedException {
        webhooks.offer(delivery(target));
        return ending();
    }

    Ending ending() throws InterruptedException {
        return Objects.requireNonNull(endings.poll(1, TimeUnit.MINUTES), "Nothing became of a delivery");
    }

    /** All endings that were told and not asked for yet. */
    List<Ending> rest() {
        List<Ending> rest = new ArrayList<>();
        endings.drainTo(rest);
        return rest;
    }

    @Override
    public void close() {
        webhooks.close();
    }
}
