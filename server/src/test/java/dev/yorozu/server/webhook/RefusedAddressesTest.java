package dev.yorozu.server.webhook;

import static org.assertj.core.api.Assertions.assertThat;

import dev.yorozu.server.webhook.Receiver.Behaviour;
import dev.yorozu.server.webhook.WebhookObserver.Ending;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.List;
import javax.net.ServerSocketFactory;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Webhooks never reach into the network that the server is in. A receiver listens there, and hears nothing. */
class RefusedAddressesTest {
    private static final Certificate CERTIFICATE =
            Certificate.of("dns:hooks.example,dns:changing.example,dns:localhost,ip:127.0.0.1");

    private Receiver receiver;
    private Sender strict;
    /** May reach this machine, so that what it does reach can be seen. */
    private Sender near;

    @BeforeEach
    void start() throws Exception {
        receiver = receiver("127.0.0.1", 0, Receiver.answering(500, 200));
        strict = new Sender(Sender.policy(Duration.ofSeconds(30), false), CERTIFICATE.believed());
        near = new Sender(Sender.patient(), CERTIFICATE.believed());
    }

    @AfterEach
    void stop() {
        receiver.close();
        strict.close();
        near.close();
    }

    private static Receiver receiver(String address, int port, Behaviour behaviour) throws Exception {
        return Receiver.start(
                CERTIFICATE.shown().getServerSocketFactory(),
                new InetSocketAddress(InetAddress.getByName(address), port),
                behaviour);
    }

    private String url(String host) {
        return "https://" + host + ":" + receiver.port() + "/";
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "127.0.0.1",
                "127.1.2.3",
                "localhost",
                "LOCALHOST.",
                "sub.localhost",
                "[::1]",
                "[0:0:0:0:0:0:0:1]",
                "[::ffff:127.0.0.1]",
                "[::ffff:7f00:1]",
                "[::127.0.0.1]",
                "[64:ff9b::7f00:1]",
                "0.0.0.0",
                "[::]",
                "169.254.169.254",
                "[::ffff:169.254.169.254]",
                "[fe80::1]",
                "[fe80::1%25lo]",
                "[fd00:ec2::254]",
                "10.0.0.1",
                "192.168.1.1",
                "2130706433",
                "017700000001",
                "0x7f000001",
                "0177.0.0.1",
                "0x7f.1",
                "127.1",
                "127.0.0.01",
                "127.0.0.1.",
                "1%32%37.0.0.1"
            })
    void anAddressOfThisMachineIsRefusedHoweverItIsSpelled(String host) throws Exception {
        assertThat(strict.offer(url(host))).isFalse();
        assertThat(strict.ending()).isEqualTo(Ending.REFUSED);
        assertThat(receiver.connections()).isZero();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "127.0.0.1",
                "::1",
                "::ffff:127.0.0.1",
                "64:ff9b::127.0.0.1",
                "2002:7f00:1::1",
                "169.254.169.254",
                "fe80::1",
                "10.1.2.3",
                "172.16.0.1",
                "192.168.0.1",
                "100.64.0.1",
                "fd12:3456::1",
                "0.0.0.0",
                "255.255.255.255",
                "224.0.0.1"
            })
    void aNameThatLeadsThereIsRefusedWithoutAnotherTry(String address) throws Exception {
        strict.names.say("inside.example", address);
        assertThat(strict.send(url("inside.example"))).isEqualTo(Ending.REFUSED);
        assertThat(strict.names.asked()).containsExactly("inside.example");
        assertThat(receiver.connections()).isZero();
    }

    @Test
    void ofSeveralAddressesOnlyThosePermittedAreUsed() throws Exception {
        near.names.say("changing.example", "169.254.169.254", "fe80::1", "224.0.0.1", "127.0.0.1");
        assertThat(near.send(url("changing.example"))).isEqualTo(Ending.SENT);
        assertThat(receiver.connections())
                .as("one answered 500, and another try")
                .isEqualTo(2);
    }

    @Test
    void aNameThatChangesBetweenCheckAndConnectionLeadsWhereItWasChecked() throws Exception {
        try (Receiver other = receiver("127.0.0.2", receiver.port(), Receiver.answering(200))) {
            near.names.say("changing.example", "127.0.0.1").say("changing.example", "127.0.0.2");
            assertThat(near.send(url("changing.example"))).isEqualTo(Ending.SENT);

            assertThat(near.names.asked()).as("once for each try").hasSize(2);
            assertThat(receiver.connections()).as("the first try").isEqualTo(1);
            assertThat(other.connections()).as("the second try").isEqualTo(1);
        }
    }

    @Test
    void aNameThatTurnsInwardsBetweenTwoTriesIsRefusedAtTheSecond() throws Exception {
        near.names.say("changing.example", "127.0.0.1").say("changing.example", "169.254.169.254");
        assertThat(near.send(url("changing.example"))).isEqualTo(Ending.REFUSED);
        assertThat(near.names.asked()).hasSize(2);
        assertThat(receiver.connections()).isEqualTo(1);
    }

    @ParameterizedTest
    @ValueSource(strings = {"169.254.169.254", "0.0.0.0", "[fe80::1]", "224.0.0.1", "[fd00:ec2::254]"})
    void whatIsNeverMeantIsRefusedEvenWherePrivateAddressesAreNot(String host) throws Exception {
        assertThat(near.send(url(host))).isEqualTo(Ending.REFUSED);
    }

    @Test
    void plainHttpGoesToThisMachineOnlyAndOnlyWhereThatIsSet() throws Exception {
        WebhookPolicy standard = Sender.patient();
        WebhookPolicy plain = new WebhookPolicy(
                standard.timeout(),
                1,
                List.of(),
                standard.queue(),
                standard.queuePerHost(),
                standard.concurrent(),
                standard.concurrentPerHost(),
                standard.drain(),
                false,
                true,
                Sender.USUAL_PORTS);
        try (Receiver open = Receiver.start(ServerSocketFactory.getDefault(), Receiver.answering(200));
                Sender trying = new Sender(plain, CERTIFICATE.believed())) {
            trying.names.say("localhost", "8.8.8.8", "127.0.0.1");
            trying.names.say("hooks.example", "127.0.0.1");

            assertThat(trying.send("http://localhost:" + open.port() + "/")).isEqualTo(Ending.SENT);
            assertThat(trying.send("http://127.0.0.1:" + open.port() + "/")).isEqualTo(Ending.SENT);
            assertThat(trying.send("http://hooks.example:" + open.port() + "/")).isEqualTo(Ending.REFUSED);
            assertThat(trying.send("https://localhost:" + open.port() + "/")).isEqualTo(Ending.REFUSED);
            assertThat(near.send("http://127.0.0.1:" + open.port() + "/")).isEqualTo(Ending.REFUSED);
            assertThat(open.connections()).isEqualTo(2);
        }
    }
}
