package dev.yorozu.store.redis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.yorozu.store.Batch;
import dev.yorozu.store.Bytes;
import dev.yorozu.store.Commit;
import dev.yorozu.store.Expiry;
import dev.yorozu.store.Guard;
import dev.yorozu.store.Key;
import dev.yorozu.store.Read;
import dev.yorozu.store.Result;
import dev.yorozu.store.RoundTrip;
import dev.yorozu.store.Store;
import dev.yorozu.store.StoreException;
import dev.yorozu.store.testkit.Poll;
import dev.yorozu.store.testkit.Race;
import dev.yorozu.store.testkit.redis.RedisProcess;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** What is kept in memory of one Redis, and that it is never older than it may be. */
@Timeout(60)
final class TrackedStoreTest {
    private static final Key SESSION = Key.of("session:a");
    private static final Key UNTRACKED = Key.of("other:a");

    private final RedisProcess redis = RedisProcess.start();
    private final TrackedFixture fixture = new TrackedFixture(redis.url());
    private final Store store = fixture.store();
    private final Store elsewhere = Stores.open(redis.url());

    @AfterEach
    void stop() {
        fixture.close();
        elsewhere.close();
        redis.close();
    }

    @Test
    void aReadThatIsRepeatedCostsNoTrip() {
        put(store, SESSION, "one");
        fixture.awaitKept(SESSION);
        long before = gets();
        assertThat(store.get(SESSION)).contains(Bytes.of("one"));
        RoundTrip trip = new RoundTrip(store);
        RoundTrip.Answer<Optional<Bytes>> answer = trip.read(new Read.Get(SESSION));
        trip.send();
        assertThat(answer.get()).contains(Bytes.of("one"));
        assertThat(gets()).isEqualTo(before);
    }

    @Test
    void alsoThatThereIsNoSuchKeyIsKeptAndItsCreationIsSeen() {
        fixture.awaitKept(SESSION);
        assertThat(store.get(SESSION)).isEmpty();
        put(elsewhere, SESSION, "made");
        Poll.until("the key is seen", () -> store.get(SESSION).isPresent());
    }

    @Test
    void onlyWhatIsDeclaredIsKept() {
        put(store, UNTRACKED, "one");
        fixture.awaitKept(SESSION);
        store.get(UNTRACKED);
        long before = gets();
        store.get(UNTRACKED);
        assertThat(gets()).isEqualTo(before + 1);
    }

    @Test
    void aWriteHereIsSeenByTheNextRead() {
        for (int i = 0; i < 200; i++) {
            put(store, SESSION, "value-" + i);
            assertThat(store.get(SESSION)).contains(Bytes.of("value-" + i));
            assertThat(store.get(SESSION)).contains(Bytes.of("value-" + i));
            RoundTrip trip = new RoundTrip(store);
            trip.commit(Batch.builder().delete(SESSION).build());
            trip.send();
            assertThat(store.get(SESSION)).isEmpty();
        }
    }

    @Test
    void aRejectedBatchMakesTheNextReadAskAgain() {
        put(store, SESSION, "one");
        fixture.awaitKept(SESSION);
        put(elsewhere, SESSION, "two");
        assertThat(store.commit(Batch.builder()
                                .require(Guard.equalTo(SESSION, Bytes.of("one")))
                                .delete(SESSION)
                                .build())
                        .applied())
                .isFalse();
        assertThat(store.get(SESSION)).contains(Bytes.of("two"));
    }

    @Test
    void aWriteElsewhereIsSeenWhenRedisTellsOfIt() {
        put(store, SESSION, "one");
        for (int i = 0; i < 50; i++) {
            fixture.awaitKept(SESSION);
            String value = "value-" + i;
            put(elsewhere, SESSION, value);
            Poll.until("the change is seen", () -> store.get(SESSION).equals(Optional.of(Bytes.of(value))));
        }
        assertThat(fixture.invalidated()).isPositive();
    }

    @Test
    void anAnswerDoesNotOutliveItsKey() {
        store.commit(Batch.builder()
                .put(SESSION, "short", Expiry.after(Duration.ofMillis(300)))
                .build());
        store.get(SESSION);
        Poll.until("the key has ended in Redis", () -> elsewhere.get(SESSION).isEmpty());
        assertThat(store.get(SESSION)).isEmpty();
    }

    @Test
    void aKilledConnectionEmptiesTheMemoryAtOnceAndAnotherTakesItsPlace() {
        put(store, SESSION, "one");
        fixture.awaitKept(SESSION);
        fixture.killLinks(redis);
        Poll.until("the loss was noticed", () -> fixture.links() == 0);
        put(elsewhere, SESSION, "two");
        assertThat(store.get(SESSION)).contains(Bytes.of("two"));
        fixture.awaitKept(SESSION);
    }

    @Test
    void aSilentConnectionIsNotReliedOn() {
        put(store, SESSION, "one");
        fixture.awaitKept(SESSION);
        redis.freeze();
        Poll.until("nothing is answered from memory any more", () -> {
            try {
                return store.get(SESSION).isEmpty();
            } catch (StoreException.Unavailable silent) {
                return true;
            }
        });
        redis.thaw();
        Poll.until("the store works again", () -> {
            try {
                return store.get(SESSION).isPresent();
            } catch (StoreException.Unavailable silent) {
                return false;
            }
        });
    }

    @Test
    void deletingEverythingEmptiesTheMemory() {
        put(store, SESSION, "one");
        fixture.awaitKept(SESSION);
        redis.cli("flushall");
        Poll.until("the key is gone", () -> store.get(SESSION).isEmpty());
        fixture.awaitKept(SESSION);
    }

    @Test
    void aRestartEmptiesTheMemory() {
        put(store, SESSION, "one");
        fixture.awaitKept(SESSION);
        redis.restart();
        Poll.until("the loss was noticed", () -> fixture.links() == 0);
        Poll.until("the key is gone", () -> {
            try {
                return store.get(SESSION).isEmpty();
            } catch (StoreException.Unavailable away) {
                return false;
            }
        });
        fixture.awaitKept(SESSION);
    }

    @Test
    void aKeyOfAnotherTypeIsTheSameFaultAsWithoutMemory() {
        fixture.awaitKept(Key.of("session:b"));
        store.commit(Batch.builder().setAdd(SESSION, Bytes.of("x")).build());
        assertThatThrownBy(() -> store.get(SESSION)).isInstanceOf(StoreException.WrongType.class);
    }

    /** Each thread writes a rising number, and whoever reads sees none below what was acknowledged before. */
    @Test
    void noReaderSeesLessThanWhatWasAcknowledgedHere() throws Exception {
        AtomicLong acknowledged = new AtomicLong();
        put(store, SESSION, "0");
        fixture.awaitKept(SESSION);
        Race.of(100, number -> {
            for (int round = 0; round < 50; round++) {
                if (number % 10 == 0) {
                    long count = ((dev.yorozu.store.Result.Number) ((dev.yorozu.store.Commit.Applied) store.commit(
                                            Batch.builder().add(SESSION, 1).build()))
                                    .results()
                                    .getFirst())
                            .value();
                    acknowledged.accumulateAndGet(count, Math::max);
                } else {
                    long least = acknowledged.get();
                    assertThat(store.get(SESSION).orElseThrow().number().orElseThrow())
                            .isGreaterThanOrEqualTo(least);
                }
            }
            return true;
        });
        assertThat(store.get(SESSION)).contains(Bytes.of(500));
    }

    private static void put(Store into, Key key, String value) {
        into.commit(Batch.builder().put(key, value, Expiry.never()).build());
    }

    private static long count(Store into) {
        Commit commit = into.commit(Batch.builder().add(SESSION, 1).build());
        return commit instanceof Commit.Applied applied && applied.results().getFirst() instanceof Result.Number sum
                ? sum.value()
                : -1;
    }

    /** How many strings Redis was asked for. */
    private long gets() {
        return redis.cli("info", "commandstats")
                .lines()
                .filter(line -> line.startsWith("cmdstat_get:calls="))
                .mapToLong(line -> Long.parseLong(line.substring("cmdstat_get:calls=".length(), line.indexOf(','))))
                .sum();
    }
}
