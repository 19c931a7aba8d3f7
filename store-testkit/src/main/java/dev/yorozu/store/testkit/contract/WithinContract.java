package dev.yorozu.store.testkit.contract;

import static org.assertj.core.api.Assertions.assertThat;

import dev.yorozu.store.Bytes;
import dev.yorozu.store.Found;
import dev.yorozu.store.Guard;
import dev.yorozu.store.Key;
import dev.yorozu.store.Order;
import dev.yorozu.store.Ranked;
import dev.yorozu.store.StoreException.WrongType;
import dev.yorozu.store.ValueType;
import java.util.List;
import java.util.SplittableRandom;
import java.util.random.RandomGenerator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** The guard that a score would be among the first. */
abstract class WithinContract extends ContractFixture {
    @Test
    void aPlaceThatNobodyHasIsFree() {
        Key key = key("ranks");
        apply(b -> b.require(Guard.within(key, bytes("a"), 1, Order.FALLING, 1)).rankAdd(key, bytes("a"), 1));
        apply(b -> b.require(Guard.within(key, bytes("b"), -5, Order.FALLING, 2)));
        apply(b -> b.require(Guard.within(key, bytes("b"), -5, Order.FALLING, Long.MAX_VALUE)));
    }

    @Test
    void theLastWhoIsBetterIsFound() {
        Key key = key("ranks");
        apply(b -> b.rankAdd(key, bytes("a"), 9).rankAdd(key, bytes("b"), 7));
        assertThat(reject(b -> b.require(Guard.within(key, bytes("c"), 6, Order.FALLING, 2))))
                .isEqualTo(new Found.Score(7));
        assertThat(reject(b -> b.require(Guard.within(key, bytes("c"), 10, Order.RISING, 2))))
                .isEqualTo(new Found.Score(9));
        apply(b -> b.require(Guard.within(key, bytes("c"), 8, Order.FALLING, 2)));
        apply(b -> b.require(Guard.within(key, bytes("c"), 8, Order.RISING, 2)));
    }

    @ParameterizedTest
    @EnumSource(value = ValueType.class, names = "RANK", mode = EnumSource.Mode.EXCLUDE)
    void anotherTypeIsAFault(ValueType type) {
        Key key = key("other");
        apply(b -> Samples.create(b, key, type));
        assertFault(WrongType.class, b -> b.require(Guard.within(key, bytes("a"), 1, Order.FALLING, 1)));
    }

    /** What the guard says is what adding and looking says, with ties, infinities and members that are there already. */
    @Test
    void theGuardForesaysThePlace() {
        RandomGenerator random = new SplittableRandom(20261116);
        double[] scores = {Double.NEGATIVE_INFINITY, -1, -0.0, 0, 1, 1, 2, Double.POSITIVE_INFINITY};
        String[] members = {"a", "b", "ab", "é", "日", "𠮷", "B", "a\0"};
        for (int round = 0; round < 60; round++) {
            Key before = key("before" + round);
            Key after = key("after" + round);
            int size = random.nextInt(1, members.length);
            for (int i = 0; i < size; i++) {
                Bytes member = bytes(members[random.nextInt(members.length)]);
                double score = scores[random.nextInt(scores.length)];
                apply(b -> b.rankAdd(before, member, score).rankAdd(after, member, score));
            }
            Bytes member = bytes(members[random.nextInt(members.length)]);
            double score = scores[random.nextInt(scores.length)];
            apply(b -> b.rankAdd(after, member, score));
            for (Order order : Order.values()) {
                List<Bytes> ranked = store().ranks(after, order, 0, -1).stream()
                        .map(Ranked::member)
                        .toList();
                for (int places = 1; places <= ranked.size(); places++) {
                    Guard guard = Guard.within(before, member, score, order, places);
                    assertThat(commit(b -> b.require(guard)).applied())
                            .as("%s in %s", guard, ranked)
                            .isEqualTo(ranked.indexOf(member) < places);
                }
            }
        }
    }
}
