package dev.yorozu.bench.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.yorozu.server.boot.StandardSettings;
import dev.yorozu.server.config.Settings;
import dev.yorozu.server.config.SettingsReader;
import io.helidon.webserver.WebServer;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class VisitorsTest {
    private static final String BODY = "{\"ok\":true}";
    private static final List<String> REPLY = List.of(BODY, "Content-Type: application/json", "X-Note: constant");

    @TempDir
    private Path directory;

    private WebServer server;

    @BeforeEach
    void start() throws IOException {
        Settings settings = new SettingsReader(StandardSettings.schema())
                .file(Files.writeString(directory.resolve("yorozu.yaml"), "server:\n  port: 0\n"))
                .read();
        server = BareServer.start(REPLY, settings);
    }

    @AfterEach
    void stop() {
        server.stop();
    }

    @Test
    void everyAnswerIsCounted() throws IOException {
        try (Visitors visitors = new Visitors(server.port(), talks(4, expecting(BODY)))) {
            assertThat(visitors.rate(Duration.ofMillis(50))).isPositive();
            long first = visitors.answered();
            assertThat(first).isGreaterThanOrEqualTo(4);
            visitors.rate(Duration.ofMillis(50));
            assertThat(visitors.answered()).isGreaterThan(first);
        }
    }

    @Test
    void aWrongAnswerEndsTheMeasurement() throws IOException {
        try (Visitors visitors = new Visitors(server.port(), talks(1, expecting("{\"ok\":nope}")))) {
            assertThatThrownBy(() -> visitors.rate(Duration.ofSeconds(5)))
                    .isInstanceOf(IllegalStateException.class)
                    .hasMessageContaining(BODY);
        }
    }

    @Test
    void aBareServerAnswersWhatItWasTold() throws IOException {
        assertThat(expecting(BODY).sample(server.port())).containsExactlyInAnyOrderElementsOf(REPLY);
    }

    private static List<Talk> talks(int count, Visit visit) {
        return Stream.generate(() -> Talk.any(List.of(visit))).limit(count).toList();
    }

    private static Visit expecting(String body) {
        return Visit.get("/anything", "sid=1", body);
    }
}
