package dev.yorozu.store.testkit.history;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowable;

import dev.yorozu.store.Batch;
import dev.yorozu.store.Commit;
import dev.yorozu.store.Durability;
import dev.yorozu.store.Expiry;
import dev.yorozu.store.Key;
import dev.yorozu.store.Read;
import dev.yorozu.store.Result;
import dev.yorozu.store.Scan;
import dev.yorozu.store.Store;
import dev.yorozu.store.Write;
import dev.yorozu.store.backend.Limits;
import dev.yorozu.store.backend.StoreObserver;
import dev.yorozu.store.memory.MemoryStore;
import dev.yorozu.store.testkit.HeldClock;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;

final class RandomHistoryTest {
    private final HeldClock clock = HeldClock.start();

    private Store memory() {
        return new MemoryStore(clock, Limits.DEFAULT, StoreObserver.NONE);
    }

    @Test
    void equalStoresAgreeWithAHeldClock() {
        RandomHistory.usual().play(memory(), memory(), clock);
    }

    @Test
    void equalStoresAgreeWithFarEnds() {
        RandomHistory.usual().play(new MemoryStore(), new MemoryStore());
    }

    @Test
    void equalStoresAgreeWithShortLives() {
        RandomHistory.usual().atMost(1000).playShortLives(new MemoryStore(), new MemoryStore());
    }

    @Test
    void aStoreThatIgnoresLessOnlyIsCaughtAndShrunk() {
        Store broken = new Broken(
                memory(),
                write -> write instanceof Write.RankAdd add
                        ? new Write.RankAdd(add.key(), add.member(), add.score(), Write.Replace.ALWAYS)
                        : write);
        Throwable failure = catchThrowable(() -> RandomHistory.with(1, 3000).play(memory(), broken, clock));
        assertThat(failure)
                .isInstanceOf(AssertionError.class)
                .hasMessageContaining("seed 1")
                .hasMessageContaining("RankAdd")
                .hasMessageContaining("reference:")
                .hasMessageContaining("candidate:");
        assertThat(steps(failure)).isLessThanOrEqualTo(2);
    }

    @Test
    void aStoreThatLetsKeysLiveAMillisecondLongerIsCaughtAndShrunk() {
        Store broken = new Broken(
                memory(),
                write -> write instanceof Write.Put put && put.expiry() instanceof Expiry.After after
                        ? new Write.Put(
                                put.key(),
                                put.value(),
                                Expiry.after(after.life().plusMillis(1)))
                        : write);
        Throwable failure = catchThrowable(() -> RandomHistory.with(2, 3000).play(memory(), broken, clock));
        assertThat(failure).isInstanceOf(AssertionError.class).hasMessageContaining("Put(");
        assertThat(steps(failure)).isLessThanOrEqualTo(3);
    }

    @Test
    void aStoreThatForgetsAnEndIsCaughtWithRealClocks() {
        UnaryOperator<Write> forgetful =
                write -> write instanceof Write.Expire expire ? new Write.Expire(expire.key(), Expiry.never()) : write;
        assertThatThrownBy(() ->
                        RandomHistory.with(3, 3000).play(new MemoryStore(), new Broken(new MemoryStore(), forgetful)))
                .isInstanceOf(AssertionError.class)
                .hasMessageContaining("Expire(");
    }

    @Test
    void aStoreThatIgnoresShortLivesIsCaught() {
        UnaryOperator<Write> slow = write -> write instanceof Write.Add add
                        && add.onCreate() instanceof Expiry.After after
                        && after.life().compareTo(Duration.ofSeconds(1)) < 0
                ? new Write.Add(add.key(), add.delta(), Expiry.after(Duration.ofSeconds(5)), add.mends())
                : write;
        assertThatThrownBy(() -> RandomHistory.with(4, 600)
                        .playShortLives(new MemoryStore(), new Broken(new MemoryStore(), slow)))
                .isInstanceOf(AssertionError.class)
                .hasMessageContaining("Add(");
    }

    @Test
    void aStoreThatThrowsWhatItShouldNotIsCaughtAndShrunk() {
        Store broken = new Broken(memory(), write -> {
            if (write instanceof Write.ListTrim) {
                throw new IllegalStateException("No trim today");
            }
            return write;
        });
        Throwable failure = catchThrowable(() -> RandomHistory.with(6, 3000).play(memory(), broken, clock));
        assertThat(failure).isInstanceOf(AssertionError.class).hasMessageContaining("No trim today");
        assertThat(steps(failure)).isEqualTo(1);
    }

    @Test
    void theSameSeedMakesTheSameHistory() {
        assertThat(failureOfSeedFive()).contains("seed 5").isEqualTo(failureOfSeedFive());
    }

    private static String failureOfSeedFive() {
        HeldClock clock = HeldClock.start();
        Store reference = new MemoryStore(clock, Limits.DEFAULT, StoreObserver.NONE);
        Store broken = new Broken(
                new MemoryStore(clock, Limits.DEFAULT, StoreObserver.NONE),
                write -> write instanceof Write.Add add
                        ? new Write.Add(add.key(), 1, add.onCreate(), add.mends())
                        : write);
        Throwable failure = catchThrowable(() -> RandomHistory.with(5, 3000).play(reference, broken, clock));
        return String.valueOf(failure.getMessage());
    }

    private static int steps(Throwable failure) {
        String message = String.valueOf(failure.getMessage());
        String count = message.replaceAll("(?s).*replays: (\\d+) step.*", "$1");
        return Integer.parseInt(count);
    }

    /** A store that does something else than it is asked for. */
    private record Broken(Store store, UnaryOperator<Write> fault) implements Store {
        @Override
        public Commit commit(Batch batch) {
            return store.commit(
                    new Batch(batch.guards(), batch.writes().stream().map(fault).toList(), batch.durability()));
        }

        @Override
        public <R> R read(Read<R> question) {
            return store.read(question);
        }

        @Override
        public <R> List<R> readAll(List<? extends Read<? extends R>> questions) {
            return store.readAll(questions);
        }

        @Override
        public Scan.Page scan(Scan scan) {
            return store.scan(scan);
        }

        @Override
        public <R> R run(Program<R> program, Durability durability) {
            return store.run(state -> program.run(new BrokenState(state, fault)), durability);
        }

        @Override
        public void ping() {
            store.ping();
        }

        @Override
        public void close() {
            store.close();
        }
    }

    private record BrokenState(Store.State state, UnaryOperator<Write> fault) implements Store.State {
        @Override
        public Instant now() {
            return state.now();
        }

        @Override
        public <R> R read(Read<R> question) {
            return state.read(question);
        }

        @Override
        public long below(Key key, double score, boolean orEqual) {
            return state.below(key, score, orEqual);
        }

        @Override
        public Result apply(Write write) {
            return state.apply(fault.apply(write));
        }

        @Override
        public void move(Key from, Key to) {
            state.move(from, to);
        }

        @Override
        public long revision(Key key) {
            return state.revision(key);
        }
    }
}
