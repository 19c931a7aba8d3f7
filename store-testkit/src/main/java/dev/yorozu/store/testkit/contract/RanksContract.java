package dev.yorozu.store.testkit.contract;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.yorozu.store.Bytes;
import dev.yorozu.store.Commit;
import dev.yorozu.store.Expiry;
import dev.yorozu.store.Key;
import dev.yorozu.store.Order;
import dev.yorozu.store.Ranked;
import dev.yorozu.store.Read;
import dev.yorozu.store.StoreException;
import dev.yorozu.store.ValueType;
import dev.yorozu.store.Write.Replace;
import java.util.List;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

abstract class RanksContract extends ContractFixture {
    private Key abcde() {
        Key key = key("abcde");
        apply(b -> b.rankAdd(key, bytes("c"), 3)
                .rankAdd(key, bytes("a"), 1)
                .rankAdd(key, bytes("e"), 5)
                .rankAdd(key, bytes("b"), 2)
                .rankAdd(key, bytes("d"), 4));
        return key;
    }

    private String names(Key key, Order order, long start, long stop) {
        return String.join(
                "",
                store().ranks(key, order, start, stop).stream()
                        .map(ranked -> ranked.member().text())
                        .toList());
    }

    @Test
    void membersAreOrderedByScore() {
        Key key = abcde();
        assertThat(names(key, Order.RISING, 0, -1)).isEqualTo("abcde");
        assertThat(names(key, Order.FALLING, 0, -1)).isEqualTo("edcba");
        assertThat(store().size(key)).isEqualTo(5);
        assertThat(store().type(key)).hasValue(ValueType.RANK);
        assertThat(store().ranks(key, Order.RISING, 0, 0)).containsExactly(new Ranked(bytes("a"), 1));
    }

    @Test
    void tiesAreOrderedByUnsignedBytes() {
        Key key = key("ties");
        Bytes high = Bytes.of(new byte[] {(byte) 0xff});
        Bytes middle = Bytes.of(new byte[] {0x7f});
        Bytes low = Bytes.of(new byte[] {0});
        Bytes longer = Bytes.of(new byte[] {0x7f, 0});
        Bytes empty = Bytes.of(new byte[0]);
        apply(b -> b.rankAdd(key, high, 1)
                .rankAdd(key, longer, 1)
                .rankAdd(key, empty, 1)
                .rankAdd(key, middle, 1)
                .rankAdd(key, low, 1));
        List<Bytes> rising = List.of(empty, low, middle, longer, high);
        assertThat(store().ranks(key, Order.RISING, 0, -1))
                .extracting(Ranked::member)
                .isEqualTo(rising);
        assertThat(store().ranks(key, Order.FALLING, 0, -1))
                .extracting(Ranked::member)
                .isEqualTo(rising.reversed());
        assertThat(store().read(new Read.RankOf(key, high, Order.RISING))).hasValue(4);
        assertThat(store().read(new Read.RankOf(key, high, Order.FALLING))).hasValue(0);
    }

    @ParameterizedTest
    @CsvSource({
        "0, 1, ab",
        "1, 3, bcd",
        "-2, -1, de",
        "-1, -1, e",
        "-100, 1, ab",
        "3, 100, de",
        "0, -6, ''",
        "5, 9, ''",
        "3, 2, ''",
        "-1, -2, ''",
        "-9223372036854775808, 9223372036854775807, abcde",
        "9223372036854775807, -1, ''",
        "0, -9223372036854775808, ''",
        "-3, 3, cd"
    })
    void positionsMayBeNegativeAndOutOfRange(long start, long stop, String expected) {
        Key key = abcde();
        assertThat(names(key, Order.RISING, start, stop)).isEqualTo(expected);
        String mirrored = names(key, Order.FALLING, start, stop);
        assertThat(mirrored).hasSameSizeAs(expected);
    }

    @Test
    void aMemberKnowsItsPositionAndScore() {
        Key key = abcde();
        assertThat(store().read(new Read.RankOf(key, bytes("b"), Order.RISING))).hasValue(1);
        assertThat(store().read(new Read.RankOf(key, bytes("b"), Order.FALLING)))
                .hasValue(3);
        assertThat(store().read(new Read.ScoreOf(key, bytes("b")))).hasValue(2);
        assertThat(store().read(new Read.RankOf(key, bytes("x"), Order.RISING))).isEmpty();
        assertThat(store().read(new Read.ScoreOf(key, bytes("x")))).isEmpty();
        assertThat(store().read(new Read.RankOf(key("absent"), bytes("a"), Order.FALLING)))
                .isEmpty();
        assertThat(store().read(new Read.ScoreOf(key("absent"), bytes("a")))).isEmpty();
        assertThat(store().ranks(key("absent"), Order.RISING, 0, -1)).isEmpty();
    }

    @Test
    void addSaysWhetherAnythingChanged() {
        Key key = key("changes");
        assertThat(apply(b -> b.rankAdd(key, bytes("m"), 1)).flag(0)).isTrue();
        assertThat(apply(b -> b.rankAdd(key, bytes("m"), 1)).flag(0)).isFalse();
        assertThat(apply(b -> b.rankAdd(key, bytes("m"), 2)).flag(0)).isTrue();
        assertThat(apply(b -> b.rankAdd(key, bytes("m"), 1)).flag(0)).isTrue();
        assertThat(store().size(key)).isEqualTo(1);
    }

    @Test
    void aGreaterOrLessScoreMayBeAskedFor() {
        Key key = key("replace");
        assertThat(apply(b -> b.rankAdd(key, bytes("m"), 5, Replace.IF_GREATER)).flag(0))
                .isTrue();
        assertThat(apply(b -> b.rankAdd(key, bytes("m"), 5, Replace.IF_GREATER)).flag(0))
                .isFalse();
        assertThat(apply(b -> b.rankAdd(key, bytes("m"), 4, Replace.IF_GREATER)).flag(0))
                .isFalse();
        assertThat(apply(b -> b.rankAdd(key, bytes("m"), 6, Replace.IF_GREATER)).flag(0))
                .isTrue();
        assertThat(apply(b -> b.rankAdd(key, bytes("m"), 7, Replace.IF_LESS)).flag(0))
                .isFalse();
        assertThat(apply(b -> b.rankAdd(key, bytes("m"), 2, Replace.IF_LESS)).flag(0))
                .isTrue();
        assertThat(apply(b -> b.rankAdd(key, bytes("n"), 9, Replace.IF_LESS)).flag(0))
                .isTrue();
        assertThat(store().read(new Read.ScoreOf(key, bytes("m")))).hasValue(2);
        assertThat(store().read(new Read.ScoreOf(key, bytes("n")))).hasValue(9);
    }

    @ParameterizedTest
    @ValueSource(
            doubles = {
                0.1,
                -0.1,
                1.0 / 3,
                1e-300,
                1e300,
                Double.MIN_VALUE,
                Double.MAX_VALUE,
                -Double.MAX_VALUE,
                9007199254740993.0,
                1e15,
                123456789012345680.0,
                17.0,
                1731672000123.0,
                Double.POSITIVE_INFINITY,
                Double.NEGATIVE_INFINITY,
                4.9e-320
            })
    void scoresAreExact(double score) {
        Key key = key("exact");
        apply(b -> b.rankAdd(key, bytes("m"), score));
        assertThat(store().read(new Read.ScoreOf(key, bytes("m")))).hasValue(score);
        assertThat(store().ranks(key, Order.RISING, 0, -1)).containsExactly(new Ranked(bytes("m"), score));
        assertThat(apply(b -> b.rankAdd(key, bytes("m"), score)).flag(0)).isFalse();
    }

    @Test
    void infinitiesAreTheEndsOfTheOrder() {
        Key key = key("infinite");
        apply(b -> b.rankAdd(key, bytes("most"), Double.POSITIVE_INFINITY)
                .rankAdd(key, bytes("least"), Double.NEGATIVE_INFINITY)
                .rankAdd(key, bytes("max"), Double.MAX_VALUE)
                .rankAdd(key, bytes("min"), -Double.MAX_VALUE));
        assertThat(store().ranks(key, Order.RISING, 0, -1))
                .extracting(ranked -> ranked.member().text())
                .containsExactly("least", "min", "max", "most");
        assertThat(apply(b -> b.rankDrop(key, Double.NEGATIVE_INFINITY, Double.POSITIVE_INFINITY))
                        .number(0))
                .isEqualTo(4);
        assertAbsent(key);
    }

    @Test
    void minusZeroAndZeroAreOneScore() {
        Key key = key("zero");
        apply(b -> b.rankAdd(key, bytes("b"), -0.0).rankAdd(key, bytes("a"), 0.0));
        assertThat(names(key, Order.RISING, 0, -1)).isEqualTo("ab");
        assertThat(apply(b -> b.rankAdd(key, bytes("b"), 0.0)).flag(0)).isFalse();
        assertThat(store().ranks(key, Order.RISING, 0, -1))
                .containsExactly(new Ranked(bytes("a"), 0), new Ranked(bytes("b"), 0));
    }

    @Test
    void removeCountsTheMembersThatWereThere() {
        Key key = abcde();
        assertThat(apply(b -> b.rankRemove(key, bytes("a"), bytes("a"), bytes("x"), bytes("d")))
                        .number(0))
                .isEqualTo(2);
        assertThat(names(key, Order.RISING, 0, -1)).isEqualTo("bce");
        assertThat(apply(b -> b.rankRemove(key, bytes("b"), bytes("c"), bytes("e")))
                        .number(0))
                .isEqualTo(3);
        assertAbsent(key);
        assertThat(apply(b -> b.rankRemove(key, bytes("b"))).number(0)).isZero();
    }

    @Test
    void trimKeepsTheFirstInTheGivenOrder() {
        Key key = abcde();
        assertThat(trimmed(key, Order.FALLING, 4)).isEqualTo("a");
        assertThat(names(key, Order.RISING, 0, -1)).isEqualTo("bcde");
        assertThat(trimmed(key, Order.RISING, 2)).isEqualTo("de");
        assertThat(names(key, Order.RISING, 0, -1)).isEqualTo("bc");
        assertThat(trimmed(key, Order.RISING, 2)).isEmpty();
        assertThat(trimmed(key, Order.RISING, Long.MAX_VALUE)).isEmpty();
        assertThat(trimmed(key, Order.FALLING, Long.MAX_VALUE)).isEmpty();
        assertThat(names(key, Order.RISING, 0, -1)).isEqualTo("bc");
        assertThat(trimmed(key, Order.FALLING, 0)).isEqualTo("cb");
        assertAbsent(key);
        assertThat(trimmed(key, Order.RISING, 0)).isEmpty();
        assertAbsent(key);
    }

    /** Trims the sorted set, and says what went. */
    private String trimmed(Key key, Order order, long keep) {
        return apply(b -> b.rankTrim(key, order, keep)).elements(0).stream()
                .map(Bytes::text)
                .collect(Collectors.joining());
    }

    @Test
    void aHashLosesWhatATrimRemoves() {
        Key key = abcde();
        Key hash = key("details");
        apply(b -> b.hashPut(hash, bytes("a"), bytes("1"))
                .hashPut(hash, bytes("c"), bytes("3"))
                .hashPut(hash, bytes("e"), bytes("5")));
        Commit.Applied all = apply(b -> b.rankAdd(key, bytes("f"), 6)
                .hashPut(hash, bytes("f"), bytes("6"))
                .rankTrim(key, Order.FALLING, 4)
                .hashTrim(hash, key));
        assertThat(all.elements(2)).containsExactly(bytes("b"), bytes("a"));
        assertThat(all.number(3)).isEqualTo(1);
        assertThat(store().fields(hash)).containsOnlyKeys(bytes("c"), bytes("e"), bytes("f"));
        assertThat(apply(b -> b.rankTrim(key, Order.FALLING, 4).hashTrim(hash, key))
                        .number(1))
                .isZero();
        apply(b -> b.rankTrim(key, Order.FALLING, 0).hashTrim(hash, key));
        assertAbsent(key);
        assertAbsent(hash);
    }

    @Test
    void aTrimOfAHashThatIsNoneChangesNothing() {
        Key key = abcde();
        Key text = key("text");
        apply(b -> b.put(text, "x", Expiry.never()));
        assertThatThrownBy(() -> apply(b -> b.rankTrim(key, Order.RISING, 1).hashTrim(text, key)))
                .isInstanceOf(StoreException.WrongType.class);
        assertThat(names(key, Order.RISING, 0, -1)).isEqualTo("abcde");
    }

    @Test
    void whatATrimRemovedComesInTheOrderOfTheTrim() {
        Key rising = abcde();
        assertThat(trimmed(rising, Order.RISING, 1)).isEqualTo("bcde");
        apply(b -> b.delete(rising));
        Key falling = abcde();
        assertThat(trimmed(falling, Order.FALLING, 3)).isEqualTo("ba");
        assertThat(trimmed(falling, Order.FALLING, 1)).isEqualTo("dc");
        assertThat(names(falling, Order.RISING, 0, -1)).isEqualTo("e");
    }

    @Test
    void ofEqualScoresATrimKeepsTheFirstByTheirBytes() {
        Key key = key("equal");
        apply(b -> b.rankAdd(key, bytes("b"), 1)
                .rankAdd(key, bytes("a"), 1)
                .rankAdd(key, bytes("c"), 1)
                .rankAdd(key, bytes("d"), 1));
        assertThat(trimmed(key, Order.RISING, 3)).isEqualTo("d");
        assertThat(trimmed(key, Order.FALLING, 2)).isEqualTo("a");
        assertThat(names(key, Order.RISING, 0, -1)).isEqualTo("bc");
    }

    @Test
    void dropRemovesFromTheLeastToTheGreatestBothIncluded() {
        Key key = abcde();
        assertThat(apply(b -> b.rankDrop(key, 2, 3)).number(0)).isEqualTo(2);
        assertThat(names(key, Order.RISING, 0, -1)).isEqualTo("ade");
        assertThat(apply(b -> b.rankDrop(key, 4.000001, 4.999999)).number(0)).isZero();
        assertThat(apply(b -> b.rankDrop(key, 5, 4)).number(0)).isZero();
        assertThat(apply(b -> b.rankDrop(key, 4, Double.POSITIVE_INFINITY)).number(0))
                .isEqualTo(2);
        assertThat(apply(b -> b.rankDrop(key, -0.0, 1)).number(0)).isEqualTo(1);
        assertAbsent(key);
        assertThat(apply(b -> b.rankDrop(key, 0, 9)).number(0)).isZero();
    }

    @Test
    void aNewScoreMovesAMember() {
        Key key = abcde();
        apply(b -> b.rankAdd(key, bytes("a"), 4.5));
        assertThat(names(key, Order.RISING, 0, -1)).isEqualTo("bcdae");
        assertThat(store().read(new Read.RankOf(key, bytes("a"), Order.RISING))).hasValue(3);
    }

    @Test
    void aLargeRankingKeepsItsOrder() {
        Key key = key("large");
        for (int page = 0; page < 6; page++) {
            int first = page * 100;
            apply(b -> {
                for (int i = first; i < first + 100; i++) {
                    b.rankAdd(key, bytes("member-" + i), (i * 7919L) % 601);
                }
                return b;
            });
        }
        List<Ranked> all = store().ranks(key, Order.RISING, 0, -1);
        assertThat(all).hasSize(600).isSortedAccordingTo((x, y) -> Double.compare(x.score(), y.score()));
        assertThat(store().ranks(key, Order.RISING, 200, 299)).isEqualTo(all.subList(200, 300));
        assertThat(store().ranks(key, Order.FALLING, 0, 9))
                .isEqualTo(all.subList(590, 600).reversed());
        assertThat(store().read(new Read.RankOf(key, all.get(321).member(), Order.RISING)))
                .hasValue(321);
    }
}
