package dev.yorozu.store.testkit.contract;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.yorozu.store.Bytes;
import dev.yorozu.store.Expiry;
import dev.yorozu.store.Key;
import dev.yorozu.store.Read;
import dev.yorozu.store.StoreException.WrongType;
import dev.yorozu.store.ValueType;
import java.time.Duration;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

abstract class SetsContract extends ContractFixture {
    @Test
    void addCountsTheNewMembers() {
        Key key = key("set");
        assertThat(apply(b -> b.setAdd(key, bytes("a"), bytes("b"))).number(0)).isEqualTo(2);
        assertThat(apply(b -> b.setAdd(key, bytes("b"), bytes("c"))).number(0)).isEqualTo(1);
        assertThat(apply(b -> b.setAdd(key, bytes("c"))).number(0)).isZero();
        assertThat(store().members(key)).containsExactlyInAnyOrder(bytes("a"), bytes("b"), bytes("c"));
        assertThat(store().size(key)).isEqualTo(3);
        assertThat(store().type(key)).hasValue(ValueType.SET);
    }

    @Test
    void aMemberNamedTwiceCountsOnce() {
        Key key = key("twice");
        assertThat(apply(b -> b.setAdd(key, bytes("a"), bytes("a"))).number(0)).isEqualTo(1);
        assertThat(apply(b -> b.setRemove(key, bytes("a"), bytes("a"))).number(0))
                .isEqualTo(1);
    }

    @Test
    void removeCountsTheMembersThatWereThere() {
        Key key = key("set");
        apply(b -> b.setAdd(key, bytes("a"), bytes("b"), bytes("c")));
        assertThat(apply(b -> b.setRemove(key, bytes("a"), bytes("x"))).number(0))
                .isEqualTo(1);
        assertThat(store().members(key)).containsExactlyInAnyOrder(bytes("b"), bytes("c"));
    }

    @Test
    void theSetIsGoneWithItsLastMember() {
        Key key = key("set");
        apply(b -> b.setAdd(key, bytes("a")));
        apply(b -> b.setRemove(key, bytes("a")));
        assertAbsent(key);
        assertThat(store().size(key)).isZero();
    }

    @Test
    void removingFromAnAbsentSetMakesNone() {
        Key key = key("absent");
        assertThat(apply(b -> b.setRemove(key, bytes("a"))).number(0)).isZero();
        assertAbsent(key);
    }

    @Test
    void membershipIsAskedOneByOne() {
        Key key = key("set");
        apply(b -> b.setAdd(key, bytes("a")));
        assertThat(store().read(new Read.IsMember(key, bytes("a")))).isTrue();
        assertThat(store().read(new Read.IsMember(key, bytes("A")))).isFalse();
        assertThat(store().read(new Read.IsMember(key("absent"), bytes("a")))).isFalse();
        assertThat(store().members(key("absent"))).isEmpty();
    }

    /** Asked so often that a store may have begun to remember. */
    private void assertMember(Key key, String member, boolean there) {
        for (int times = 0; times < 4; times++) {
            assertThat(store().read(new Read.IsMember(key, bytes(member)))).isEqualTo(there);
        }
    }

    @Test
    void whateverChangesASetIsSeenByWhoAsksForAMember() {
        Key key = key("changed");
        assertMember(key, "a", false);
        apply(b -> b.setAdd(key, bytes("a")));
        assertMember(key, "a", true);
        assertMember(key, "b", false);
        apply(b -> b.setAdd(key, bytes("b")));
        assertMember(key, "b", true);
        apply(b -> b.setRemove(key, bytes("a")));
        assertMember(key, "a", false);
        apply(b -> b.expire(key, Expiry.after(Duration.ofHours(1))));
        assertMember(key, "b", true);
        apply(b -> b.delete(key));
        assertMember(key, "b", false);
        apply(b -> b.setAdd(key, bytes("a")));
        assertMember(key, "b", false);
        apply(b -> b.put(key, "text", NEVER));
        assertThatThrownBy(() -> store().read(new Read.IsMember(key, bytes("a"))))
                .isInstanceOf(WrongType.class);
    }

    @Test
    void membersEndWithTheirSet() {
        Key key = key("short");
        apply(b -> b.setAdd(key, bytes("a")).expire(key, Expiry.after(Duration.ofHours(1))));
        assertMember(key, "a", true);
        apply(b -> b.expire(key, Expiry.after(Duration.ofMillis(60))));
        outlive(key, Duration.ofMillis(60));
        assertMember(key, "a", false);
    }

    @Test
    void numbersAndTextsAreDifferentMembersWhenTheirBytesDiffer() {
        Key key = key("numbers");
        apply(b -> b.setAdd(key, bytes("1"), bytes("01"), bytes("1.0"), bytes("-1"), bytes("")));
        assertThat(store().size(key)).isEqualTo(5);
        assertThat(store().read(new Read.IsMember(key, bytes("+1")))).isFalse();
        assertThat(store().read(new Read.IsMember(key, bytes("")))).isTrue();
    }

    @Test
    void aLargeSetIsWhole() {
        Key key = key("large");
        for (int page = 0; page < 10; page++) {
            int first = page * 100;
            apply(b -> b.setAdd(
                    key,
                    IntStream.range(first, first + 100)
                            .mapToObj(i -> bytes("member-" + i))
                            .toArray(Bytes[]::new)));
        }
        assertThat(store().members(key)).hasSize(1000).contains(bytes("member-0"), bytes("member-999"));
        assertThat(store().size(key)).isEqualTo(1000);
    }
}
