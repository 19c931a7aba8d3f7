package dev.yorozu.store.testkit.contract;

import static org.assertj.core.api.Assertions.assertThat;

import dev.yorozu.store.Bytes;
import dev.yorozu.store.Expiry;
import dev.yorozu.store.Key;
import dev.yorozu.store.ValueType;
import dev.yorozu.store.Write.End;
import java.time.Duration;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

abstract class ListsContract extends ContractFixture {
    private Key list(String elements) {
        Key key = key("list");
        apply(b -> b.listPush(
                key,
                End.TAIL,
                elements.chars().mapToObj(c -> bytes("" + (char) c)).toArray(Bytes[]::new)));
        return key;
    }

    private String slice(Key key, long start, long stop) {
        return store().slice(key, start, stop).stream().map(Bytes::text).collect(Collectors.joining());
    }

    /** Trims the list, and says what went. */
    private String trimmed(Key key, End end, long keep) {
        return apply(b -> b.listTrim(key, end, keep)).elements(0).stream()
                .map(Bytes::text)
                .collect(Collectors.joining());
    }

    private void assertList(Key key, String elements) {
        assertThat(slice(key, 0, -1)).isEqualTo(elements);
        assertThat(store().size(key)).isEqualTo(elements.length());
    }

    @Test
    void pushesGoOneAfterTheOtherToTheirEnd() {
        Key key = key("pushed");
        assertThat(apply(b -> b.listPush(key, End.TAIL, bytes("a"), bytes("b"))).number(0))
                .isEqualTo(2);
        assertThat(apply(b -> b.listPush(key, End.HEAD, bytes("c"), bytes("d"))).number(0))
                .isEqualTo(4);
        assertList(key, "dcab");
        assertThat(store().type(key)).hasValue(ValueType.LIST);
    }

    @Test
    void equalElementsAreKeptApart() {
        assertList(list("aaa"), "aaa");
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
    void indexesMayBeNegativeAndOutOfRange(long start, long stop, String expected) {
        assertThat(slice(list("abcde"), start, stop)).isEqualTo(expected);
    }

    @Test
    void anAbsentListIsEmpty() {
        assertThat(store().slice(key("absent"), 0, -1)).isEmpty();
        assertThat(store().size(key("absent"))).isZero();
    }

    @Test
    void trimKeepsSoManyAtTheEnd() {
        Key key = list("abcdef");
        assertThat(trimmed(key, End.HEAD, 5)).isEqualTo("f");
        assertList(key, "abcde");
        assertThat(trimmed(key, End.TAIL, 3)).isEqualTo("ab");
        assertList(key, "cde");
        assertThat(trimmed(key, End.TAIL, 3)).isEmpty();
        assertThat(trimmed(key, End.HEAD, 9)).isEmpty();
        assertThat(trimmed(key, End.HEAD, Long.MAX_VALUE)).isEmpty();
        assertThat(trimmed(key, End.TAIL, Long.MAX_VALUE)).isEmpty();
        assertList(key, "cde");
        assertThat(trimmed(key, End.TAIL, 1)).isEqualTo("cd");
        assertList(key, "e");
    }

    @Test
    void trimToNothingRemovesTheList() {
        for (End end : End.values()) {
            Key key = list("abc");
            assertThat(trimmed(key, end, 0)).isEqualTo("abc");
            assertAbsent(key);
            assertThat(trimmed(key, end, 0)).isEmpty();
            assertAbsent(key);
        }
    }

    @Test
    void whatATrimRemovedComesFromTheHeadOn() {
        Key key = list("abcdefgh");
        assertThat(trimmed(key, End.HEAD, 5)).isEqualTo("fgh");
        assertThat(trimmed(key, End.HEAD, 1)).isEqualTo("bcde");
        apply(b -> b.listPush(key, End.HEAD, bytes("y"), bytes("x")));
        assertThat(trimmed(key, End.TAIL, 1)).isEqualTo("xy");
        assertList(key, "a");
    }

    @Test
    void anElementIsReplacedByItsIndex() {
        Key key = list("abc");
        assertThat(apply(b -> b.listSet(key, 0, bytes("x"))).flag(0)).isTrue();
        assertThat(apply(b -> b.listSet(key, -1, bytes("z"))).flag(0)).isTrue();
        assertThat(apply(b -> b.listSet(key, -2, bytes("y"))).flag(0)).isTrue();
        assertList(key, "xyz");
    }

    @Test
    void anIndexOutsideTheListReplacesNothing() {
        Key key = list("abc");
        for (long index : new long[] {3, -4, Long.MAX_VALUE, Long.MIN_VALUE}) {
            assertThat(apply(b -> b.listSet(key, index, bytes("x"))).flag(0)).isFalse();
        }
        assertList(key, "abc");
        assertThat(apply(b -> b.listSet(key("absent"), 0, bytes("x"))).flag(0)).isFalse();
        assertAbsent(key("absent"));
    }

    @Test
    void removeTakesTheFirstEqualElementFromTheHead() {
        Key key = list("abcabc");
        assertThat(apply(b -> b.listRemove(key, bytes("c"))).flag(0)).isTrue();
        assertList(key, "ababc");
        assertThat(apply(b -> b.listRemove(key, bytes("x"))).flag(0)).isFalse();
        assertList(key, "ababc");
    }

    @Test
    void replaceChangesTheFirstEqualElementInItsPlace() {
        Key key = list("abcabc");
        assertThat(apply(b -> b.listReplace(key, bytes("c"), bytes("x"))).flag(0))
                .isTrue();
        assertList(key, "abxabc");
        assertThat(apply(b -> b.listReplace(key, bytes("c"), bytes("y"))).flag(0))
                .isTrue();
        assertList(key, "abxaby");
        assertThat(apply(b -> b.listReplace(key, bytes("c"), bytes("z"))).flag(0))
                .isFalse();
        assertList(key, "abxaby");
    }

    @Test
    void replaceComparesAndKeepsAnyBytes() {
        Key key = key("bytes");
        Bytes odd = Bytes.of(new byte[] {(byte) 0xff, 0, '\r', '\n'});
        Bytes odder = Bytes.of(new byte[] {(byte) 0x80, (byte) 0xc3});
        apply(b -> b.listPush(key, End.TAIL, bytes(""), odd, bytes("1"), bytes("01")));
        assertThat(apply(b -> b.listReplace(key, odd, odder)).flag(0)).isTrue();
        assertThat(apply(b -> b.listReplace(key, bytes("01"), bytes(""))).flag(0))
                .isTrue();
        assertThat(apply(b -> b.listReplace(key, bytes(""), bytes("first"))).flag(0))
                .isTrue();
        assertThat(store().slice(key, 0, -1)).containsExactly(bytes("first"), odder, bytes("1"), bytes(""));
    }

    @Test
    void replaceByTheSameIsAReplacementToo() {
        Key key = list("ab");
        assertThat(apply(b -> b.listReplace(key, bytes("b"), bytes("b"))).flag(0))
                .isTrue();
        assertList(key, "ab");
    }

    @Test
    void replaceMakesNoListAndLeavesTheEndAsItIs() {
        assertThat(apply(b -> b.listReplace(key("absent"), bytes("a"), bytes("b")))
                        .flag(0))
                .isFalse();
        assertAbsent(key("absent"));
        Key key = list("ab");
        apply(b -> b.expire(key, Expiry.after(Duration.ofHours(1))));
        apply(b -> b.listReplace(key, bytes("a"), bytes("x")));
        assertEndsWithin(key, Duration.ofHours(1));
    }

    @Test
    void theListIsGoneWithItsLastElement() {
        Key key = list("a");
        assertThat(apply(b -> b.listRemove(key, bytes("a"))).flag(0)).isTrue();
        assertAbsent(key);
        assertThat(apply(b -> b.listRemove(key, bytes("a"))).flag(0)).isFalse();
        assertAbsent(key);
    }

    @Test
    void aLongListIsWhole() {
        Key key = key("long");
        for (int page = 0; page < 6; page++) {
            int first = page * 100;
            apply(b -> b.listPush(
                    key,
                    End.TAIL,
                    IntStream.range(first, first + 100)
                            .mapToObj(i -> bytes("element-" + i))
                            .toArray(Bytes[]::new)));
        }
        assertThat(store().slice(key, 0, -1)).hasSize(600);
        assertThat(store().slice(key, 345, 345)).containsExactly(bytes("element-345"));
        apply(b -> b.listRemove(key, bytes("element-300")).listPush(key, End.HEAD, bytes("first")));
        assertThat(store().slice(key, 300, 301)).containsExactly(bytes("element-299"), bytes("element-301"));
        List<Bytes> removed = apply(b -> b.listTrim(key, End.HEAD, 100)).elements(0);
        assertThat(removed).hasSize(500).startsWith(bytes("element-99")).endsWith(bytes("element-599"));
        assertThat(store().slice(key, -1, -1)).containsExactly(bytes("element-98"));
    }
}
