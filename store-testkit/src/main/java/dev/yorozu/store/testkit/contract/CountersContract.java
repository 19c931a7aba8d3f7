package dev.yorozu.store.testkit.contract;

import static org.assertj.core.api.Assertions.assertThat;

import dev.yorozu.store.Expiry;
import dev.yorozu.store.Guard;
import dev.yorozu.store.Key;
import dev.yorozu.store.StoreException.NotANumber;
import dev.yorozu.store.ValueType;
import dev.yorozu.store.Write;
import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

abstract class CountersContract extends ContractFixture {
    private static final Duration HOUR = Duration.ofHours(1);
    private static final Expiry LONG_PAST = Expiry.at(Instant.parse("2001-01-01T00:00:00Z"));

    @Test
    void aCounterStartsAtZero() {
        Key key = key("counter");
        assertThat(apply(b -> b.add(key, 3)).number(0)).isEqualTo(3);
        assertThat(apply(b -> b.add(key, -5)).number(0)).isEqualTo(-2);
        assertThat(apply(b -> b.add(key, 0)).number(0)).isEqualTo(-2);
        assertValue(key, "-2");
        assertThat(store().type(key)).hasValue(ValueType.STRING);
        assertEndless(key);
    }

    @Test
    void addingNothingCreatesTheCounter() {
        Key key = key("zero");
        assertThat(apply(b -> b.add(key, 0)).number(0)).isZero();
        assertValue(key, "0");
    }

    @Test
    void theEndCountsOnlyWhenTheCounterIsCreated() {
        Key key = key("window");
        apply(b -> b.add(key, 1, Expiry.after(HOUR)));
        assertEndsWithin(key, HOUR);
        apply(b -> b.add(key, 1, Expiry.after(Duration.ofDays(9))));
        assertEndsWithin(key, HOUR);
        apply(b -> b.add(key, 1));
        assertEndsWithin(key, HOUR);
        assertValue(key, "3");
    }

    @Test
    void aCounterWithoutEndGetsNoneFromLaterAdds() {
        Key key = key("endless");
        apply(b -> b.add(key, 1));
        apply(b -> b.add(key, 1, Expiry.after(HOUR)));
        assertEndless(key);
    }

    @Test
    void anAddThatMendsGivesACounterWithoutEndItsEnd() {
        Key key = key("mended");
        apply(b -> b.add(key, 1));
        assertThat(apply(b -> b.write(mending(key, 1, HOUR))).number(0)).isEqualTo(2);
        assertEndsWithin(key, HOUR);
        assertThat(apply(b -> b.write(mending(key, 1, Duration.ofDays(9)))).number(0))
                .isEqualTo(3);
        assertEndsWithin(key, HOUR);
        assertValue(key, "3");
    }

    @Test
    void anAddThatMendsGivesANewCounterItsEnd() {
        Key key = key("new");
        assertThat(apply(b -> b.write(mending(key, 9_007_199_254_740_993L, HOUR)))
                        .number(0))
                .isEqualTo(9_007_199_254_740_993L);
        assertEndsWithin(key, HOUR);
        assertThat(apply(b -> b.write(mending(key, 1, HOUR))).number(0)).isEqualTo(9_007_199_254_740_994L);
    }

    @Test
    void addsThatMendStandInBatchesToo() {
        Key key = key("in-batch");
        Key other = key("beside");
        apply(b -> b.add(key, 1));
        var applied = apply(b -> b.require(Guard.present(key))
                .write(mending(key, 2, HOUR))
                .write(mending(key, 3, Duration.ofDays(9)))
                .write(mending(other, 4, HOUR)));
        assertThat(applied.number(0)).isEqualTo(3);
        assertThat(applied.number(1)).isEqualTo(6);
        assertThat(applied.number(2)).isEqualTo(4);
        assertEndsWithin(key, HOUR);
        assertEndsWithin(other, HOUR);
    }

    @Test
    void whatIsNoCounterIsNotMended() {
        Key key = key("no-counter");
        apply(b -> b.put(key, "word", NEVER));
        assertFault(NotANumber.class, b -> b.write(mending(key, 1, HOUR)));
        assertEndless(key);
    }

    private static Write mending(Key key, long delta, Duration life) {
        return new Write.Add(key, delta, Expiry.after(life), true);
    }

    @Test
    void anEndedCounterStartsAgainWithANewEnd() {
        Key key = key("next-window");
        Duration life = Duration.ofMillis(60);
        apply(b -> b.add(key, 7, Expiry.after(life)));
        outlive(key, life);
        assertThat(apply(b -> b.add(key, 1, Expiry.after(HOUR))).number(0)).isEqualTo(1);
        assertEndsWithin(key, HOUR);
    }

    @Test
    void aCounterCreatedWithAnEndInThePastIsGoneAtOnce() {
        Key key = key("born-ended");
        assertThat(apply(b -> b.add(key, 5, LONG_PAST)).number(0)).isEqualTo(5);
        assertAbsent(key);
    }

    @Test
    void aCounterBornEndedStartsAgainWithinItsBatch() {
        Key key = key("born-ended-twice");
        var applied = apply(b -> b.add(key, Long.MAX_VALUE, LONG_PAST).add(key, 1));
        assertThat(applied.number(0)).isEqualTo(Long.MAX_VALUE);
        assertThat(applied.number(1)).isEqualTo(1);
        assertValue(key, "1");
    }

    @Test
    void aPutNumberCanBeAddedTo() {
        Key key = key("put");
        apply(b -> b.put(key, "41", NEVER));
        assertThat(apply(b -> b.add(key, 1)).number(0)).isEqualTo(42);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"9223372036854775807", "-9223372036854775808", "9007199254740993", "-9007199254740993", "0"})
    void allSixtyFourBitsAreExact(String number) {
        Key key = key("exact");
        apply(b -> b.put(key, number, NEVER));
        assertThat(apply(b -> b.add(key, 0)).number(0)).isEqualTo(Long.parseLong(number));
        assertValue(key, number);
    }

    @Test
    void largeSumsAreExact() {
        Key key = key("large");
        apply(b -> b.add(key, 9_007_199_254_740_993L));
        assertThat(apply(b -> b.add(key, 1_000_000_000_000_000_001L)).number(0)).isEqualTo(1_009_007_199_254_740_994L);
        assertValue(key, "1009007199254740994");
    }

    @Test
    void theBordersAreReachedButNotCrossed() {
        Key high = key("high");
        Key low = key("low");
        apply(b -> b.put(high, "9223372036854775806", NEVER).put(low, "-9223372036854775807", NEVER));
        assertThat(apply(b -> b.add(high, 1)).number(0)).isEqualTo(Long.MAX_VALUE);
        assertThat(apply(b -> b.add(low, -1)).number(0)).isEqualTo(Long.MIN_VALUE);
        assertFault(NotANumber.class, b -> b.add(high, 1));
        assertFault(NotANumber.class, b -> b.add(low, -1));
        assertFault(NotANumber.class, b -> b.add(high, Long.MAX_VALUE));
        assertFault(NotANumber.class, b -> b.add(low, -Long.MAX_VALUE));
        assertValue(high, "9223372036854775807");
        assertValue(low, "-9223372036854775808");
        assertThat(apply(b -> b.add(low, Long.MAX_VALUE)).number(0)).isEqualTo(-1);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                " ",
                "007",
                "00",
                "+1",
                " 1",
                "1 ",
                "-0",
                "-",
                "--1",
                "1.0",
                "1e3",
                "0x1f",
                "1,000",
                "abc",
                "1\n",
                "1\0",
                "9223372036854775808",
                "-9223372036854775809",
                "12345678901234567890",
                "-12345678901234567890",
                "１",
                "inf",
                "nan"
            })
    void whatIsNotWrittenAsACounterIsNoNumber(String text) {
        Key key = key("text");
        apply(b -> b.put(key, text, Expiry.after(HOUR)));
        assertFault(NotANumber.class, b -> b.add(key, 1));
        assertFault(NotANumber.class, b -> b.add(key, 0));
        assertValue(key, text);
        assertEndsWithin(key, HOUR);
    }
}
