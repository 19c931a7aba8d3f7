package dev.yorozu.conformance.cache;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.yorozu.cache.Cache;
import dev.yorozu.cache.CachePolicy;
import dev.yorozu.cache.CacheStats;
import dev.yorozu.cache.Cached;
import dev.yorozu.conformance.OnEveryStore;
import dev.yorozu.keyspace.UserKeys;
import dev.yorozu.store.Batch;
import dev.yorozu.store.Bytes;
import dev.yorozu.store.Expiry;
import dev.yorozu.store.Life;
import dev.yorozu.store.Read;
import dev.yorozu.store.RoundTrip;
import dev.yorozu.store.Write;
import dev.yorozu.store.testkit.FaultyStore;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** What is kept, for how long, and what one read costs. */
@OnEveryStore
final class CopiesTest extends CacheSuite {
    @Test
    void aMissLoadsAndKeepsAndAHitIsOneRead() {
        assertThat(get(server(STRICT))).isEqualTo(new Cached<>(Optional.of(OLD), false));
        assertThat(there(lease)).isFalse();
        FaultyStore counting = FaultyStore.counting(store());
        assertThat(get(server(counting, STRICT))).isEqualTo(new Cached<>(Optional.of(OLD), true));
        assertThat(counting.calls()).isEqualTo(1);
        assertThat(truth.calls()).isEqualTo(1);
    }

    @Test
    void aCopyHasALifeAndIsLoadedAnewAfterIt() {
        get(server(STRICT));
        assertThat(store().remaining(value))
                .hasValueSatisfying(life -> assertThat(life)
                        .isInstanceOfSatisfying(
                                Life.Ends.class,
                                ends -> assertThat(ends.left()).isBetween(Duration.ofMinutes(4), STRICT.life())));
        store().commit(Batch.builder().delete(value).build());

        CachePolicy brief = new CachePolicy(Duration.ofMillis(30), Duration.ZERO, STRICT.lease(), STRICT.waitTimeout());
        get(server(brief));
        truth.put(id, NEW);
        awaitEndOf(value);
        assertThat(get(server(brief))).isEqualTo(new Cached<>(Optional.of(NEW), false));
    }

    @Test
    void absenceIsKeptWhereThePolicySaysSo() {
        Cache<String> keeping = server(STRICT.withAbsentLife(Duration.ofMinutes(1)));
        Truth empty = new Truth();
        assertThat(keeping.get(id, () -> empty.load(id))).isEqualTo(new Cached<>(Optional.empty(), false));
        assertThat(keeping.get(id, () -> empty.load(id))).isEqualTo(new Cached<>(Optional.empty(), true));
        assertThat(empty.calls()).isEqualTo(1);
        assertThat(store().get(value)).contains(Bytes.of("null"));
        assertThat(store().remaining(value))
                .hasValueSatisfying(life -> assertThat(life)
                        .isInstanceOfSatisfying(
                                Life.Ends.class,
                                ends -> assertThat(ends.left()).isLessThanOrEqualTo(Duration.ofMinutes(1))));
        write(keeping, NEW);
        allShowNew(List.of(keeping));
    }

    @Test
    void absenceIsNotKeptWhereThePolicyDoesNotSaySo() {
        Cache<String> server = server(STRICT);
        Truth empty = new Truth();
        assertThat(server.get(id, () -> empty.load(id)).value()).isEmpty();
        assertThat(server.get(id, () -> empty.load(id)).value()).isEmpty();
        assertThat(empty.calls()).isEqualTo(2);
        assertThat(there(value)).isFalse();
        assertThat(there(lease)).isFalse();
    }

    @Test
    void whatCannotBeReadIsLoadedAndReplaced() {
        for (Write garbage : List.of(
                new Write.Put(value, Bytes.of("no row"), Expiry.never()),
                new Write.Put(value, Bytes.of("null"), Expiry.never()),
                new Write.ListPush(value, Write.End.HEAD, List.of(Bytes.of("element"))))) {
            store().commit(Batch.builder().delete(value).build());
            store().commit(Batch.builder().write(garbage).build());
            assertThat(get(server(STRICT))).isEqualTo(new Cached<>(Optional.of(OLD), false));
            assertThat(get(server(STRICT))).isEqualTo(new Cached<>(Optional.of(OLD), true));
        }
    }

    @Test
    void aCopyOfAnotherProgramIsAHit() {
        store().commit(Batch.builder()
                .put(value, "row theirs", Expiry.after(Duration.ofMinutes(5)))
                .build());
        assertThat(get(server(STRICT))).isEqualTo(new Cached<>(Optional.of("theirs"), true));
    }

    @Test
    void whatIsTooLargeIsNotKeptAndHoldsNobodyUp() {
        Cache<String> server = server(STRICT);
        String large = "x".repeat(2 * 1024 * 1024);
        truth.put(id, large);
        assertThat(shown(server)).isEqualTo(large);
        assertThat(there(lease)).isFalse();
        assertThat(shown(server)).isEqualTo(large);
        assertThat(server.stats().storeFaults()).isEqualTo(2);
        assertThat(server.stats().waits()).isZero();
    }

    @Test
    void theQuestionTravelsWithOthers() {
        Cache<String> server = server(STRICT);
        for (boolean hit : new boolean[] {false, true}) {
            RoundTrip trip = new RoundTrip(store());
            RoundTrip.Answer<Optional<Bytes>> other = trip.read(new Read.Get(UserKeys.REVOKED_ACCESS.key(id)));
            RoundTrip.Answer<Cached<String>> found = server.find(trip, id, () -> truth.load(id));
            trip.send();
            assertThat(other.get()).isEmpty();
            assertThat(found.get()).isEqualTo(new Cached<>(Optional.of(OLD), hit));
            assertThat(found.get()).isEqualTo(new Cached<>(Optional.of(OLD), hit));
        }
        assertThat(truth.calls()).isEqualTo(1);
    }

    @Test
    void anIdThatNoKeyCanHoldIsRefused() {
        Cache<String> server = server(STRICT);
        for (String wrong : List.of("", "*", "a:b", id + "\n", "x".repeat(10_000))) {
            assertThatThrownBy(() -> server.get(wrong, Optional::empty)).isInstanceOf(IllegalArgumentException.class);
            assertThatThrownBy(() -> server.write(wrong, () -> truth.put(wrong, NEW)))
                    .isInstanceOf(IllegalArgumentException.class);
            assertThat(truth.load(wrong)).isEmpty();
        }
    }

    @Test
    void whatWasDoneIsCounted() {
        Cache<String> server = server(STRICT);
        assertThat(server.stats().hitRate()).isZero();
        get(server);
        get(server);
        get(server);
        get(server);
        assertThat(server.stats()).isEqualTo(new CacheStats(3, 1, 1, 0, 0, 0));
        assertThat(server.stats().hitRate()).isEqualTo(0.75);
        assertThat(server.invalidate(id)).isTrue();
        assertThat(server.invalidate(id)).isFalse();
        assertThatThrownBy(() -> server.get(id, () -> {
                    throw new IllegalStateException("no truth today");
                }))
                .hasMessage("no truth today");
        assertThat(server.stats()).isEqualTo(new CacheStats(3, 2, 2, 0, 0, 0));
    }
}
