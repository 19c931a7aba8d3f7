package dev.yorozu.store.testkit.contract;

import static org.assertj.core.api.Assertions.assertThat;

import dev.yorozu.store.Commit;
import dev.yorozu.store.Found;
import dev.yorozu.store.Guard;
import dev.yorozu.store.Key;
import dev.yorozu.store.StoreException.NotANumber;
import dev.yorozu.store.StoreException.WrongType;
import dev.yorozu.store.ValueType;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

abstract class GuardsContract extends ContractFixture {
    private Key withValue(String value) {
        Key key = key("guarded");
        apply(b -> b.put(key, value, NEVER));
        return key;
    }

    @Test
    void absentHoldsWhereNothingIs() {
        Key key = key("guarded");
        apply(b -> b.require(Guard.absent(key)).put(key, "mine", NEVER));
        assertValue(key, "mine");
    }

    @Test
    void absentFindsTheStringThatIsThere() {
        Key key = withValue("there");
        assertThat(reject(b -> b.require(Guard.absent(key)).put(key, "mine", NEVER)))
                .isEqualTo(new Found.Value(bytes("there")));
        assertValue(key, "there");
    }

    @ParameterizedTest
    @EnumSource(value = ValueType.class, names = "STRING", mode = EnumSource.Mode.EXCLUDE)
    void absentFindsACollectionByItsType(ValueType type) {
        Key key = key("collection");
        apply(b -> Samples.create(b, key, type));
        assertThat(reject(b -> b.require(Guard.absent(key)))).isEqualTo(new Found.Collection(type));
    }

    @ParameterizedTest
    @EnumSource(ValueType.class)
    void presentHoldsForEveryType(ValueType type) {
        Key key = key("present");
        apply(b -> Samples.create(b, key, type));
        apply(b -> b.require(Guard.present(key)).put(key("other"), "done", NEVER));
        assertValue(key("other"), "done");
    }

    @Test
    void presentFindsNothing() {
        assertThat(reject(b -> b.require(Guard.present(key("guarded"))).put(key("guarded"), "mine", NEVER)))
                .isEqualTo(new Found.Nothing());
        assertAbsent(key("guarded"));
    }

    @Test
    void equalToHoldsForExactlyTheValue() {
        Key key = withValue("1");
        apply(b -> b.require(Guard.equalTo(key, "1")).put(key, "2", NEVER));
        assertValue(key, "2");
        for (String other : new String[] {"1", "02", "2 ", "", "2.0"}) {
            assertThat(reject(b -> b.require(Guard.equalTo(key, other)).delete(key)))
                    .isEqualTo(new Found.Value(bytes("2")));
        }
        assertValue(key, "2");
    }

    @Test
    void equalToTellsAnEmptyValueFromNone() {
        assertThat(reject(b -> b.require(Guard.equalTo(key("guarded"), "")))).isEqualTo(new Found.Nothing());
        Key key = withValue("");
        apply(b -> b.require(Guard.equalTo(key, "")).put(key("other"), "done", NEVER));
        assertThat(reject(b -> b.require(Guard.equalTo(key, "x")))).isEqualTo(new Found.Value(bytes("")));
    }

    @Test
    void memberHoldsForMembersOnly() {
        Key key = key("set");
        apply(b -> b.setAdd(key, bytes("a")));
        apply(b -> b.require(Guard.member(key, bytes("a"))).setAdd(key, bytes("b")));
        assertThat(reject(b -> b.require(Guard.member(key, bytes("x"))).delete(key)))
                .isEqualTo(new Found.Nothing());
        assertThat(reject(b -> b.require(Guard.member(key("absent"), bytes("a")))))
                .isEqualTo(new Found.Nothing());
        assertThat(store().size(key)).isEqualTo(2);
    }

    @Test
    void notMemberFindsTheMembership() {
        Key key = key("set");
        apply(b -> b.require(Guard.notMember(key, bytes("a"))).setAdd(key, bytes("a")));
        assertThat(reject(b -> b.require(Guard.notMember(key, bytes("a"))).delete(key)))
                .isEqualTo(new Found.Membership());
        apply(b -> b.require(Guard.notMember(key, bytes("b"))).setAdd(key, bytes("b")));
        assertThat(store().size(key)).isEqualTo(2);
    }

    @ParameterizedTest
    @EnumSource(value = ValueType.class, names = "STRING", mode = EnumSource.Mode.EXCLUDE)
    void sizeBelowFindsTheSize(ValueType type) {
        Key key = key("sized");
        apply(b -> b.require(Guard.sizeBelow(key, 1)).put(key("empty"), "was below one", NEVER));
        apply(b -> Samples.create(b, key, type));
        apply(b -> b.require(Guard.sizeBelow(key, 2)).put(key("one"), "was below two", NEVER));
        assertThat(reject(b -> b.require(Guard.sizeBelow(key, 1)).delete(key))).isEqualTo(new Found.Size(1));
        assertThat(reject(b -> b.require(Guard.sizeBelow(key, 0)).delete(key))).isEqualTo(new Found.Size(1));
        assertThat(reject(b -> b.require(Guard.sizeBelow(key, Long.MIN_VALUE)))).isEqualTo(new Found.Size(1));
        apply(b -> b.require(Guard.sizeBelow(key, Long.MAX_VALUE)).delete(key));
    }

    @Test
    void nothingIsFewerThanNone() {
        assertThat(reject(b -> b.require(Guard.sizeBelow(key("absent"), 0)))).isEqualTo(new Found.Size(0));
    }

    @Test
    void atLeastHoldsFromTheBoundOn() {
        Key key = withValue("42");
        for (long bound : new long[] {42, 41, 0, -42, -43, Long.MIN_VALUE}) {
            apply(b -> b.require(Guard.atLeast(key, bound)).add(key("passed"), 1));
        }
        for (long bound : new long[] {43, 100, Long.MAX_VALUE}) {
            assertThat(reject(b -> b.require(Guard.atLeast(key, bound)).add(key("passed"), 1)))
                    .isEqualTo(new Found.Value(bytes("42")));
        }
        assertValue(key("passed"), "6");
    }

    @ParameterizedTest
    @CsvSource({
        "-5, -5, true",
        "-5, -4, false",
        "-5, -6, true",
        "-5, 4, false",
        "-10, -9, false",
        "-9, -10, true",
        "9, 10, false",
        "0, 0, true",
        "9007199254740993, 9007199254740992, true",
        "9007199254740992, 9007199254740993, false",
        "-9007199254740993, -9007199254740992, false",
        "9223372036854775807, 9223372036854775807, true",
        "9223372036854775806, 9223372036854775807, false",
        "-9223372036854775808, -9223372036854775807, false",
        "-9223372036854775808, -9223372036854775808, true"
    })
    void countsAreComparedExactly(String count, long bound, boolean holds) {
        Key key = withValue(count);
        assertThat(commit(b -> b.require(Guard.atLeast(key, bound))).applied()).isEqualTo(holds);
    }

    @Test
    void anAbsentCountIsZero() {
        Key key = key("absent");
        apply(b -> b.require(Guard.atLeast(key, 0)).require(Guard.atLeast(key, -1)));
        assertThat(reject(b -> b.require(Guard.atLeast(key, 1)))).isEqualTo(new Found.Nothing());
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"", "x", "01", "-0", "+1", " 1", "1.0", "1e3", "9223372036854775808", "-9223372036854775809"})
    void atLeastOfWhatIsNoNumberIsAFault(String value) {
        Key key = withValue(value);
        assertFault(NotANumber.class, b -> b.require(Guard.atLeast(key, Long.MIN_VALUE)));
        assertFault(NotANumber.class, b -> b.require(Guard.atLeast(key, 1)).delete(key));
        assertValue(key, value);
    }

    @Test
    void theFirstFailedGuardIsNamed() {
        Key there = withValue("there");
        Key missing = key("missing");
        Commit commit = commit(b -> b.require(Guard.present(there))
                .require(Guard.equalTo(there, "there"))
                .require(Guard.present(missing))
                .require(Guard.absent(there))
                .put(missing, "written", NEVER));
        assertThat(commit).isEqualTo(new Commit.Rejected(2, Guard.present(missing), new Found.Nothing()));
        assertAbsent(missing);
    }

    @Test
    void aBatchOfGuardsAloneGivesNoResults() {
        Key key = withValue("there");
        assertThat(apply(b -> b.require(Guard.present(key))).results()).isEmpty();
    }

    @Test
    void guardsSeeTheStateBeforeTheBatch() {
        Key key = key("guarded");
        apply(b -> b.require(Guard.absent(key)).put(key, "1", NEVER).put(key, "2", NEVER));
        apply(b -> b.delete(key).require(Guard.equalTo(key, "2")));
        assertAbsent(key);
    }

    @Test
    void aRejectionComesBeforeAnyFaultOfTheWrites() {
        Key set = key("set");
        Key text = key("text");
        apply(b -> b.setAdd(set, bytes("a")).put(text, "no number", NEVER));
        assertThat(reject(b -> b.require(Guard.absent(set)).add(set, 1).add(text, 1)))
                .isEqualTo(new Found.Collection(ValueType.SET));
    }

    @Test
    void aFailedGuardBeforeAFaultyOneRejects() {
        Key set = key("set");
        apply(b -> b.setAdd(set, bytes("a")));
        assertThat(reject(b -> b.require(Guard.absent(set)).require(Guard.equalTo(set, "x"))))
                .isEqualTo(new Found.Collection(ValueType.SET));
        assertFault(WrongType.class, b -> b.require(Guard.equalTo(set, "x")).require(Guard.absent(set)));
    }

    @Test
    void guardsThatHoldDoNotHideAFaultOfTheWrites() {
        Key text = withValue("no number");
        assertFault(NotANumber.class, b -> b.require(Guard.present(text)).add(text, 1));
    }

    @Test
    void aRejectedBatchWithManyWritesLeavesEverythingAsItWas() {
        Key text = withValue("old");
        Key set = key("set");
        apply(b -> b.setAdd(set, bytes("a")));
        reject(b -> b.require(Guard.absent(text))
                .put(text, "new", NEVER)
                .delete(set)
                .add(key("counter"), 1)
                .rankAdd(key("rank"), bytes("m"), 1));
        assertValue(text, "old");
        assertThat(store().members(set)).containsExactly(bytes("a"));
        assertAbsent(key("counter"));
        assertAbsent(key("rank"));
    }
}
