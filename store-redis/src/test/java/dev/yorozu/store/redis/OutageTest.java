package dev.yorozu.store.redis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.yorozu.store.Batch;
import dev.yorozu.store.Bytes;
import dev.yorozu.store.Commit;
import dev.yorozu.store.Expiry;
import dev.yorozu.store.Key;
import dev.yorozu.store.Read;
import dev.yorozu.store.RoundTrip;
import dev.yorozu.store.StoreException;
import dev.yorozu.store.Write;
import dev.yorozu.store.testkit.Poll;
import dev.yorozu.store.testkit.redis.RedisClusterProcesses;
import dev.yorozu.store.testkit.redis.RedisProcess;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
final class OutageTest {
    private static final Duration SHORT = Duration.ofMillis(300);
    private static final Duration LONG = Duration.ofSeconds(30);
    private static final Key COUNTER = key("counter");
    private static final Key OTHER = key("other");
    private static final Batch PLAIN = Batch.builder().add(COUNTER, 1).build();

    private final RedisProcess redis = RedisProcess.start();

    @AfterEach
    void stop() {
        redis.close();
    }

    @Test
    void whileRedisIsAwayNothingIsSentAndWhenItReturnsAllWorksAgain() {
        try (RedisStore store = Stores.open(redis.url(), LONG)) {
            store.commit(PLAIN);
            redis.kill();
            Poll.until("the store has noticed", () -> isUnavailable(store));
            assertThatThrownBy(() -> store.commit(PLAIN)).isInstanceOf(StoreException.Unavailable.class);
            assertThatThrownBy(() -> store.get(COUNTER)).isInstanceOf(StoreException.Unavailable.class);
            redis.restart();
            Poll.until("the store works again", () -> !isUnavailable(store));
            assertThat(store.commit(PLAIN).applied()).isTrue();
            assertThat(store.get(COUNTER)).contains(Bytes.of(1));
        }
    }

    @Test
    void aBatchOnItsWayWhenRedisDiesIsOfUnknownOutcomeAndNeverSentAgain() {
        try (RedisStore store = Stores.open(redis.url(), LONG)) {
            store.ping();
            redis.freeze();
            CompletableFuture<Object> plain = inBackground(() -> store.commit(PLAIN));
            CompletableFuture<Object> scripted = inBackground(() -> store.commit(
                    Batch.builder().add(key("a"), 1).add(key("b"), 1).build()));
            CompletableFuture<Object> read = inBackground(() -> store.get(COUNTER));
            Poll.until("all were sent", () -> receivedBytes() >= 3 * 20);
            redis.restart();
            assertFault(plain, StoreException.OutcomeUnknown.class);
            assertFault(scripted, StoreException.OutcomeUnknown.class);
            assertFault(read, StoreException.Unavailable.class);
            Poll.until("the store works again", () -> !isUnavailable(store));
            // Redis keeps nothing over its restart here, so whatever is there was sent again.
            store.commit(Batch.builder().put(OTHER, "x", Expiry.never()).build());
            assertThat(redis.cli("keys", "*")).isEqualTo(OTHER.name());
        }
    }

    @Test
    void whatTravelledTogetherHasAFaultEach() {
        try (RedisStore store = Stores.open(redis.url(), SHORT)) {
            store.ping();
            redis.freeze();
            RoundTrip lost = new RoundTrip(store);
            RoundTrip.Answer<Commit> plain = lost.commit(PLAIN);
            RoundTrip.Answer<Commit> scripted = lost.commit(
                    Batch.builder().add(key("a"), 1).add(key("b"), 1).build());
            RoundTrip.Answer<Optional<Bytes>> read = lost.read(new Read.Get(COUNTER));
            lost.send();
            assertThatThrownBy(plain::get).isInstanceOf(StoreException.OutcomeUnknown.class);
            assertThatThrownBy(scripted::get).isInstanceOf(StoreException.OutcomeUnknown.class);
            assertThatThrownBy(read::get).isInstanceOf(StoreException.Unavailable.class);
            redis.kill();
            Poll.until("the store has noticed", () -> isUnavailable(store));
            RoundTrip unsent = new RoundTrip(store);
            RoundTrip.Answer<Commit> refused = unsent.commit(PLAIN);
            RoundTrip.Answer<Optional<Bytes>> unread = unsent.read(new Read.Get(COUNTER));
            unsent.send();
            assertThatThrownBy(refused::get).isInstanceOf(StoreException.Unavailable.class);
            assertThatThrownBy(unread::get).isInstanceOf(StoreException.Unavailable.class);
        }
    }

    @Test
    void aScriptForgottenByRedisIsSentAgainForEachOfATrip() {
        try (RedisStore store = Stores.open(redis.url())) {
            redis.cli("script", "flush");
            RoundTrip trip = new RoundTrip(store);
            RoundTrip.Answer<Commit> one =
                    trip.commit(Batch.builder().add(COUNTER, 1).add(OTHER, 1).build());
            RoundTrip.Answer<Commit> two = trip.commit(
                    Batch.builder().add(key("a"), 1).add(key("b"), 1).build());
            trip.send();
            assertThat(one.get().applied()).isTrue();
            assertThat(two.get().applied()).isTrue();
            assertThat(store.get(COUNTER)).contains(Bytes.of(1));
        }
    }

    @Test
    void countsThatTravelledTogetherHaveAFaultEach() {
        try (RedisStore store = Stores.open(redis.url(), SHORT)) {
            store.ping();
            redis.freeze();
            assertThat(counts(store))
                    .allSatisfy(
                            count -> assertThatThrownBy(count::get).isInstanceOf(StoreException.OutcomeUnknown.class));
            redis.kill();
            Poll.until("the store has noticed", () -> isUnavailable(store));
            assertThat(counts(store))
                    .allSatisfy(count -> assertThatThrownBy(count::get).isInstanceOf(StoreException.Unavailable.class));
        }
    }

    @Test
    void countsThatTravelledTogetherAreCountedOnceWhereTheScriptWasForgotten() {
        try (RedisStore store = Stores.open(redis.url())) {
            redis.cli("script", "flush");
            assertThat(counts(store))
                    .allSatisfy(count -> assertThat(count.get().applied()).isTrue());
            assertThat(store.get(COUNTER)).contains(Bytes.of(2));
            assertThat(store.get(OTHER)).contains(Bytes.of(1));
        }
    }

    private static List<RoundTrip.Answer<Commit>> counts(RedisStore store) {
        RoundTrip trip = new RoundTrip(store);
        List<RoundTrip.Answer<Commit>> counts = Stream.of(COUNTER, OTHER, COUNTER)
                .map(key -> new Write.Add(key, 1, Expiry.after(LONG), true))
                .map(add -> trip.commit(Batch.builder().write(add).build()))
                .toList();
        trip.send();
        return counts;
    }

    @Test
    void callersThatWaitForTheRepliesOfOthersAreNotHeldByAFrozenRedis() {
        try (RedisStore store = Stores.open(redis.url(), SHORT)) {
            store.ping();
            redis.freeze();
            List<CompletableFuture<Object>> callers = new ArrayList<>();
            for (int i = 0; i < 200; i++) {
                callers.add(inBackground(() -> store.commit(PLAIN)));
            }
            callers.forEach(caller -> assertThatThrownBy(caller::join).hasCauseInstanceOf(StoreException.class));
            redis.thaw();
            Poll.until("the store works again", () -> !isUnavailable(store));
            assertThat(store.commit(Batch.builder().add(OTHER, 1).build()).applied())
                    .isTrue();
        }
    }

    @Test
    void aFrozenRedisDoesNotHoldCallersLongerThanTheTimeout() {
        try (RedisStore store = Stores.open(redis.url(), SHORT)) {
            store.ping();
            redis.freeze();
            assertThatThrownBy(() -> store.commit(PLAIN)).isInstanceOf(StoreException.OutcomeUnknown.class);
            assertThatThrownBy(() -> store.get(COUNTER)).isInstanceOf(StoreException.Unavailable.class);
            assertThatThrownBy(store::ping).isInstanceOf(StoreException.Unavailable.class);
            Poll.until("the silent connection is given up, so that batches are refused unsent", () -> {
                try {
                    store.commit(PLAIN);
                    return false;
                } catch (StoreException.OutcomeUnknown e) {
                    return false;
                } catch (StoreException.Unavailable e) {
                    return true;
                }
            });
            redis.thaw();
            Poll.until("the store works again", () -> !isUnavailable(store));
            assertThat(store.commit(Batch.builder().add(OTHER, 1).build()).applied())
                    .isTrue();
        }
    }

    @Test
    void aForgottenScriptIsSentAgain() {
        try (RedisStore store = Stores.open(redis.url())) {
            Batch two = Batch.builder().add(COUNTER, 1).add(OTHER, 1).build();
            store.commit(two);
            redis.cli("script", "flush");
            assertThat(store.commit(two).applied()).isTrue();
            redis.cli("script", "flush");
            store.commit(Batch.builder().setAdd(Key.of("set"), Bytes.of("x")).build());
            assertThat(store.size(Key.of("set"))).isEqualTo(1);
            assertThat(store.get(COUNTER)).contains(Bytes.of(2));
        }
    }

    @Test
    void aServerThatBecomesAReplicaIsUnavailableUntilItIsAMasterAgain() {
        try (RedisStore store = Stores.open(redis.url())) {
            redis.cli("replicaof", "127.0.0.1", "1");
            assertThatThrownBy(() -> store.commit(PLAIN))
                    .isInstanceOf(StoreException.Unavailable.class)
                    .hasMessage("This Redis server is a read-only replica");
            redis.cli("replicaof", "no", "one");
            Poll.until("the store works again", () -> !isUnavailable(store));
            assertThat(store.commit(PLAIN).applied()).isTrue();
        }
    }

    @Test
    void aFullRedisRefusesABatchAsAWhole() {
        try (RedisStore store = Stores.open(redis.url())) {
            store.commit(Batch.builder().put(OTHER, "x", Expiry.never()).build());
            redis.cli("config", "set", "maxmemory", "1");
            Batch batch = Batch.builder()
                    .add(COUNTER, 1)
                    .put(key("new"), "y", Expiry.never())
                    .add(key("total"), 1)
                    .build();
            assertThatThrownBy(() -> store.commit(batch))
                    .isInstanceOf(StoreException.Unavailable.class)
                    .hasMessage("Redis has reached its memory limit");
            redis.cli("config", "set", "maxmemory", "0");
            assertThat(redis.cli("keys", "*")).isEqualTo(OTHER.name());
        }
    }

    @Test
    void aNodeThatIsSilentIsTheFaultOfItsOwnKeysOnly() {
        try (RedisClusterProcesses cluster = RedisClusterProcesses.start();
                RedisStore store = Stores.open(cluster.url(), SHORT)) {
            RoundTrip trip = new RoundTrip(store);
            List<RoundTrip.Answer<Commit>> batches = new ArrayList<>();
            List<RoundTrip.Answer<Optional<Bytes>>> questions = new ArrayList<>();
            for (int node = 0; node < 3; node++) {
                String name = nameOn(cluster, node);
                batches.add(trip.commit(
                        Batch.builder().add(Key.of("a:", name, ":count"), 1).build()));
                questions.add(trip.read(new Read.Get(Key.of("a:", name, ":unknown"))));
            }
            cluster.node(1).freeze();
            trip.send();
            cluster.node(1).thaw();
            assertThatThrownBy(batches.get(1)::get).isInstanceOf(StoreException.OutcomeUnknown.class);
            assertThatThrownBy(questions.get(1)::get).isInstanceOf(StoreException.Unavailable.class);
            for (int node : List.of(0, 2)) {
                assertThat(batches.get(node).get().applied()).isTrue();
                assertThat(questions.get(node).get()).isEmpty();
            }
        }
    }

    /** A partition that lies on this node. */
    private static String nameOn(RedisClusterProcesses cluster, int node) {
        int number = 0;
        while (cluster.ownerOf(cluster.slotOf(Key.of("a:", "part-" + number, "").clusterName())) != node) {
            number++;
        }
        return "part-" + number;
    }

    private static Key key(String name) {
        return Key.of("", "outage", ":" + name);
    }

    private static boolean isUnavailable(RedisStore store) {
        try {
            store.ping();
            return false;
        } catch (StoreException.Unavailable e) {
            return true;
        }
    }

    private static CompletableFuture<Object> inBackground(Supplier<Object> call) {
        return CompletableFuture.supplyAsync(call, task -> Thread.ofVirtual().start(task));
    }

    private static void assertFault(CompletableFuture<Object> call, Class<? extends Throwable> fault) {
        assertThatThrownBy(call::join).isInstanceOf(CompletionException.class).hasCauseInstanceOf(fault);
    }

    /** How much waits in the frozen server's sockets, by the kernel's own table. */
    private long receivedBytes() {
        try {
            String local = "0100007F:%04X".formatted(redis.port());
            return Files.readAllLines(Path.of("/proc/net/tcp")).stream()
                    .map(line -> line.strip().split("\\s+"))
                    .filter(fields -> fields[1].equals(local))
                    .mapToLong(fields -> Long.parseLong(fields[4].split(":")[1], 16))
                    .sum();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
