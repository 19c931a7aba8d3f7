package dev.yorozu.server.log;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.logging.Level;
import java.util.logging.Logger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import tools.jackson.databind.json.JsonMapper;

class LogTest {
    private static final Logger LOGGER = Logger.getLogger("test.of.the.log");

    @ParameterizedTest
    @EnumSource(LogFormat.class)
    void noEventBecomesTwoLines(LogFormat format) {
        String forged = "a\r\n{\"event\":\"forged\"}\u2028\u0085\u001b[31m\u202e";
        String line = format.line(new LogEvent.Message(
                Instant.EPOCH, "warn", forged, forged, Optional.of(new IllegalStateException(forged))));

        assertThat(line).doesNotContain("\n", "\r", "\u001b");
        assertThat(line)
                .startsWith(format == LogFormat.JSON ? "{\"time\":\"1970-01-01T00:00:00.000Z\"" : "1970-01-01T");
    }

    @Test
    void whatLibrariesLogIsWrittenAsConfigured() {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        try (Logs logs =
                Logs.start(Level.INFO, LogFormat.JSON, true, new PrintStream(out, true, StandardCharsets.UTF_8))) {
            LOGGER.log(Level.WARNING, "Number {0} is {1}", new Object[] {7, "prime"});
            LOGGER.log(Level.INFO, "kept");
            LOGGER.log(Level.FINE, "left out");
            Logger.getLogger("io.helidon.test").log(Level.INFO, "chatter");
            System.getLogger("platform").log(System.Logger.Level.ERROR, "broken", new IllegalStateException("why"));
            assertThat(logs.dropped()).isZero();
        }
        LOGGER.log(Level.WARNING, "after the end");

        assertThat(out.toString(StandardCharsets.UTF_8).lines().map(JsonMapper.shared()::readTree))
                .extracting(line ->
                        line.get("level").asString() + " " + line.get("message").asString())
                .containsExactly("warn Number 7 is prime", "info kept", "error broken");
    }

    @Test
    void onlyOurOwnDetailsAreLoggedBecauseLibrariesWriteSecretsThere() {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        try (Logs logs =
                Logs.start(Level.FINE, LogFormat.TEXT, true, new PrintStream(out, true, StandardCharsets.UTF_8))) {
            Logger.getLogger("dev.yorozu.anything").log(Level.FINE, "ours");
            Logger.getLogger("io.lettuce.core").log(Level.FINE, "SET key value");
            LOGGER.log(Level.FINE, "Authorization: Bearer");
            assertThat(logs.dropped()).isZero();
        }

        assertThat(out.toString(StandardCharsets.UTF_8))
                .containsOnlyOnce("debug ours")
                .hasLineCount(1);
    }

    @Test
    void aLogThatCannotKeepUpDropsAndCounts() throws Exception {
        CountDownLatch released = new CountDownLatch(1);
        OutputStream stuck = new OutputStream() {
            @Override
            public void write(int value) {
                try {
                    released.await();
                } catch (InterruptedException e) {
                    Thread.currentThread().interrupt();
                }
            }
        };
        try (Logs logs =
                Logs.start(Level.INFO, LogFormat.TEXT, true, new PrintStream(stuck, true, StandardCharsets.UTF_8))) {
            for (int i = 0; i < 20_000; i++) {
                logs.access(new LogEvent.Access(Instant.EPOCH, "id", "GET", "/", 200, 0, 0));
            }

            assertThat(logs.dropped()).isBetween(11_000L, 12_000L);
            released.countDown();
        }
    }
}
