package dev.yorozu.conformance.cache;

import static org.assertj.core.api.Assertions.assertThat;

import dev.yorozu.cache.Cache;
import dev.yorozu.cache.CachePolicy;
import dev.yorozu.cache.Cached;
import dev.yorozu.conformance.OnEveryStore;
import dev.yorozu.store.testkit.FaultyStore;
import dev.yorozu.store.testkit.Poll;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;

/** A reader who comes after a completed change never gets what an earlier reader of its server was about to get. */
@OnEveryStore
final class LateReadersTest extends CacheSuite {
    @Test
    void whoJoinsALoadThatIsOlderThanAChangeOfThisServerDoesNotGetIt() {
        Cache<String> server = server(PATIENT);
        late(server, server);
    }

    @Test
    void whoJoinsALoadThatIsOlderThanAChangeElsewhereDoesNotGetIt() {
        late(server(PATIENT), server(PATIENT));
    }

    @Test
    void whoJoinsALoadThatIsOlderThanAChangeDoesNotGetItWithoutTheStoreEither() {
        late(server(FaultyStore.failing(store(), FaultyStore.Fault.KILLED_BEFORE, 1), PATIENT), server(PATIENT));
    }

    /** A load that cannot be kept, because somebody writes, is not confirmed by anybody. */
    @Test
    void whoJoinsALoadThatBeganDuringAChangeDoesNotGetIt() {
        Cache<String> server = server(PATIENT);
        Cache<String> other = server(PATIENT);
        AtomicReference<Reading> early = new AtomicReference<>();
        other.write(id, () -> {
            early.set(reading(server));
            return truth.put(id, NEW);
        });
        finishLate(server, early.get());
    }

    /** It must not come back to the load that it gave up, and take what that brings. */
    @Test
    void whoWaitedInVainDoesNotGetItEither() {
        Duration brief = Duration.ofMillis(200);
        Cache<String> server = server(new CachePolicy(STRICT.life(), Duration.ZERO, STRICT.lease(), brief));
        Reading early = reading(server);
        write(server(STRICT), NEW);
        CompletableFuture<Cached<String>> late = getting(server);
        Poll.until(
                "the late reader is done or waits again",
                () -> late.isDone() || server.stats().waits() > 1);
        assertThat(early.finish().value()).contains(OLD);
        assertThat(late.join().value()).contains(NEW);
    }

    private void late(Cache<String> server, Cache<String> writer) {
        Reading early = reading(server);
        write(writer, NEW);
        finishLate(server, early);
    }

    private void finishLate(Cache<String> server, Reading early) {
        CompletableFuture<Cached<String>> late = getting(server);
        awaitWaits(1, () -> server.stats().waits());
        assertThat(early.finish().value()).contains(OLD);
        assertThat(late.join().value()).contains(NEW);
        allShowNew(List.of());
    }

    /** The moment after a copy was kept and before those who wait are told. */
    @Test
    void whoComesAfterTheFillDoesNotJoin() {
        AtomicReference<CompletableFuture<Cached<String>>> late = new AtomicReference<>();
        AtomicReference<Cache<String>> reader = new AtomicReference<>();
        Cache<String> server = server(
                FaultyStore.afterwards(store(), 3, () -> {
                    write(server(PATIENT), NEW);
                    late.set(getting(reader.get()));
                    Poll.until(
                            "the late reader waits or is done",
                            () -> late.get().isDone() || reader.get().stats().waits() > 0);
                }),
                PATIENT);
        reader.set(server);
        assertThat(get(server)).isEqualTo(new Cached<>(Optional.of(OLD), false));
        assertThat(late.get().join().value()).contains(NEW);
    }

    /** The moment after a claim found a copy and before those who wait are told. */
    @Test
    void whoComesAfterACopyWasFoundDoesNotJoin() {
        AtomicReference<CompletableFuture<Cached<String>>> late = new AtomicReference<>();
        AtomicReference<Cache<String>> reader = new AtomicReference<>();
        // The first two calls are the read that misses and the claim; the copy comes between them.
        FaultyStore claimed = FaultyStore.afterwards(store(), 2, () -> {
            write(server(PATIENT), NEW);
            late.set(getting(reader.get()));
            awaitWaits(1, () -> reader.get().stats().waits());
        });
        Cache<String> server = server(FaultyStore.meanwhile(claimed, 2, () -> get(server(PATIENT))), PATIENT);
        reader.set(server);
        assertThat(get(server)).isEqualTo(new Cached<>(Optional.of(OLD), true));
        assertThat(late.get().join().value()).contains(NEW);
    }
}
