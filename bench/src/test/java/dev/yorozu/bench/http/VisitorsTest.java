package dev.yorozu.bench.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.helidon.webserver.WebServer;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class VisitorsTest {
    private static final String BODY = "{\"ok\":true}";
    private static final String REPLY = "HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nX-Note: constant\r\n"
            + "Content-Length: " + BODY.length() + "\r\n\r\n" + BODY;

    private WebServer server;

    @BeforeEach
    void start() {
        server = BareServer.start(Answer.of(REPLY.getBytes(StandardCharsets.ISO_8859_1)));
    }

    @AfterEach
    void stop() {
        server.stop();
    }

    @Test
    void everyAnswerIsCounted() throws IOException {
        try (Visitors visitors = new Visitors(server.port(), talks(4, BODY))) {
            assertThat(visitors.rate(Duration.ofMillis(50))).isPositive();
            long first = visitors.answered();
            assertThat(first).isGreaterThanOrEqualTo(4);
            visitors.rate(Duration.ofMillis(50));
            assertThat(visitors.answered()).isGreaterThan(first);
        }
    }

    @Test
    void atAPaceEveryRequestIsAnsweredAndMeasured() throws IOException {
        try (Visitors visitors = new Visitors(server.port(), talks(4, BODY))) {
            Latencies latencies = visitors.paced(1000, Duration.ofMillis(100));
            assertThat(visitors.answered()).isEqualTo(100);
            assertThat(latencies.micros(0.5)).isPositive().isLessThanOrEqualTo(latencies.micros(1));
        }
    }

    @Test
    void aWrongAnswerEndsTheMeasurement() throws IOException {
        try (Visitors visitors = new Visitors(server.port(), talks(1, "{\"ok\":nope}"))) {
            assertThatThrownBy(() -> visitors.rate(Duration.ofSeconds(5)))
                    .isInstanceOf(IllegalStateException.class)
                    .hasMessageContaining(BODY);
        }
    }

    @Test
    void aBareServerAnswersWhatItWasTold() throws IOException {
        Answer answer = Visitors.sample(server.port(), talks(1, BODY).getFirst());
        assertThat(answer.body()).isEqualTo(BODY);
        assertThat(answer.headers()).contains("Content-Type: application/json", "X-Note: constant");
    }

    private static List<Talk> talks(int count, String beginning) {
        return Stream.generate(() -> Talk.of(() -> Requests.get("/anything"), beginning))
                .limit(count)
                .toList();
    }
}
