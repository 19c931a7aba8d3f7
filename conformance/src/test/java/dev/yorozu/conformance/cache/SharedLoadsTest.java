package dev.yorozu.conformance.cache;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.yorozu.cache.Cache;
import dev.yorozu.cache.CacheFormat;
import dev.yorozu.cache.CacheLayout;
import dev.yorozu.cache.Cached;
import dev.yorozu.conformance.OnEveryStore;
import dev.yorozu.secret.RandomTokens;
import dev.yorozu.store.Batch;
import dev.yorozu.store.Bytes;
import dev.yorozu.store.Expiry;
import dev.yorozu.store.testkit.FaultyStore;
import dev.yorozu.store.testkit.HeldClock;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** However many ask at once, one loads. */
@OnEveryStore
final class SharedLoadsTest extends CacheSuite {
    private static final int MANY = 200;

    @Test
    void twoHundredMissesOnOneServerLoadOnce() {
        loadOnce(List.of(server(PATIENT)));
    }

    @Test
    void twoHundredMissesOnEightServersLoadOnce() {
        loadOnce(Stream.generate(() -> server(PATIENT)).limit(8).toList());
    }

    /** The load is held until everybody else is known to wait for it. */
    private void loadOnce(List<Cache<String>> servers) {
        Held held = held();
        List<CompletableFuture<Cached<String>>> running = new ArrayList<>();
        IntStream.range(0, MANY).forEach(i -> running.add(getting(servers.get(i % servers.size()), held)));
        awaitWaits(MANY - 1, () -> waits(servers));
        held.letGo();
        assertThat(running).allSatisfy(each -> assertThat(each.join().value()).contains(OLD));
        assertThat(truth.calls()).isEqualTo(1);
        assertThat(servers.stream().mapToLong(each -> each.stats().loads()).sum())
                .isEqualTo(1);
        assertThat(there(lease)).isFalse();
        assertThat(there(value)).isTrue();
    }

    private static long waits(List<Cache<String>> servers) {
        return servers.stream().mapToLong(each -> each.stats().waits()).sum();
    }

    @Test
    void absenceIsLoadedOnceToo() {
        Cache<String> server = server(PATIENT);
        Truth empty = new Truth();
        Held held = new Held(() -> empty.load(id));
        List<CompletableFuture<Cached<String>>> running = new ArrayList<>();
        IntStream.range(0, 20).forEach(i -> running.add(getting(server, held)));
        awaitWaits(19, () -> server.stats().waits());
        held.letGo();
        assertThat(running).allSatisfy(each -> assertThat(each.join().value()).isEmpty());
        assertThat(empty.calls()).isEqualTo(1);
    }

    @Test
    void theFaultOfALoadReachesEverybodyWhoWaitedAndTheLeaseIsGivenBack() {
        Cache<String> server = server(PATIENT);
        Held held = held();
        List<CompletableFuture<Cached<String>>> running = new ArrayList<>();
        IntStream.range(0, 20)
                .forEach(i -> running.add(getting(server, () -> {
                    held.get();
                    throw new IllegalStateException("no truth today");
                })));
        awaitWaits(19, () -> server.stats().waits());
        held.letGo();
        assertThat(running)
                .allSatisfy(each -> assertThatThrownBy(each::join)
                        .isInstanceOf(CompletionException.class)
                        .hasRootCauseMessage("no truth today"));
        assertThat(server.stats().loads()).isEqualTo(1);
        assertThat(there(lease)).isFalse();
        assertThat(shown(server)).isEqualTo(OLD);
        assertThat(there(value)).isTrue();
    }

    @Test
    void whoWaitsOnAnotherServerLoadsWhenTheFirstCannot() {
        Cache<String> first = server(PATIENT);
        Cache<String> second = server(PATIENT);
        Held held = held();
        CompletableFuture<Cached<String>> failing = getting(first, () -> {
            held.get();
            throw new StackOverflowError("a loader can fail in any way");
        });
        held.awaitRead();
        CompletableFuture<Cached<String>> waiting = getting(second);
        awaitWaits(1, () -> second.stats().waits());
        held.letGo();
        assertThatThrownBy(failing::join).hasRootCauseInstanceOf(StackOverflowError.class);
        assertThat(waiting.join()).isEqualTo(new Cached<>(Optional.of(OLD), false));
        assertThat(there(value)).isTrue();
    }

    @Test
    void whatCannotBeEncodedHoldsNobodyUp() {
        CacheFormat<String> broken = new CacheFormat<>() {
            @Override
            public Bytes encode(String row, Instant now) {
                throw new IllegalStateException("no bytes for this");
            }

            @Override
            public Optional<String> decode(Bytes stored) {
                return FORMAT.decode(stored);
            }
        };
        Cache<String> server =
                new Cache<>(store(), CacheLayout.PROFILES, PATIENT, broken, RandomTokens.secure(), HeldClock.start());
        for (int i = 0; i < 2; i++) {
            assertThatThrownBy(() -> get(server)).hasMessage("no bytes for this");
            assertThat(there(lease)).isFalse();
        }
    }

    @Test
    void whoWaitedInVainLoadsAndKeepsNothing() {
        Cache<String> server = server(STRICT);
        store().commit(Batch.builder()
                .put(lease, "of a server that is gone", Expiry.after(STRICT.lease()))
                .build());
        assertThat(get(server)).isEqualTo(new Cached<>(Optional.of(OLD), false));
        assertThat(there(value)).isFalse();
        assertThat(store().get(lease)).contains(Bytes.of("of a server that is gone"));
    }

    @Test
    void whoWaitedInVainDoesNotWaitForAHungLoadOfItsOwnServer() {
        Cache<String> server = server(STRICT);
        Reading hung = reading(server);
        assertThat(get(server)).isEqualTo(new Cached<>(Optional.of(OLD), false));
        assertThat(hung.finish().value()).contains(OLD);
        assertThat(there(value)).isTrue();
    }

    /** Those who joined the first load cannot know that it was not too old for them, and share a second one. */
    @Test
    void withoutTheStoreManyShareALoadAllTheSame() {
        Cache<String> server = server(FaultyStore.failing(store(), FaultyStore.Fault.KILLED_BEFORE, 1), PATIENT);
        int many = 20;
        List<CompletableFuture<Cached<String>>> running = new ArrayList<>();
        IntStream.range(0, many)
                .forEach(i -> running.add(getting(server, () -> {
                    Optional<String> row = truth.load(id);
                    long waiting = truth.calls() == 1 ? many - 1 : many - 1 + many - 2;
                    awaitWaits(waiting, () -> server.stats().waits());
                    return row;
                })));
        assertThat(running).allSatisfy(each -> assertThat(each.join().value()).contains(OLD));
        assertThat(truth.calls()).isEqualTo(2);
        assertThat(server.stats().storeFaults()).isEqualTo(many);
        assertThat(server.stats().misses()).isEqualTo(many);
    }
}
