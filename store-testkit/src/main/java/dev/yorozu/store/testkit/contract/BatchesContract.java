package dev.yorozu.store.testkit.contract;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.yorozu.store.Batch;
import dev.yorozu.store.Commit;
import dev.yorozu.store.Expiry;
import dev.yorozu.store.Key;
import dev.yorozu.store.Order;
import dev.yorozu.store.Result;
import dev.yorozu.store.StoreException.NotANumber;
import dev.yorozu.store.StoreException.WrongType;
import dev.yorozu.store.ValueType;
import dev.yorozu.store.Write;
import dev.yorozu.store.Write.End;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

abstract class BatchesContract extends ContractFixture {
    private static final Expiry LONG_PAST = Expiry.at(Instant.parse("2001-01-01T00:00:00Z"));

    @Test
    void resultsFollowTheOrderOfTheWrites() {
        Key key = key("counter");
        Commit.Applied applied = apply(b -> b.put(key("text"), "x", NEVER)
                .add(key, 5)
                .setAdd(key("set"), bytes("a"), bytes("b"))
                .rankAdd(key("rank"), bytes("m"), 1)
                .take(key("missing"))
                .add(key, 5));
        assertThat(applied.results())
                .containsExactly(
                        new Result.Done(),
                        new Result.Number(5),
                        new Result.Number(2),
                        new Result.Flag(true),
                        new Result.Value(Optional.empty()),
                        new Result.Number(10));
    }

    @ParameterizedTest
    @EnumSource(ValueType.class)
    void aWriteOfAWrongTypeAnywhereLeavesNothingDone(ValueType type) {
        Key wrong = key("wrong");
        apply(b -> Samples.create(b, wrong, type));
        for (ValueType other : ValueType.values()) {
            for (Write write : other == type ? List.<Write>of() : Samples.writes(wrong, other)) {
                for (int position = 0; position <= goodWrites().size(); position++) {
                    assertFaultLeavesNothing(WrongType.class, write, position);
                }
            }
        }
        assertThat(store().type(wrong)).hasValue(type);
    }

    @Test
    void aCounterThatIsNoNumberAnywhereLeavesNothingDone() {
        Key text = key("text");
        apply(b -> b.put(text, "no number", NEVER));
        for (int position = 0; position <= goodWrites().size(); position++) {
            assertFaultLeavesNothing(NotANumber.class, new Write.Add(text, 1, NEVER), position);
            assertFaultLeavesNothing(NotANumber.class, new Write.Throttle(text, 5, Duration.ofHours(1), 1), position);
        }
        assertValue(text, "no number");
    }

    @Test
    void anOverflowAnywhereLeavesNothingDone() {
        Key full = key("full");
        apply(b -> b.put(full, "" + Long.MAX_VALUE, NEVER));
        for (int position = 0; position <= goodWrites().size(); position++) {
            assertFaultLeavesNothing(NotANumber.class, new Write.Add(full, 1, NEVER), position);
        }
        assertValue(full, "" + Long.MAX_VALUE);
    }

    @Test
    void anOverflowByTheBatchItselfLeavesNothingDone() {
        Key key = key("overflowing");
        assertFault(
                NotANumber.class,
                b -> b.put(key("other"), "x", NEVER).add(key, Long.MAX_VALUE).add(key, 1));
        assertAbsent(key);
        assertAbsent(key("other"));
        apply(b -> b.add(key, Long.MAX_VALUE).add(key, -1).add(key, 1));
        assertValue(key, "" + Long.MAX_VALUE);
    }

    @Test
    void ofTwoFaultsTheFirstIsReported() {
        Key text = key("text");
        Key set = key("set");
        apply(b -> b.put(text, "no number", NEVER).setAdd(set, bytes("a")));
        assertFault(NotANumber.class, b -> b.add(text, 1).add(set, 1));
        assertFault(WrongType.class, b -> b.add(set, 1).add(text, 1));
    }

    private List<Write> goodWrites() {
        return List.of(
                new Write.Put(key("good-text"), bytes("x"), NEVER),
                new Write.Add(key("good-counter"), 1, NEVER),
                new Write.SetAdd(key("good-set"), List.of(bytes("m"))),
                new Write.Delete(key("good-kept")),
                new Write.Expire(key("good-lasting"), LONG_PAST));
    }

    private void assertFaultLeavesNothing(Class<? extends RuntimeException> fault, Write faulty, int position) {
        apply(b -> b.put(key("good-kept"), "kept", NEVER).put(key("good-lasting"), "lasting", NEVER));
        List<Write> writes = new ArrayList<>(goodWrites());
        writes.add(position, faulty);
        Batch.Builder batch = Batch.builder();
        writes.forEach(batch::write);
        assertThatThrownBy(() -> store().commit(batch.build()))
                .as("%s at %s", faulty, position)
                .isInstanceOf(fault);
        assertAbsent(key("good-text"));
        assertAbsent(key("good-counter"));
        assertAbsent(key("good-set"));
        assertValue(key("good-kept"), "kept");
        assertValue(key("good-lasting"), "lasting");
    }

    @Test
    void aValueWrittenEarlierInTheBatchIsSeen() {
        Key key = key("value");
        Commit.Applied applied = apply(b ->
                b.put(key, "1", NEVER).put(key, "2", NEVER).take(key).take(key).delete(key));
        assertThat(applied.value(2)).hasValue(bytes("2"));
        assertThat(applied.value(3)).isEmpty();
        assertThat(applied.flag(4)).isFalse();
        assertAbsent(key);
    }

    @Test
    void aCounterDeletedEarlierInTheBatchStartsAgain() {
        Key key = key("counter");
        apply(b -> b.put(key, "no number", NEVER));
        Commit.Applied applied =
                apply(b -> b.delete(key).add(key, 2).add(key, 3).delete(key).add(key, 4));
        assertThat(applied.number(1)).isEqualTo(2);
        assertThat(applied.number(2)).isEqualTo(5);
        assertThat(applied.number(4)).isEqualTo(4);
        assertValue(key, "4");
    }

    @Test
    void aCounterCreatedInTheBatchKeepsTheEndOfItsCreation() {
        Key key = key("counter");
        apply(b -> b.add(key, 1, Expiry.after(Duration.ofHours(1))).add(key, 1));
        assertEndsWithin(key, Duration.ofHours(1));
    }

    @Test
    void anEndGivenEarlierInTheBatchIsKept() {
        Key key = key("value");
        apply(b -> b.put(key, "1", Expiry.after(Duration.ofHours(1))).put(key, "2", Expiry.keep()));
        assertEndsWithin(key, Duration.ofHours(1));
        apply(b -> b.expire(key, NEVER).put(key, "3", Expiry.keep()));
        assertEndless(key);
    }

    @Test
    void collectionsSeeTheEarlierWritesOfTheBatch() {
        Key set = key("set");
        Key rank = key("rank");
        Key list = key("list");
        Key hash = key("hash");
        Commit.Applied applied = apply(b -> b.setAdd(set, bytes("a"), bytes("b"))
                .setRemove(set, bytes("a"), bytes("b"))
                .setAdd(set, bytes("b"))
                .rankAdd(rank, bytes("x"), 1)
                .rankAdd(rank, bytes("y"), 2)
                .rankTrim(rank, Order.FALLING, 1)
                .listPush(list, End.HEAD, bytes("1"), bytes("2"))
                .listTrim(list, End.HEAD, 1)
                .listSet(list, 0, bytes("3"))
                .hashPut(hash, bytes("f"), bytes("1"))
                .hashPut(hash, bytes("f"), bytes("2")));
        assertThat(applied.number(1)).isEqualTo(2);
        assertThat(applied.number(2)).isEqualTo(1);
        assertThat(applied.elements(5)).containsExactly(bytes("x"));
        assertThat(applied.elements(7)).containsExactly(bytes("1"));
        assertThat(applied.flag(8)).isTrue();
        assertThat(applied.flag(10)).isFalse();
        assertThat(store().members(set)).containsExactly(bytes("b"));
        assertThat(store().size(rank)).isEqualTo(1);
        assertThat(store().slice(list, 0, -1)).containsExactly(bytes("3"));
    }

    @ParameterizedTest
    @EnumSource(ValueType.class)
    void aKeyDeletedEarlierInTheBatchMayChangeItsType(ValueType type) {
        for (ValueType other : ValueType.values()) {
            Key key = key(type + "-to-" + other);
            apply(b -> Samples.create(b, key, type).expire(key, Expiry.after(Duration.ofHours(1))));
            apply(b -> Samples.create(b.delete(key), key, other));
            assertThat(store().type(key)).hasValue(other);
            assertEndless(key);
        }
    }

    @ParameterizedTest
    @EnumSource(ValueType.class)
    void aKeyEndedEarlierInTheBatchMayChangeItsType(ValueType type) {
        for (ValueType other : ValueType.values()) {
            Key key = key(type + "-to-" + other);
            apply(b -> Samples.create(b, key, type));
            Commit.Applied applied = apply(
                    b -> Samples.create(b.expire(key, LONG_PAST), key, other).delete(key));
            assertThat(applied.flag(0)).isTrue();
            assertThat(applied.flag(2)).isTrue();
        }
    }

    @Test
    void aValuePutWithAnEndInThePastIsNotSeenByLaterWrites() {
        Key key = key("value");
        Commit.Applied applied = apply(b -> b.put(key, "1", LONG_PAST).take(key).delete(key));
        assertThat(applied.value(1)).isEmpty();
        assertThat(applied.flag(2)).isFalse();
    }

    @Test
    void anEmptiedCollectionMayBeFilledAgainInTheBatch() {
        Key key = key("set");
        apply(b -> b.setAdd(key, bytes("a")).expire(key, Expiry.after(Duration.ofHours(1))));
        apply(b -> b.setRemove(key, bytes("a")).setAdd(key, bytes("b")));
        assertThat(store().members(key)).containsExactly(bytes("b"));
        assertEndless(key);
    }

    @Test
    void expireSeesWhetherTheBatchHasMadeTheKey() {
        Key key = key("value");
        Commit.Applied applied =
                apply(b -> b.expire(key, NEVER).put(key, "1", NEVER).expire(key, Expiry.after(Duration.ofHours(1))));
        assertThat(applied.flag(0)).isFalse();
        assertThat(applied.flag(2)).isTrue();
        assertEndsWithin(key, Duration.ofHours(1));
    }
}
