package dev.yorozu.store.testkit.contract;

import static org.assertj.core.api.Assertions.assertThat;

import dev.yorozu.store.Bytes;
import dev.yorozu.store.Found;
import dev.yorozu.store.Guard;
import dev.yorozu.store.Key;
import dev.yorozu.store.Order;
import dev.yorozu.store.Read;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

abstract class RankGuardsContract extends ContractFixture {
    @Test
    void behindHoldsForNewMembersAndWorseScores() {
        Key key = key("ranked");
        apply(b -> b.require(Guard.behind(key, bytes("a"), 5, Order.FALLING)).rankAdd(key, bytes("a"), 5));
        apply(b -> b.require(Guard.behind(key, bytes("a"), 6, Order.FALLING)).rankAdd(key, bytes("a"), 6));
        apply(b -> b.require(Guard.behind(key, bytes("a"), 5.5, Order.RISING)).rankAdd(key, bytes("a"), 5.5));
        apply(b -> b.require(Guard.behind(key, bytes("b"), 0, Order.FALLING)).rankAdd(key, bytes("b"), 1));
        assertThat(store().read(new Read.ScoreOf(key, bytes("a")))).hasValue(5.5);
    }

    @Test
    void behindFindsTheScoreThatIsAsGood() {
        Key key = key("ranked");
        apply(b -> b.rankAdd(key, bytes("a"), 5));
        for (double score : new double[] {5, 4.999, -7, Double.NEGATIVE_INFINITY}) {
            assertThat(reject(b -> b.require(Guard.behind(key, bytes("a"), score, Order.FALLING))
                            .delete(key)))
                    .isEqualTo(new Found.Score(5));
        }
        for (double score : new double[] {5, 5.001, Double.POSITIVE_INFINITY}) {
            assertThat(reject(b -> b.require(Guard.behind(key, bytes("a"), score, Order.RISING))
                            .delete(key)))
                    .isEqualTo(new Found.Score(5));
        }
        assertPresent(key);
    }

    @ParameterizedTest
    @ValueSource(
            doubles = {
                0,
                -1,
                0.1,
                1.0 / 3,
                1e300,
                -1e300,
                Double.MIN_VALUE,
                Double.MAX_VALUE,
                1731672000123.0,
                9007199254740993.0,
                Double.POSITIVE_INFINITY,
                Double.NEGATIVE_INFINITY
            })
    void aScoreIsComparedAndFoundExactly(double score) {
        Key key = key("ranked");
        apply(b -> b.rankAdd(key, bytes("a"), score));
        for (Order order : Order.values()) {
            assertThat(reject(b -> b.require(Guard.behind(key, bytes("a"), score, order))))
                    .isEqualTo(new Found.Score(score));
        }
        boolean finite = !Double.isInfinite(score);
        double above = finite ? Math.nextUp(score) : Double.POSITIVE_INFINITY;
        double below = finite ? Math.nextDown(score) : Double.NEGATIVE_INFINITY;
        assertThat(commit(b -> b.require(Guard.behind(key, bytes("a"), above, Order.FALLING)))
                        .applied())
                .isEqualTo(score < above);
        assertThat(commit(b -> b.require(Guard.behind(key, bytes("a"), below, Order.RISING)))
                        .applied())
                .isEqualTo(score > below);
    }

    @Test
    void minusZeroIsTheScoreZeroInGuardsToo() {
        Key key = key("ranked");
        apply(b -> b.rankAdd(key, bytes("a"), 0));
        for (Order order : Order.values()) {
            assertThat(reject(b -> b.require(Guard.behind(key, bytes("a"), -0.0, order))))
                    .isEqualTo(new Found.Score(0));
        }
    }

    @Test
    void withinHoldsWhereAScoreWouldBeAmongTheFirst() {
        Key key = ranked();
        apply(b -> b.require(Guard.within(key, bytes("n"), 2.5, Order.FALLING, 2))
                .require(Guard.within(key, bytes("n"), 0, Order.FALLING, 4))
                .require(Guard.within(key, bytes("n"), 0, Order.RISING, 1))
                .require(Guard.within(key, bytes("n"), 9, Order.RISING, Long.MAX_VALUE))
                .require(Guard.within(key("absent"), bytes("n"), 0, Order.FALLING, 1)));
        assertThat(reject(b -> b.require(Guard.within(key, bytes("n"), 1.5, Order.FALLING, 2))))
                .isEqualTo(new Found.Score(2));
        assertThat(reject(b -> b.require(Guard.within(key, bytes("n"), 2.5, Order.RISING, 2))))
                .isEqualTo(new Found.Score(2));
        assertThat(reject(b -> b.require(Guard.within(key, bytes("n"), Double.NEGATIVE_INFINITY, Order.FALLING, 3))))
                .isEqualTo(new Found.Score(1));
    }

    @Test
    void withinLooksAtTheOthersOnly() {
        Key key = ranked();
        apply(b -> b.require(Guard.within(key, bytes("c"), 0, Order.FALLING, 3)));
        apply(b -> b.require(Guard.within(key, bytes("b"), 1.5, Order.FALLING, 2)));
        apply(b -> b.require(Guard.within(key, bytes("a"), 2.5, Order.FALLING, 2)));
        assertThat(reject(b -> b.require(Guard.within(key, bytes("b"), 0.5, Order.FALLING, 2))))
                .isEqualTo(new Found.Score(1));
        assertThat(reject(b -> b.require(Guard.within(key, bytes("a"), 1.5, Order.FALLING, 2))))
                .isEqualTo(new Found.Score(2));
        assertThat(reject(b -> b.require(Guard.within(key, bytes("c"), 1, Order.FALLING, 1))))
                .isEqualTo(new Found.Score(2));
    }

    @Test
    void ofEqualScoresTheBytesDecideWhoIsWithin() {
        Key key = key("ranked");
        Bytes high = Bytes.of(new byte[] {(byte) 0xff});
        apply(b -> b.rankAdd(key, bytes("M"), 1));
        for (Bytes before : new Bytes[] {bytes(""), bytes("L"), bytes("Aa"), Bytes.of(new byte[] {'M' - 1, 0})}) {
            assertThat(within(key, before, Order.RISING)).isTrue();
            assertThat(within(key, before, Order.FALLING)).isFalse();
        }
        for (Bytes after : new Bytes[] {bytes("Ma"), bytes("a"), bytes("é"), high, Bytes.of(new byte[] {'M', 0})}) {
            assertThat(within(key, after, Order.RISING)).isFalse();
            assertThat(within(key, after, Order.FALLING)).isTrue();
        }
    }

    private boolean within(Key key, Bytes member, Order order) {
        return commit(b -> b.require(Guard.within(key, member, 1, order, 1))).applied();
    }

    private Key ranked() {
        Key key = key("ranked");
        apply(b -> b.rankAdd(key, bytes("a"), 1).rankAdd(key, bytes("b"), 2).rankAdd(key, bytes("c"), 3));
        return key;
    }
}
