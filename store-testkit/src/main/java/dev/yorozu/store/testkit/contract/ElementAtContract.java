package dev.yorozu.store.testkit.contract;

import static org.assertj.core.api.Assertions.assertThat;

import dev.yorozu.store.Bytes;
import dev.yorozu.store.Found;
import dev.yorozu.store.Guard;
import dev.yorozu.store.Key;
import dev.yorozu.store.StoreException.WrongType;
import dev.yorozu.store.ValueType;
import dev.yorozu.store.Write.End;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** The guard that a list or sorted set has an element at a place. */
abstract class ElementAtContract extends ContractFixture {
    private static final List<String> ORDER = List.of("é", "b", "a");

    private Key list() {
        Key key = key("list");
        apply(b -> b.listPush(key, End.TAIL, bytes("é"), bytes("b"), bytes("a")));
        return key;
    }

    private Key ranks() {
        Key key = key("ranks");
        apply(b -> b.rankAdd(key, bytes("a"), 9).rankAdd(key, bytes("b"), 7).rankAdd(key, bytes("é"), -1));
        return key;
    }

    @Test
    void placesCountFromBothEnds() {
        for (Key key : List.of(list(), ranks())) {
            for (int place = 0; place < ORDER.size(); place++) {
                Bytes element = bytes(ORDER.get(place));
                int at = place;
                apply(b -> b.require(Guard.elementAt(key, at, element)));
                apply(b -> b.require(Guard.elementAt(key, at - ORDER.size(), element)));
            }
        }
    }

    @Test
    void anotherElementIsFound() {
        for (Key key : List.of(list(), ranks())) {
            assertThat(reject(
                            b -> b.require(Guard.elementAt(key, 0, bytes("b"))).delete(key)))
                    .isEqualTo(new Found.Value(bytes("é")));
            assertThat(reject(
                            b -> b.require(Guard.elementAt(key, -1, bytes("b"))).delete(key)))
                    .isEqualTo(new Found.Value(bytes("a")));
        }
    }

    @Test
    void aPlaceBeyondTheEndsHoldsNothing() {
        for (Key key : List.of(list(), ranks(), key("absent"))) {
            for (long place : new long[] {3, -4, 4, -5, Long.MAX_VALUE, Long.MIN_VALUE}) {
                assertThat(reject(b -> b.require(Guard.elementAt(key, place, bytes("a")))))
                        .isEqualTo(new Found.Nothing());
            }
        }
        assertThat(reject(b -> b.require(Guard.elementAt(key("absent"), 0, bytes("")))))
                .isEqualTo(new Found.Nothing());
    }

    @Test
    void whatWasSeenGoesWithAllThatBelongsToIt() {
        Key key = list();
        Key tokens = key("tokens");
        apply(b -> b.hashPut(tokens, bytes("é"), bytes("1")));
        apply(b -> b.require(Guard.elementAt(key, 0, bytes("é")))
                .listRemove(key, bytes("é"))
                .hashRemove(tokens, bytes("é")));
        assertThat(store().slice(key, 0, -1)).containsExactly(bytes("b"), bytes("a"));
        assertAbsent(tokens);
    }

    @ParameterizedTest
    @EnumSource(
            value = ValueType.class,
            names = {"LIST", "RANK"},
            mode = EnumSource.Mode.EXCLUDE)
    void anotherTypeIsAFault(ValueType type) {
        Key key = key("other");
        apply(b -> Samples.create(b, key, type));
        assertFault(WrongType.class, b -> b.require(Guard.elementAt(key, 0, bytes("a"))));
    }
}
