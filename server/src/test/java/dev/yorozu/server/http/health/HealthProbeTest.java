package dev.yorozu.server.http.health;

import static org.assertj.core.api.Assertions.assertThat;

import dev.yorozu.store.StoreException;
import dev.yorozu.store.testkit.HeldClock;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

/** Asking often costs the part little. */
class HealthProbeTest {
    private final HeldClock clock = HeldClock.start();
    private final AtomicInteger looks = new AtomicInteger();

    private Health health(Health.Probe probe) {
        return new Health(
                "store",
                () -> {
                    looks.incrementAndGet();
                    return probe.look();
                },
                Duration.ofSeconds(5),
                clock);
    }

    @Test
    void allWhoAskWithinASecondShareOneLook() {
        Health health = health(() -> Health.State.OK);
        for (int second = 1; second <= 3; second++) {
            for (int i = 0; i < 100; i++) {
                assertThat(health.state()).isEqualTo(Health.State.OK);
            }
            assertThat(looks).hasValue(second);
            clock.advance(Duration.ofSeconds(1));
        }
    }

    @Test
    void aFaultIsKeptForASecondToo() {
        Health health = health(() -> {
            throw new StoreException.Unavailable("away");
        });
        for (int i = 0; i < 100; i++) {
            assertThat(health.state()).isEqualTo(Health.State.UNREACHABLE);
        }
        assertThat(looks).hasValue(1);
    }
}
