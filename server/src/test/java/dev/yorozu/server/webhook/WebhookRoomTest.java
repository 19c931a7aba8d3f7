package dev.yorozu.server.webhook;

import static org.assertj.core.api.Assertions.assertThat;

import dev.yorozu.server.LogLines;
import dev.yorozu.server.webhook.WebhookObserver.Ending;
import java.net.URI;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.logging.Level;
import javax.net.ssl.SSLContext;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** How much deliveries may take, and what becomes of those that are too many or too late. */
class WebhookRoomTest {
    private static final Certificate CERTIFICATE =
            Certificate.of("dns:hooks.example,dns:other.example,dns:quick.example");

    private final Semaphore arrived = new Semaphore(0);
    private final Semaphore answers = new Semaphore(0);
    private final AtomicInteger busy = new AtomicInteger();
    private final AtomicInteger busiest = new AtomicInteger();
    private Receiver receiver;

    @BeforeEach
    void start() throws Exception {
        receiver = Receiver.start(CERTIFICATE.shown().getServerSocketFactory(), (request, out) -> {
            if (request.header("Host").startsWith("quick.example")) {
                Receiver.answering(200).answer(request, out);
                return;
            }
            busiest.accumulateAndGet(busy.incrementAndGet(), Math::max);
            arrived.release();
            answers.acquire();
            busy.decrementAndGet();
            Receiver.answering(200).answer(request, out);
        });
    }

    @AfterEach
    void stop() {
        answers.release(1000);
        receiver.close();
    }

    private static WebhookPolicy policy(int queue, int queuePerHost, Duration drain) {
        return new WebhookPolicy(
                Duration.ofSeconds(30),
                3,
                List.of(Duration.ofHours(1)),
                queue,
                queuePerHost,
                16,
                2,
                drain,
                true,
                false,
                WebhookPolicy.ALL_PORTS);
    }

    private Sender sender(int queue, int queuePerHost, Duration drain) throws Exception {
        Sender sender = new Sender(policy(queue, queuePerHost, drain), CERTIFICATE.believed());
        sender.names.say("other.example", "127.0.0.1").say("quick.example", "127.0.0.1");
        return sender;
    }

    private String url(String host) {
        return "https://" + host + ":" + receiver.port() + "/secret-path?secret-query";
    }

    private void awaitArrivals(int count) throws InterruptedException {
        assertThat(arrived.tryAcquire(count, 1, TimeUnit.MINUTES)).isTrue();
    }

    @Test
    void whatDoesNotFitIsDroppedAndToldOnceAMinute() throws Exception {
        try (Sender sender = sender(3, 3, Duration.ofMinutes(1));
                LogLines log = LogLines.of(Webhooks.class, Level.ALL)) {
            for (int i = 0; i < 3; i++) {
                assertThat(sender.offer(url("hooks.example"))).isTrue();
            }
            for (int i = 0; i < 5; i++) {
                assertThat(sender.offer(url("other.example"))).isFalse();
                assertThat(sender.ending()).isEqualTo(Ending.DROPPED);
            }
            assertThat(log.lines()).hasSize(1);
            sender.clock.advance(Duration.ofMinutes(1));
            assertThat(sender.offer(url("hooks.example"))).isFalse();
            assertThat(log.lines())
                    .hasSize(2)
                    .allMatch(line -> line.contains("was dropped"))
                    .anyMatch(line -> line.contains("4 more"))
                    .noneMatch(line -> line.contains("secret"));

            answers.release(3);
            assertThat(List.of(sender.ending(), sender.ending(), sender.ending(), sender.ending()))
                    .containsExactlyInAnyOrder(Ending.DROPPED, Ending.SENT, Ending.SENT, Ending.SENT);
        }
    }

    @Test
    void whenThereIsRoomAgainItIsUsed() throws Exception {
        try (Sender sender = sender(1, 1, Duration.ofMinutes(1))) {
            answers.release(100);
            int taken = 0;
            while (taken < 3) {
                if (sender.offer(url("hooks.example"))) {
                    taken++;
                    assertThat(sender.ending()).isEqualTo(Ending.SENT);
                } else {
                    assertThat(sender.ending())
                            .as("the last may not have left yet")
                            .isEqualTo(Ending.DROPPED);
                }
            }
        }
    }

    @Test
    void oneHostTakesNeitherAllRoomNorAllTurns() throws Exception {
        try (Sender sender = sender(1000, 5, Duration.ofMinutes(1))) {
            for (int i = 0; i < 5; i++) {
                assertThat(sender.offer(url("hooks.example"))).isTrue();
            }
            assertThat(sender.offer(url("hooks.example"))).isFalse();
            assertThat(sender.ending()).isEqualTo(Ending.DROPPED);
            awaitArrivals(2);
            for (int i = 0; i < 10; i++) {
                assertThat(sender.send(url("quick.example"))).isEqualTo(Ending.SENT);
            }
            assertThat(busiest).as("those of the host that hangs").hasValue(2);

            answers.release(5);
            for (int i = 0; i < 5; i++) {
                assertThat(sender.ending()).isEqualTo(Ending.SENT);
            }
            assertThat(busiest).hasValue(2);
        }
    }

    @Test
    void aBodyThatIsTooLargeIsDropped() throws Exception {
        try (Sender sender = sender(10, 10, Duration.ofMinutes(1))) {
            byte[] large = new byte[Webhooks.LARGEST_BODY + 1];
            assertThat(sender.webhooks.offer(
                            new Delivery(URI.create(url("hooks.example")), "bbs.post", large, Sender.KEY)))
                    .isFalse();
            assertThat(sender.ending()).isEqualTo(Ending.DROPPED);
        }
        assertThat(receiver.connections()).isZero();
    }

    @Test
    void closingLetsWhatIsUnderWayEnd() throws Exception {
        Sender sender = sender(10, 10, Duration.ofMinutes(1));
        for (int i = 0; i < 5; i++) {
            assertThat(sender.offer(url("hooks.example"))).isTrue();
        }
        answers.release(5);
        sender.close();
        assertThat(sender.rest()).containsOnly(Ending.SENT).hasSize(5);
    }

    @Test
    void closingGivesUpWhatTakesTooLong() throws Exception {
        Sender sender = sender(10, 10, Duration.ofMillis(1));
        sender.names.say("gone.example", "127.0.0.9");
        for (int i = 0; i < 5; i++) {
            assertThat(sender.offer(url("hooks.example"))).isTrue();
        }
        assertThat(sender.offer("https://gone.example:" + receiver.port() + "/"))
                .as("one that soon waits for an hour before it is tried again")
                .isTrue();
        awaitArrivals(2);
        sender.close();
        assertThat(sender.rest()).containsOnly(Ending.DROPPED).hasSize(6);

        assertThat(sender.offer(url("hooks.example"))).isFalse();
        assertThat(sender.ending()).isEqualTo(Ending.DROPPED);
    }

    @Test
    void aNameServerThatStaysSilentHoldsUpNobodyElse() throws Exception {
        CountDownLatch silence = new CountDownLatch(1);
        Names names = new Names().say("hooks.example", "127.0.0.1");
        Network.Resolver resolver = host -> {
            if (host.equals("silent.example")) {
                awaitUninterruptibly(silence);
            }
            return names.resolve(host);
        };
        answers.release(1);
        CountDownLatch sent = new CountDownLatch(1);
        WebhookObserver observer = ending -> {
            if (ending == Ending.SENT) {
                sent.countDown();
            }
        };
        SSLContext trust = CERTIFICATE.believed();
        try (Webhooks webhooks = new Webhooks(
                policy(10, 10, Duration.ZERO), InstantSource.system(), observer, new Network(resolver, () -> trust))) {
            assertThat(webhooks.offer(Sender.delivery(url("silent.example")))).isTrue();
            assertThat(webhooks.offer(Sender.delivery(url("hooks.example")))).isTrue();
            assertThat(sent.await(1, TimeUnit.MINUTES)).isTrue();
        } finally {
            silence.countDown();
        }
    }

    /** As the system's own lookup waits. */
    private static void awaitUninterruptibly(CountDownLatch latch) {
        boolean ended = false;
        while (!ended) {
            try {
                latch.await();
                ended = true;
            } catch (InterruptedException ignored) {
                ended = false;
            }
        }
    }
}
