package dev.yorozu.login;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.yorozu.token.RevocationLayout;
import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.Test;

class LoginPolicyTest {
    private static final Instant NOW = Instant.parse("2026-03-01T12:00:00Z");
    private static final Duration QUARTER = Duration.ofMinutes(15);
    private static final Duration WEEK = Duration.ofDays(7);
    private static final Duration MONTH = Duration.ofDays(30);
    private static final Duration YEAR = Duration.ofDays(365);
    private static final Duration GRACE = Duration.ofSeconds(10);

    @Test
    void whatCannotWorkIsRefused() {
        assertThatThrownBy(() -> new LoginPolicy(Duration.ZERO, WEEK, MONTH, YEAR, GRACE))
                .hasMessageContaining("1 second");
        assertThatThrownBy(() -> new LoginPolicy(WEEK, QUARTER, MONTH, YEAR, GRACE))
                .hasMessageContaining("access life");
        assertThatThrownBy(() -> new LoginPolicy(QUARTER, MONTH, WEEK, YEAR, GRACE))
                .hasMessageContaining("remembered life");
        assertThatThrownBy(() -> new LoginPolicy(QUARTER, WEEK, MONTH, GRACE, GRACE))
                .hasMessageContaining("absolute life");
        assertThatThrownBy(() -> new LoginPolicy(QUARTER, WEEK, MONTH, YEAR, WEEK))
                .hasMessageContaining("grace");
        assertThatThrownBy(() -> new LoginPolicy(QUARTER, WEEK, MONTH, YEAR, GRACE.negated()))
                .hasMessageContaining("grace");
    }

    @Test
    void theEarliestEndCounts() {
        LoginPolicy policy = new LoginPolicy(QUARTER, WEEK, MONTH, YEAR, GRACE);
        assertThat(policy.refreshEnd(NOW, NOW, false)).isEqualTo(NOW.plus(WEEK));
        assertThat(policy.refreshEnd(NOW, NOW, true)).isEqualTo(NOW.plus(MONTH));
        assertThat(policy.refreshEnd(NOW, NOW.minus(YEAR).plus(QUARTER), true)).isEqualTo(NOW.plus(QUARTER));
        assertThat(policy.accessEnd(NOW, NOW.plus(WEEK))).isEqualTo(NOW.plus(QUARTER));
        assertThat(policy.accessEnd(NOW, NOW.plus(GRACE))).isEqualTo(NOW.plus(GRACE));
    }

    @Test
    void aLayoutNamesEachThingOnce() {
        RevocationLayout access = LoginLayout.USERS.revokedAccess();
        RevocationLayout refresh = LoginLayout.USERS.revokedRefresh();
        assertThatThrownBy(() -> new LoginLayout("a", "a", "c", "d", "e", "f", access, refresh))
                .hasMessageContaining("a name of its own");
        assertThatThrownBy(() -> new LoginLayout("a", "b", "c", "d", "e", "f", access, access))
                .hasMessageContaining("keys of their own");
    }
}
