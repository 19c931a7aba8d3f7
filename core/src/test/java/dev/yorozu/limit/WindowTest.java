package dev.yorozu.limit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.Test;

class WindowTest {
    @Test
    void theDocumentedKeyNamesTheMinuteSince1970() {
        WindowPolicy policy = WindowPolicy.perMinute("me", 120, FailMode.OPEN);
        Window window = Window.of(policy, Instant.ofEpochSecond(60 * 29_000_000L + 59));
        assertThat(WindowLayout.DISCORD.key().apply(window, "0123456789abcdef").name())
                .isEqualTo("rl:me:29000000:0123456789abcdef");
        assertThat(window.end()).isEqualTo(Instant.ofEpochSecond(60 * 29_000_001L));
    }

    @Test
    void secondsToWaitAreRoundedUp() {
        assertThat(new Decision(false, 1, 0, Instant.EPOCH, Duration.ofMillis(1)).retryAfterSeconds())
                .isEqualTo(1);
        assertThat(new Decision(false, 1, 0, Instant.EPOCH, Duration.ofMillis(2000)).retryAfterSeconds())
                .isEqualTo(2);
        assertThat(new Decision(false, 1, 0, Instant.EPOCH, Duration.ofNanos(2_000_000_001)).retryAfterSeconds())
                .isEqualTo(3);
        assertThat(new Decision(true, 1, 0, Instant.EPOCH, Duration.ZERO).retryAfterSeconds())
                .isZero();
    }

    @Test
    void aLimitOfNothingIsRefused() {
        assertThatThrownBy(() -> WindowPolicy.perMinute("me", 0, FailMode.OPEN))
                .isInstanceOf(IllegalArgumentException.class);
    }
}
