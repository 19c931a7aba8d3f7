package dev.yorozu.store.redis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.yorozu.feed.FeedPolicy;
import dev.yorozu.feed.RevocationFeed;
import dev.yorozu.keyspace.ServerKeys;
import dev.yorozu.secret.RandomTokens;
import dev.yorozu.store.Batch;
import dev.yorozu.store.Bytes;
import dev.yorozu.store.Commit;
import dev.yorozu.store.Durability;
import dev.yorozu.store.Expiry;
import dev.yorozu.store.Key;
import dev.yorozu.store.Read;
import dev.yorozu.store.RoundTrip;
import dev.yorozu.store.Store;
import dev.yorozu.store.StoreException;
import dev.yorozu.store.backend.Limits;
import dev.yorozu.store.backend.StoreObserver;
import dev.yorozu.store.testkit.Poll;
import dev.yorozu.store.testkit.redis.RedisProcess;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** That a durable batch waits for replicas, that nothing else does, and what is said where they do not answer. */
@Timeout(60)
final class ConfirmedStoreTest {
    private static final Duration SHORT = Duration.ofMillis(800);
    private static final Duration LONG = Duration.ofSeconds(20);

    private final RedisProcess master = RedisProcess.start();
    private final RedisProcess replica = RedisProcess.start("--replicaof", "127.0.0.1 " + master.port());
    private final AtomicInteger unconfirmed = new AtomicInteger();

    @BeforeEach
    void follow() {
        Poll.until("the replica confirms", () -> master.cli("wait", "1", "50").equals("1"));
    }

    @AfterEach
    void stop() {
        replica.close();
        master.close();
    }

    @Test
    void whatIsAcknowledgedIsOnTheReplica() {
        try (Store store = open(1, LONG);
                Store behind = RedisStore.openToRead(RedisSettings.of(replica.url()), Limits.DEFAULT)) {
            for (int i = 0; i < 500; i++) {
                store.commit(put("key-" + i, Durability.DURABLE));
                assertThat(behind.get(Key.of("key-" + i))).isPresent();
            }
        }
    }

    @Test
    void tooFewReplicasLeaveTheOutcomeUnknownAndNothingElseWaits() {
        try (Store store = open(2, SHORT)) {
            assertThatThrownBy(() -> store.commit(put("durable", Durability.DURABLE)))
                    .isInstanceOf(StoreException.OutcomeUnknown.class)
                    .hasMessageContaining("too few replicas");
            assertThat(unconfirmed).hasValue(1);
            assertThat(store.get(Key.of("durable"))).isPresent();
            assertThat(store.commit(put("relaxed", Durability.RELAXED)).applied())
                    .isTrue();
            assertThatThrownBy(() -> store.commit(
                            Batch.builder().add(Key.of("relaxed"), 1).build()))
                    .as("what Redis refused had no effect, whoever confirms it")
                    .isInstanceOf(StoreException.NotANumber.class);
            RoundTrip trip = new RoundTrip(store);
            RoundTrip.Answer<Optional<Bytes>> read = trip.read(new Read.Get(Key.of("relaxed")));
            RoundTrip.Answer<Commit> relaxed = trip.commit(put("other", Durability.RELAXED));
            RoundTrip.Answer<Commit> durable = trip.commit(put("third", Durability.DURABLE));
            trip.send();
            assertThat(read.get()).isPresent();
            assertThat(relaxed.get().applied()).isTrue();
            assertThatThrownBy(durable::get).isInstanceOf(StoreException.OutcomeUnknown.class);
        }
    }

    @Test
    void aBatchWhoseTimeIsOverBeforeItLeftIsNotDone() {
        try (Store store = open(1, SHORT)) {
            Poll.until("batches are confirmed", () -> outcome(store, "before").equals("applied"));
            replica.freeze();
            Executor callers = Executors.newVirtualThreadPerTaskExecutor();
            List<CompletableFuture<String>> outcomes = IntStream.range(0, 300)
                    .mapToObj(i -> CompletableFuture.supplyAsync(() -> outcome(store, "key-" + i), callers))
                    .toList();
            for (int i = 0; i < outcomes.size(); i++) {
                String outcome = outcomes.get(i).join();
                boolean there = store.get(Key.of("key-" + i)).isPresent();
                assertThat(outcome).isIn("unknown", "unavailable");
                assertThat(there).as(outcome).isEqualTo(outcome.equals("unknown"));
            }
            replica.thaw();
            Poll.until(
                    "batches are confirmed again", () -> outcome(store, "after").equals("applied"));
            assertThat(replica.cli("exists", "after")).isEqualTo("1");
        }
    }

    /** Else no server could start on an empty Redis while a replica is away. */
    @Test
    void theFeedOfRevocationsBeginsAlsoUnconfirmed() {
        try (Store store = open(2, SHORT);
                RevocationFeed feed = new RevocationFeed(
                        store, new FeedPolicy(LONG, 2000), RandomTokens.secure(), InstantSource.system())) {
            feed.open();
            assertThat(store.get(ServerKeys.FEED_SINCE.key())).isPresent();
        }
    }

    @Test
    void commandsOfClientsThatWriteWaitToo() {
        try (Store store = open(2, SHORT)) {
            Store.Relay relay = store.relay().orElseThrow();
            Key key = Key.of("relayed");
            assertThat(relay.relay(List.of(call(key, false, "get", "relayed")), Map.of(), false))
                    .isPresent();
            assertThatThrownBy(() -> relay.relay(List.of(call(key, true, "set", "relayed", "x")), Map.of(), false))
                    .isInstanceOf(StoreException.OutcomeUnknown.class);
        }
    }

    private static Store.Relayed call(Key key, boolean writes, String... parts) {
        return new Store.Relayed(
                List.of(parts).stream().map(Bytes::of).toList(), Map.of(1, key), Map.of(), true, writes);
    }

    private static String outcome(Store store, String name) {
        try {
            return store.commit(put(name, Durability.DURABLE)).applied() ? "applied" : "rejected";
        } catch (StoreException.OutcomeUnknown unknown) {
            return "unknown";
        } catch (StoreException.Unavailable unavailable) {
            return "unavailable";
        }
    }

    private static Batch put(String name, Durability durability) {
        return Batch.builder()
                .put(Key.of(name), "x", Expiry.never())
                .durability(durability)
                .build();
    }

    private Store open(int replicas, Duration timeout) {
        RedisSettings settings =
                RedisSettings.of(master.url()).withTimeout(timeout).withConfirmation(new Confirmation(replicas, false));
        return RedisStore.open(settings, Limits.DEFAULT, new StoreObserver() {
            @Override
            public void unconfirmed() {
                unconfirmed.incrementAndGet();
            }
        });
    }
}
