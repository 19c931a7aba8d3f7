package dev.yorozu.token;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.Test;

class RefreshPolicyTest {
    private static final Instant NOW = Instant.parse("2026-03-01T12:00:00Z");
    private static final Duration QUARTER = Duration.ofMinutes(15);
    private static final Duration WEEK = Duration.ofDays(7);
    private static final Duration MONTH = Duration.ofDays(30);
    private static final Duration YEAR = Duration.ofDays(365);
    private static final Duration GRACE = Duration.ofSeconds(10);

    @Test
    void whatCannotWorkIsRefused() {
        assertThatThrownBy(() -> new RefreshPolicy(Duration.ZERO, WEEK, MONTH, YEAR, GRACE))
                .hasMessageContaining("1 second");
        assertThatThrownBy(() -> new RefreshPolicy(WEEK, QUARTER, MONTH, YEAR, GRACE))
                .hasMessageContaining("access life");
        assertThatThrownBy(() -> new RefreshPolicy(QUARTER, MONTH, WEEK, YEAR, GRACE))
                .hasMessageContaining("remembered life");
        assertThatThrownBy(() -> new RefreshPolicy(QUARTER, WEEK, MONTH, GRACE, GRACE))
                .hasMessageContaining("absolute life");
        assertThatThrownBy(() -> new RefreshPolicy(QUARTER, WEEK, MONTH, YEAR, WEEK))
                .hasMessageContaining("grace");
        assertThatThrownBy(() -> new RefreshPolicy(QUARTER, WEEK, MONTH, YEAR, GRACE.negated()))
                .hasMessageContaining("grace");
    }

    @Test
    void theEarliestEndCounts() {
        RefreshPolicy policy = new RefreshPolicy(QUARTER, WEEK, MONTH, YEAR, GRACE);
        assertThat(policy.refreshEnd(NOW, NOW, false)).isEqualTo(NOW.plus(WEEK));
        assertThat(policy.refreshEnd(NOW, NOW, true)).isEqualTo(NOW.plus(MONTH));
        assertThat(policy.refreshEnd(NOW, NOW.minus(YEAR).plus(QUARTER), true)).isEqualTo(NOW.plus(QUARTER));
        assertThat(policy.accessEnd(NOW, NOW.plus(WEEK))).isEqualTo(NOW.plus(QUARTER));
        assertThat(policy.accessEnd(NOW, NOW.plus(GRACE))).isEqualTo(NOW.plus(GRACE));
    }
}
