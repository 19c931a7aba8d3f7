package dev.yorozu.server.webhook;

import static org.assertj.core.api.Assertions.assertThat;

import dev.yorozu.server.LogLines;
import dev.yorozu.server.metrics.Metrics;
import dev.yorozu.server.webhook.Receiver.Behaviour;
import dev.yorozu.server.webhook.Receiver.Received;
import dev.yorozu.server.webhook.WebhookObserver.Ending;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.HexFormat;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.logging.Level;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;
import javax.net.ssl.SSLContext;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class WebhooksTest {
    private static final Certificate CERTIFICATE = Certificate.of("dns:hooks.example,dns:two.example,ip:127.0.0.1");

    private Sender sender;
    private Receiver receiver;

    @BeforeEach
    void start() throws Exception {
        sender = new Sender(Sender.patient(), CERTIFICATE.believed());
        receiver = receiver(Receiver.answering(200));
    }

    @AfterEach
    void stop() {
        receiver.close();
        sender.close();
    }

    private static Receiver receiver(Behaviour behaviour) throws Exception {
        return Receiver.start(CERTIFICATE.shown().getServerSocketFactory(), behaviour);
    }

    private void behave(Behaviour behaviour) throws Exception {
        receiver.close();
        receiver = receiver(behaviour);
    }

    private void policy(WebhookPolicy policy) throws Exception {
        sender.close();
        sender = new Sender(policy, CERTIFICATE.believed());
    }

    private String url() {
        return "https://hooks.example:" + receiver.port() + "/a/path?token=secret";
    }

    private static String signature(Received request) throws Exception {
        Mac mac = Mac.getInstance("HmacSHA256");
        mac.init(new SecretKeySpec(Sender.KEY, "HmacSHA256"));
        mac.update((request.header("X-Nostalgic-Timestamp") + ".").getBytes(StandardCharsets.US_ASCII));
        return "sha256=" + HexFormat.of().formatHex(mac.doFinal(request.body()));
    }

    @Test
    void aDeliveryArrivesAndItsSignatureVerifies() throws Exception {
        assertThat(sender.send(url())).isEqualTo(Ending.SENT);

        Received request = receiver.received().getFirst();
        assertThat(request.line()).isEqualTo("POST /a/path?token=secret HTTP/1.1");
        assertThat(new String(request.body(), StandardCharsets.UTF_8)).isEqualTo(Sender.BODY);
        assertThat(request.header("Host")).isEqualTo("hooks.example:" + receiver.port());
        assertThat(request.header("Content-Type")).isEqualTo("application/json");
        assertThat(request.header("User-Agent")).isEqualTo("Yorozu");
        assertThat(request.header("Connection")).isEqualTo("close");
        assertThat(request.header("X-Nostalgic-Event")).isEqualTo("bbs.post");
        assertThat(request.header("X-Nostalgic-Delivery")).matches("[0-9a-f]{32}");
        assertThat(request.header("X-Nostalgic-Timestamp"))
                .isEqualTo(Long.toString(sender.clock.instant().getEpochSecond()));
        assertThat(request.header("X-Nostalgic-Signature")).isEqualTo(signature(request));
        assertThat(request.serverNames()).containsExactly("hooks.example");
        assertThat(sender.names.asked()).containsExactly("hooks.example");
    }

    @Test
    void charactersBeyondAsciiArePercentEncoded() throws Exception {
        assertThat(sender.send("https://hooks.example:" + receiver.port() + "/道?名=値"))
                .isEqualTo(Ending.SENT);
        assertThat(receiver.received().getFirst().line()).isEqualTo("POST /%E9%81%93?%E5%90%8D=%E5%80%A4 HTTP/1.1");
    }

    @Test
    void anAddressWithoutAPathIsAskedAtItsRoot() throws Exception {
        assertThat(sender.send("https://127.0.0.1:" + receiver.port() + "?a")).isEqualTo(Ending.SENT);

        assertThat(receiver.received().getFirst().line()).isEqualTo("POST /?a HTTP/1.1");
        assertThat(receiver.received().getFirst().serverNames()).isEmpty();
        assertThat(sender.names.asked()).isEmpty();
    }

    @Test
    void troubleThatPassesIsTriedAgainUnderTheSameIdAndSignedAnew() throws Exception {
        behave((request, out) -> {
            sender.clock.advance(Duration.ofSeconds(10));
            Receiver.answering(500, 503, 204).answer(request, out);
        });
        assertThat(sender.send(url())).isEqualTo(Ending.SENT);

        List<Received> requests = receiver.received();
        assertThat(requests).hasSize(3);
        assertThat(requests)
                .extracting(each -> each.header("X-Nostalgic-Delivery"))
                .containsOnly(requests.getFirst().header("X-Nostalgic-Delivery"));
        assertThat(requests)
                .extracting(each -> each.header("X-Nostalgic-Timestamp"))
                .doesNotHaveDuplicates();
        for (Received request : requests) {
            assertThat(request.header("X-Nostalgic-Signature")).isEqualTo(signature(request));
        }
    }

    @Test
    void twoDeliveriesHaveTwoIds() throws Exception {
        sender.send(url());
        sender.send(url());
        assertThat(receiver.received())
                .extracting(each -> each.header("X-Nostalgic-Delivery"))
                .hasSize(2)
                .doesNotHaveDuplicates();
    }

    @ParameterizedTest
    @ValueSource(ints = {408, 429, 500, 502, 503, 504})
    void afterTheLastTryADeliveryHasFailed(int status) throws Exception {
        behave(Receiver.answering(status));
        assertThat(sender.send(url())).isEqualTo(Ending.FAILED);
        assertThat(receiver.connections()).isEqualTo(3);
    }

    @ParameterizedTest
    @ValueSource(ints = {300, 304, 400, 401, 403, 404, 410, 413, 422})
    void anAnswerThatWouldBeTheSameAgainIsNotAskedForTwice(int status) throws Exception {
        behave(Receiver.answering(status, 200));
        assertThat(sender.send(url())).isEqualTo(Ending.FAILED);
        assertThat(receiver.connections()).isEqualTo(1);
    }

    @ParameterizedTest
    @ValueSource(ints = {301, 302, 303, 307, 308})
    void aRedirectIsNotFollowed(int status) throws Exception {
        try (Receiver elsewhere = receiver(Receiver.answering(200))) {
            for (String location : List.of(
                    "https://127.0.0.1:" + elsewhere.port() + "/", "http://169.254.169.254/latest/meta-data/")) {
                behave((request, out) ->
                        Receiver.write(out, "HTTP/1.1 " + status + " Moved\r\nLocation: " + location + "\r\n\r\n"));
                assertThat(sender.send(url())).isEqualTo(Ending.FAILED);
                assertThat(receiver.connections()).isEqualTo(1);
            }
            assertThat(elsewhere.connections()).isZero();
        }
        assertThat(sender.names.asked()).containsExactly("hooks.example", "hooks.example");
    }

    @Test
    void whoDoesNotListenIsTriedAgainAndFails() throws Exception {
        String gone = url();
        receiver.close();
        assertThat(sender.send(gone)).isEqualTo(Ending.FAILED);
        assertThat(sender.names.asked()).hasSize(3);
    }

    @Test
    void anAddressThatIsDownIsPassedOver() throws Exception {
        sender.names.say("two.example", "127.0.0.9", "127.0.0.1");
        assertThat(sender.send("https://two.example:" + receiver.port() + "/")).isEqualTo(Ending.SENT);
        assertThat(receiver.connections()).isEqualTo(1);
    }

    @Test
    void aNameThatIsUnknownIsAskedForAgainAndFails() throws Exception {
        assertThat(sender.send("https://unknown.example/")).isEqualTo(Ending.FAILED);
        assertThat(sender.names.asked()).hasSize(3);
    }

    @Test
    void aReceiverThatNeverAnswersTimesOut() throws Exception {
        policy(Sender.policy(Duration.ofMillis(300), true));
        behave((request, out) -> receiver.end.await());
        assertThat(sender.send(url())).isEqualTo(Ending.FAILED);
    }

    @Test
    void aReceiverThatNeverStopsAnsweringSlowlyTimesOut() throws Exception {
        policy(Sender.policy(Duration.ofMillis(300), true));
        behave((request, out) -> {
            while (receiver.end.getCount() > 0) {
                Receiver.write(out, "H");
                Thread.sleep(20);
            }
        });
        assertThat(sender.send(url())).isEqualTo(Ending.FAILED);
    }

    @Test
    void aReceiverThatNeverShakesHandsTimesOut() throws Exception {
        policy(Sender.policy(Duration.ofMillis(300), true));
        try (ServerSocket silent = new ServerSocket(0, 10, InetAddress.getLoopbackAddress())) {
            assertThat(sender.send("https://hooks.example:" + silent.getLocalPort() + "/"))
                    .isEqualTo(Ending.FAILED);
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "HTTP/1.1 200 OK\r\n\r\n",
                "HTTP/1.1 200 OK\r\nContent-Length: 1000000000\r\n\r\n",
                "HTTP/1.0 204\r\n",
                "HTTP/1.1 103 Early Hints\r\nLink: </style.css>\r\n\r\nHTTP/1.1 201 Created\r\nX: "
            })
    void anEndlessAnswerIsReadToItsStatusAndLeft(String beginning) throws Exception {
        behave((request, out) -> {
            Receiver.write(out, beginning);
            while (receiver.end.getCount() > 0) {
                Receiver.write(out, "x".repeat(4096));
            }
        });
        assertThat(sender.send(url())).isEqualTo(Ending.SENT);
        assertThat(receiver.connections()).isEqualTo(1);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "HTTP/1.1 ",
                "HTTP/1.1 200 ",
                "220 mail.example ESMTP\r\n",
                "HTTP/2 200 OK\r\n",
                "HTTP/1.1 999 No\r\n",
                "HTTP/1.1 2000 OK\r\n",
                "HTTP/1.1 200 OK\n\n",
                "HTTP/1.1 101 Switching Protocols\r\n\r\n",
                "HTTP/1.1 100 Continue\r\nX: "
            })
    void whatIsNoAnswerIsAFailure(String beginning) throws Exception {
        behave((request, out) -> {
            Receiver.write(out, beginning);
            while (receiver.end.getCount() > 0) {
                Receiver.write(out, "x".repeat(4096));
            }
        });
        assertThat(sender.send(url())).isEqualTo(Ending.FAILED);
        assertThat(receiver.connections()).isEqualTo(1);
    }

    @Test
    void aCertificateForAnotherNameIsNotBelieved() throws Exception {
        sender.names.say("other.example", "127.0.0.1");
        assertThat(sender.send("https://other.example:" + receiver.port() + "/"))
                .isEqualTo(Ending.FAILED);
        assertThat(receiver.received()).isEmpty();
        assertThat(receiver.connections()).isEqualTo(1);
    }

    @Test
    void aCertificateThatNobodyVouchesForIsNotBelieved() throws Exception {
        try (Sender strict = new Sender(Sender.patient(), SSLContext.getDefault())) {
            assertThat(strict.send(url())).isEqualTo(Ending.FAILED);
        }
        assertThat(receiver.received()).isEmpty();
        assertThat(receiver.connections()).isEqualTo(1);
    }

    @Test
    void logsNameTheHostAndNothingElseOfTheAddress() throws Exception {
        behave(Receiver.answering(404));
        try (LogLines log = LogLines.of(Webhooks.class, Level.ALL)) {
            for (String target : List.of(
                    url(),
                    "https://unknown.example/path?token=secret",
                    "https://user:secret@hooks.example/path?token=secret",
                    "https://127.1/path?token=secret",
                    "https://169.254.169.254/path?token=secret",
                    "https://hooks.example:1/path?token=secret")) {
                assertThat(sender.send(target)).isNotEqualTo(Ending.SENT);
                sender.clock.advance(Duration.ofMinutes(1));
            }
            assertThat(log.lines())
                    .hasSize(6)
                    .allMatch(line -> line.startsWith("The webhook bbs.post to "))
                    .noneMatch(line -> line.contains("path") || line.contains("secret") || line.contains("こんにちは"))
                    .first()
                    .isEqualTo("The webhook bbs.post to hooks.example failed: it answered 404");
        }
        assertThat(Sender.delivery(url()).toString()).isEqualTo("bbs.post to hooks.example");
        assertThat(Target.of(Sender.delivery(url()).target()))
                .map(Target::toString)
                .hasValue("hooks.example");
    }

    @Test
    void endingsAreCounted() throws Exception {
        Metrics metrics = new Metrics("1");
        CountDownLatch ended = new CountDownLatch(2);
        WebhookObserver observer = ending -> {
            metrics.webhooks().ended(ending);
            ended.countDown();
        };
        SSLContext trust = CERTIFICATE.believed();
        try (Webhooks webhooks =
                new Webhooks(Sender.patient(), sender.clock, observer, new Network(sender.names, () -> trust))) {
            webhooks.offer(Sender.delivery(url()));
            webhooks.offer(Sender.delivery("https://169.254.169.254/"));
            assertThat(ended.await(1, TimeUnit.MINUTES)).isTrue();
        }
        assertThat(new String(metrics.text(), StandardCharsets.UTF_8))
                .contains(
                        "yorozu_webhooks_total{outcome=\"sent\"} 1.0\n",
                        "yorozu_webhooks_total{outcome=\"refused\"} 1.0\n",
                        "yorozu_webhooks_total{outcome=\"failed\"} 0.0\n",
                        "yorozu_webhooks_total{outcome=\"dropped\"} 0.0\n");
    }
}
