package dev.yorozu.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.yorozu.store.backend.Preflight;
import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.Test;

final class ExpiryTest {
    @Test
    void anInstantLiesBetween1970AndTheYear10000() {
        assertThat(Expiry.at(Expiry.FIRST)).isEqualTo(new Expiry.At(Instant.ofEpochMilli(1)));
        assertThat(Expiry.at(Expiry.LAST)).isNotNull();
        for (Instant wrong : new Instant[] {
            Instant.EPOCH, Instant.MIN, Instant.MAX, Expiry.FIRST.minusNanos(1), Expiry.LAST.plusMillis(1)
        }) {
            assertThatThrownBy(() -> Expiry.at(wrong)).isInstanceOf(IllegalArgumentException.class);
        }
    }

    @Test
    void aLifeLastsFromAMillisecondToAThousandYears() {
        assertThat(Expiry.after(Duration.ofMillis(1))).isNotNull();
        assertThat(Expiry.after(Expiry.LONGEST)).isNotNull();
        for (Duration wrong : new Duration[] {
            Duration.ZERO,
            Duration.ofNanos(999_999),
            Duration.ofMillis(-1),
            Expiry.LONGEST.plusMillis(1),
            Duration.ofSeconds(Long.MAX_VALUE)
        }) {
            assertThatThrownBy(() -> Expiry.after(wrong)).isInstanceOf(IllegalArgumentException.class);
        }
    }

    @Test
    void theLongestLifeEndsBeforeTheLastInstant() {
        assertThat(Instant.parse("2999-01-01T00:00:00Z").plus(Expiry.LONGEST)).isBefore(Expiry.LAST);
    }

    @Test
    void aKeyHasEndedFromItsMillisecondOn() {
        Expiry.At at = new Expiry.At(Instant.ofEpochMilli(1000).plusNanos(999_999));
        assertThat(Preflight.ended(at, Instant.ofEpochMilli(999).plusNanos(999_999)))
                .isFalse();
        assertThat(Preflight.ended(at, Instant.ofEpochMilli(1000))).isTrue();
    }
}
