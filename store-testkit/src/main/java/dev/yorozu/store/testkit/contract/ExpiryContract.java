package dev.yorozu.store.testkit.contract;

import static org.assertj.core.api.Assertions.assertThat;

import dev.yorozu.store.Expiry;
import dev.yorozu.store.Guard;
import dev.yorozu.store.Key;
import dev.yorozu.store.Life;
import dev.yorozu.store.Read;
import dev.yorozu.store.ValueType;
import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

abstract class ExpiryContract extends ContractFixture {
    private static final Duration SHORT = Duration.ofMillis(60);
    private static final Duration HOUR = Duration.ofHours(1);
    private static final Expiry IN_AN_HOUR = Expiry.after(HOUR);
    private static final Expiry LONG_PAST = Expiry.at(Instant.parse("2001-01-01T00:00:00Z"));

    @Test
    void aKeyIsThereUntilItsInstantAndAbsentFromIt() {
        Key key = key("short");
        apply(b -> b.put(key, "value", Expiry.after(SHORT)));
        clock().ifPresent(clock -> {
            clock.advance(SHORT.minusMillis(1));
            assertValue(key, "value");
            assertEndsWithin(key, Duration.ofMillis(1));
            clock.advance(Duration.ofMillis(1).minusNanos(1));
            assertPresent(key);
            clock.advance(Duration.ofMillis(1).negated().plusNanos(1));
        });
        outlive(key, clock().isPresent() ? Duration.ofMillis(1) : SHORT);
        assertThat(store().get(key)).isEmpty();
        assertThat(store().remaining(key)).isEmpty();
        assertThat(store().read(new Read.Footprint(key))).isZero();
    }

    @Test
    void anInstantIsKeptToTheMillisecond() {
        Key key = key("at");
        Instant end = Instant.ofEpochMilli(now().toEpochMilli() + 3_600_123).plusNanos(999_999);
        apply(b -> b.put(key, "value", Expiry.at(end)));
        assertEndsWithin(key, Duration.ofMillis(3_600_123));
    }

    @ParameterizedTest
    @EnumSource(ValueType.class)
    void everyTypeMayEnd(ValueType type) {
        Key key = key("ending");
        apply(b -> Samples.create(b, key, type));
        assertEndless(key);
        assertThat(apply(b -> b.expire(key, Expiry.after(SHORT))).flag(0)).isTrue();
        outlive(key, SHORT);
        for (Read<?> read : Samples.reads(key, type)) {
            assertThat(store().read(read))
                    .isEqualTo(store().read(Samples.reads(key("never-there"), type)
                            .get(Samples.reads(key, type).indexOf(read))));
        }
    }

    @ParameterizedTest
    @EnumSource(ValueType.class)
    void anEndInThePastRemovesTheKeyAtOnce(ValueType type) {
        Key key = key("past");
        apply(b -> Samples.create(b, key, type));
        assertThat(apply(b -> b.expire(key, LONG_PAST)).flag(0)).isTrue();
        assertAbsent(key);
        assertThat(apply(b -> b.expire(key, LONG_PAST)).flag(0)).isFalse();
    }

    @ParameterizedTest
    @EnumSource(ValueType.class)
    void aKeyIsProlongedToTheLaterEnd(ValueType type) {
        Key key = key("prolonged");
        assertThat(apply(b -> b.prolong(key, HOUR)).flag(0)).isFalse();
        assertAbsent(key);
        apply(b -> Samples.create(b, key, type));
        assertThat(apply(b -> b.prolong(key, HOUR)).flag(0)).isTrue();
        assertEndsWithin(key, HOUR);
        assertThat(apply(b -> b.prolong(key, SHORT)).flag(0)).isTrue();
        assertEndsBetween(key, HOUR.dividedBy(2), HOUR);
        assertThat(apply(b -> b.prolong(key, HOUR.multipliedBy(2))).flag(0)).isTrue();
        assertEndsBetween(key, HOUR, HOUR.multipliedBy(2));
    }

    private void assertEndsBetween(Key key, Duration atLeast, Duration atMost) {
        assertEndsWithin(key, atMost);
        assertThat(store().remaining(key))
                .hasValueSatisfying(
                        life -> assertThat(((Life.Ends) life).left()).isGreaterThan(atLeast));
    }

    /** Of all that enter one collection in one batch, the one that stays longest decides. */
    @Test
    void aKeyIsProlongedByTheBatchThatMadeIt() {
        Key key = key("prolonged-new");
        apply(b -> b.rankAdd(key, bytes("a"), 1)
                .prolong(key, HOUR)
                .rankAdd(key, bytes("b"), 2)
                .prolong(key, SHORT));
        assertEndsBetween(key, HOUR.dividedBy(2), HOUR);
        assertThat(store().size(key)).isEqualTo(2);
    }

    @Test
    void anEndAtThisVeryMillisecondHasCome() {
        Key key = key("now");
        apply(b -> b.put(key, "value", Expiry.at(now())));
        // Redis keeps such a key until the millisecond is over.
        outlive(key, Duration.ZERO);
        apply(b -> b.put(key, "value", NEVER));
        apply(b -> b.expire(key, Expiry.at(now())));
        assertAbsent(key);
    }

    @Test
    void aPutThatHasAlreadyEndedRemovesWhatWasThere() {
        Key key = key("past-put");
        apply(b -> b.put(key, "old", NEVER));
        apply(b -> b.put(key, "new", LONG_PAST));
        assertAbsent(key);
        assertThat(apply(b -> b.delete(key)).flag(0)).isFalse();
    }

    @Test
    void theEarliestAndTheLastInstantAreAccepted() {
        Key key = key("far");
        apply(b -> b.put(key, "value", Expiry.at(Expiry.LAST)));
        assertValue(key, "value");
        apply(b -> b.put(key, "value", Expiry.after(Expiry.LONGEST)));
        assertEndsWithin(key, Expiry.LONGEST);
        apply(b -> b.expire(key, Expiry.at(Expiry.FIRST)));
        assertAbsent(key);
    }

    @Test
    void putKeepsTheEndWhenAsked() {
        Key key = key("keep");
        apply(b -> b.put(key, "old", IN_AN_HOUR));
        apply(b -> b.put(key, "new", Expiry.keep()));
        assertValue(key, "new");
        assertEndsWithin(key, HOUR);
    }

    @Test
    void putKeepsTheEndOfAValueOfAnotherType() {
        Key key = key("keep-set");
        apply(b -> b.setAdd(key, bytes("a")).expire(key, IN_AN_HOUR));
        apply(b -> b.put(key, "now a string", Expiry.keep()));
        assertEndsWithin(key, HOUR);
    }

    @Test
    void keepingTheEndOfANewKeyMeansNone() {
        Key key = key("keep-none");
        apply(b -> b.put(key, "value", Expiry.keep()));
        assertEndless(key);
    }

    @Test
    void anEndedKeyHasNoEndToKeep() {
        Key key = key("keep-ended");
        apply(b -> b.put(key, "value", Expiry.after(SHORT)));
        outlive(key, SHORT);
        apply(b -> b.put(key, "value", Expiry.keep()));
        assertEndless(key);
    }

    @Test
    void putWithoutEndClearsTheOldOne() {
        Key key = key("cleared");
        apply(b -> b.put(key, "value", IN_AN_HOUR));
        apply(b -> b.put(key, "value", NEVER));
        assertEndless(key);
    }

    @Test
    void expireNeverClearsTheEnd() {
        Key key = key("persisted");
        apply(b -> b.put(key, "value", IN_AN_HOUR));
        assertThat(apply(b -> b.expire(key, NEVER)).flag(0)).isTrue();
        assertEndless(key);
        assertThat(apply(b -> b.expire(key, NEVER)).flag(0)).isTrue();
        assertValue(key, "value");
    }

    @Test
    void expireOfAnAbsentKeyChangesNothing() {
        Key key = key("absent");
        assertThat(apply(b -> b.expire(key, IN_AN_HOUR)).flag(0)).isFalse();
        assertThat(apply(b -> b.expire(key, NEVER)).flag(0)).isFalse();
        assertAbsent(key);
    }

    @Test
    void expireMayShortenAndLengthenALife() {
        Key key = key("changed");
        apply(b -> b.put(key, "value", IN_AN_HOUR));
        apply(b -> b.expire(key, Expiry.after(Duration.ofDays(2))));
        assertEndsWithin(key, Duration.ofDays(2));
        apply(b -> b.expire(key, Expiry.after(Duration.ofMinutes(1))));
        assertEndsWithin(key, Duration.ofMinutes(1));
    }

    @Test
    void changesOfACollectionLeaveItsEnd() {
        for (ValueType type : new ValueType[] {ValueType.SET, ValueType.RANK, ValueType.LIST, ValueType.HASH}) {
            Key key = key("lasting-" + type);
            apply(b -> Samples.create(b, key, type).expire(key, IN_AN_HOUR));
            apply(b -> b.write(Samples.writes(key, type).getFirst()));
            assertEndsWithin(key, HOUR);
        }
    }

    @Test
    void aCollectionThatVanishedComesBackWithoutItsEnd() {
        for (ValueType type : new ValueType[] {ValueType.SET, ValueType.RANK, ValueType.LIST, ValueType.HASH}) {
            Key key = key("vanished-" + type);
            apply(b -> Samples.create(b, key, type).expire(key, IN_AN_HOUR));
            apply(b -> b.write(Samples.writes(key, type).get(1)));
            assertAbsent(key);
            apply(b -> Samples.create(b, key, type));
            assertEndless(key);
        }
    }

    @Test
    void aDeletedKeyComesBackWithoutItsEnd() {
        Key key = key("again");
        apply(b -> b.put(key, "value", IN_AN_HOUR));
        apply(b -> b.delete(key));
        apply(b -> b.setAdd(key, bytes("a")));
        assertEndless(key);
    }

    @Test
    void anEndedKeyIsAbsentForGuardsAndWritesOfEveryKind() {
        for (ValueType type : ValueType.values()) {
            Key key = key("ended-" + type);
            apply(b -> Samples.create(b, key, type).expire(key, Expiry.after(SHORT)));
            outlive(key, SHORT);
            apply(b -> b.require(Guard.absent(key))
                    .require(Guard.sizeBelow(key, 1))
                    .delete(key));
            ValueType other = type == ValueType.SET ? ValueType.LIST : ValueType.SET;
            apply(b -> Samples.create(b, key, other));
            assertThat(store().size(key)).isEqualTo(1);
        }
    }
}
