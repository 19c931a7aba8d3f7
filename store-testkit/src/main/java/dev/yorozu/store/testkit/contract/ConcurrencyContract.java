package dev.yorozu.store.testkit.contract;

import static org.assertj.core.api.Assertions.assertThat;

import dev.yorozu.store.Bytes;
import dev.yorozu.store.Commit;
import dev.yorozu.store.Found;
import dev.yorozu.store.Guard;
import dev.yorozu.store.Key;
import dev.yorozu.store.testkit.Race;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.IntFunction;
import java.util.stream.LongStream;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.Test;

/** Races of real threads, let loose together; what is asserted is the invariant, whoever wins. */
abstract class ConcurrencyContract extends ContractFixture {
    private static final int THREADS = 16;
    private static final int ROUNDS = 20;

    /** Runs the action once in each thread, all at the same time, and gathers what they return. */
    private static <T> List<T> race(IntFunction<T> action) throws Exception {
        return Race.of(THREADS, action);
    }

    @RepeatedTest(5)
    void ofManyThatWantAnAbsentKeyExactlyOneWins() throws Exception {
        Key key = key("claimed");
        List<Commit> commits =
                race(i -> commit(b -> b.require(Guard.absent(key)).put(key, "thread-" + i, NEVER)));
        assertThat(commits.stream().filter(Commit::applied)).hasSize(1);
        Bytes winner = store().get(key).orElseThrow();
        for (int i = 0; i < THREADS; i++) {
            if (commits.get(i) instanceof Commit.Rejected rejected) {
                assertThat(rejected.found()).isEqualTo(new Found.Value(winner));
            } else {
                assertThat(winner.text()).isEqualTo("thread-" + i);
            }
        }
    }

    @RepeatedTest(5)
    void ofManyThatTakeAValueExactlyOneGetsIt() throws Exception {
        Key key = key("taken");
        apply(b -> b.put(key, "prize", NEVER));
        List<Optional<Bytes>> taken = race(i -> apply(b -> b.take(key)).value(0));
        assertThat(taken.stream().flatMap(Optional::stream)).containsExactly(bytes("prize"));
    }

    @Test
    void concurrentAddsAreAllCounted() throws Exception {
        Key key = key("counter");
        List<List<Long>> counts = race(i -> {
            List<Long> own = new ArrayList<>();
            for (int round = 0; round < ROUNDS; round++) {
                own.add(apply(b -> b.add(key, 1)).number(0));
            }
            return own;
        });
        assertThat(counts.stream().flatMap(List::stream))
                .containsExactlyInAnyOrderElementsOf(LongStream.rangeClosed(1, (long) THREADS * ROUNDS)
                        .boxed()
                        .toList());
        assertValue(key, "" + THREADS * ROUNDS);
    }

    @Test
    void relaxedAndDurableAddsAreAllCounted() throws Exception {
        Key key = key("counter");
        List<List<Long>> counts = race(i -> {
            List<Long> own = new ArrayList<>();
            for (int round = 0; round < ROUNDS; round++) {
                boolean relaxed = (i + round) % 4 != 0;
                own.add(apply(b -> relaxed ? b.add(key, 1).relaxed() : b.add(key, 1))
                        .number(0));
            }
            return own;
        });
        assertThat(counts.stream().flatMap(List::stream))
                .containsExactlyInAnyOrderElementsOf(LongStream.rangeClosed(1, (long) THREADS * ROUNDS)
                        .boxed()
                        .toList());
        assertValue(key, "" + THREADS * ROUNDS);
    }

    @Test
    void concurrentTransfersKeepTheSum() throws Exception {
        List<Key> accounts = List.of(key("a"), key("b"), key("c"));
        accounts.forEach(account -> apply(b -> b.add(account, 10)));
        race(i -> {
            for (int round = 0; round < ROUNDS; round++) {
                transfer(accounts.get((i + round) % 3), accounts.get((i + round + 1) % 3));
            }
            return i;
        });
        long sum = 0;
        for (Key account : accounts) {
            long balance = store().get(account).orElseThrow().number().orElseThrow();
            assertThat(balance).isNotNegative();
            sum += balance;
        }
        assertThat(sum).isEqualTo(30);
    }

    /** Moves one if the balance seen is still the balance and is enough. */
    private void transfer(Key from, Key to) {
        Bytes seen = store().get(from).orElseThrow();
        if (seen.number().orElseThrow() > 0) {
            commit(b -> b.require(Guard.equalTo(from, seen)).add(from, -1).add(to, 1));
        }
    }

    @Test
    void aCapOnASetIsNeverExceeded() throws Exception {
        Key set = key("capped");
        List<Integer> wins = race(i -> {
            int won = 0;
            for (int round = 0; round < 3; round++) {
                Bytes member = bytes("member-" + i + "-" + round);
                won += commit(b -> b.require(Guard.sizeBelow(set, 10)).setAdd(set, member))
                                .applied()
                        ? 1
                        : 0;
            }
            return won;
        });
        assertThat(store().size(set)).isEqualTo(10);
        assertThat(wins.stream().mapToInt(Integer::intValue).sum()).isEqualTo(10);
    }

    @Test
    void compareAndSetLosesNoUpdate() throws Exception {
        Key key = key("version");
        apply(b -> b.put(key, "0", NEVER));
        race(i -> {
            for (int round = 0; round < 5; round++) {
                increment(key);
            }
            return i;
        });
        assertValue(key, "" + THREADS * 5);
    }

    /** Tries again from what the rejection found, until the update is in; each round lets at least one thread on. */
    private void increment(Key key) {
        Bytes seen = store().get(key).orElseThrow();
        for (int attempt = 0; attempt < 10_000; attempt++) {
            Bytes expected = seen;
            Bytes next = Bytes.of(expected.number().orElseThrow() + 1);
            Commit commit = commit(b -> b.require(Guard.equalTo(key, expected)).put(key, next, NEVER));
            if (!(commit instanceof Commit.Rejected rejected)) {
                return;
            }
            seen = ((Found.Value) rejected.found()).value();
        }
        throw new AssertionError("The update never got through");
    }

    @Test
    void aThrottleLetsExactlyItsLimitPass() throws Exception {
        Key key = key("throttled");
        List<Long> passed = race(i -> {
            long own = 0;
            for (int round = 0; round < 3; round++) {
                own += apply(b -> b.throttle(key, 10, Duration.ofHours(10)))
                                .decision(0)
                                .allowed()
                        ? 1
                        : 0;
            }
            return own;
        });
        assertThat(passed.stream().mapToLong(Long::longValue).sum()).isEqualTo(10);
    }

    @Test
    void aBatchIsSeenWholeByEveryGuard() throws Exception {
        Key left = key("left");
        Key right = key("right");
        apply(b -> b.put(left, "0", NEVER).put(right, "0", NEVER));
        race(i -> {
            for (int round = 0; round < ROUNDS; round++) {
                String value = i + "-" + round;
                if (i % 2 == 0) {
                    apply(b -> b.put(left, value, NEVER).put(right, value, NEVER));
                } else {
                    assertWhole(left, right);
                }
            }
            return i;
        });
        assertThat(store().get(left)).isEqualTo(store().get(right));
    }

    /** Where the left key still holds what was seen, the right one must hold the same. */
    private void assertWhole(Key left, Key right) {
        Bytes seen = store().get(left).orElseThrow();
        Commit commit = commit(b -> b.require(Guard.equalTo(left, seen)).require(Guard.equalTo(right, seen)));
        if (commit instanceof Commit.Rejected rejected) {
            assertThat(rejected.index()).isZero();
        }
    }
}
