package dev.yorozu.conformance.cache;

import static org.assertj.core.api.Assertions.assertThat;

import dev.yorozu.cache.Cache;
import dev.yorozu.cache.CachePolicy;
import dev.yorozu.conformance.OnEveryStore;
import dev.yorozu.store.Bytes;
import dev.yorozu.store.Key;
import dev.yorozu.store.Life;
import dev.yorozu.store.testkit.FaultyStore;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Leases that end while their load goes on, and changes at every point between the calls of a read or a write. */
@OnEveryStore
final class LeasesTest extends CacheSuite {
    @Test
    void aLoadThatOutlivesItsLeaseIsNotKept() {
        Cache<String> slow = server(HASTY);
        Reading reading = reading(slow);
        awaitEndOf(lease);
        assertThat(reading.finish().value()).contains(OLD);
        assertThat(there(value)).isFalse();
        assertThat(slow.stats().staleFills()).isEqualTo(1);
    }

    @Test
    void aLoadThatOutlivesItsLeaseDoesNotReplaceWhatWasKeptMeanwhile() {
        Cache<String> slow = server(HASTY);
        Reading reading = reading(slow);
        awaitEndOf(lease);
        truth.put(id, NEW);
        assertThat(shown(server(STRICT))).isEqualTo(NEW);
        assertThat(reading.finish().value()).contains(OLD);
        allShowNew(List.of(slow));
    }

    @Test
    void aLoadThatOutlivesItsLeaseDoesNotUseThatOfAnother() {
        Cache<String> slow = server(HASTY);
        Reading first = reading(slow);
        awaitEndOf(lease);
        truth.put(id, NEW);
        Reading second = reading(server(STRICT));
        assertThat(first.finish().value()).contains(OLD);
        assertThat(there(value)).isFalse();
        assertThat(there(lease)).isTrue();
        assertThat(second.finish().value()).contains(NEW);
        allShowNew(List.of(slow));
    }

    @Test
    void leasesAndWritersEndByThemselves() {
        Reading reading = reading(server(STRICT));
        assertLivesAtMost(lease, STRICT.lease());
        reading.finish();
        server(STRICT).write(id, () -> {
            assertLivesAtMost(writers, STRICT.writing());
            return truth;
        });
        CachePolicy policy = CachePolicy.of(Duration.ofMinutes(5));
        assertThat(policy.lease()).isEqualTo(Duration.ofSeconds(10));
        assertThat(policy.writing()).isEqualTo(Duration.ofSeconds(30));
    }

    private void assertLivesAtMost(Key key, Duration most) {
        assertThat(store().remaining(key))
                .hasValueSatisfying(life -> assertThat(life)
                        .isInstanceOfSatisfying(
                                Life.Ends.class, ends -> assertThat(ends.left()).isBetween(most.dividedBy(2), most)));
    }

    @Test
    void aChangeBetweenAnyTwoCallsOfAReadIsSeenByTheNext() {
        for (int call = 1; call <= 3; call++) {
            truth.put(id, OLD);
            server(STRICT).invalidate(id);
            FaultyStore interrupted = FaultyStore.meanwhile(store(), call, () -> write(server(STRICT), NEW));
            Cache<String> reader = server(interrupted, STRICT);
            get(reader);
            assertThat(interrupted.calls()).isEqualTo(3);
            allShowNew(List.of(reader));
        }
    }

    @Test
    void aReadBetweenAnyTwoCallsOfAChangeKeepsNothingOld() {
        for (int call = 1; call <= 2; call++) {
            truth.put(id, OLD);
            server(STRICT).invalidate(id);
            FaultyStore interrupted = FaultyStore.meanwhile(store(), call, () -> get(server(STRICT)));
            write(server(interrupted, STRICT), NEW);
            assertThat(interrupted.calls()).isEqualTo(2);
            assertThat(there(value)).isFalse();
            allShowNew(List.of());
        }
    }

    @Test
    void aCopyThatComesBeforeTheClaimIsTaken() {
        FaultyStore interrupted = FaultyStore.meanwhile(store(), 2, () -> get(server(STRICT)));
        Cache<String> reader = server(interrupted, STRICT);
        assertThat(get(reader).hit()).isTrue();
        assertThat(truth.calls()).isEqualTo(1);
        assertThat(reader.stats().hits()).isEqualTo(1);
        assertThat(store().get(value)).contains(Bytes.of("row " + OLD));
    }
}
