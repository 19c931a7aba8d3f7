package dev.yorozu.store.testkit.contract;

import static org.assertj.core.api.Assertions.assertThat;

import dev.yorozu.store.Bytes;
import dev.yorozu.store.Key;
import dev.yorozu.store.Read;
import dev.yorozu.store.Result;
import dev.yorozu.store.ValueType;
import dev.yorozu.store.Write.End;
import java.util.Optional;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

abstract class ValuesContract extends ContractFixture {
    @Test
    void whatWasPutIsFound() {
        Key key = key("value");
        assertThat(apply(b -> b.put(key, "hello", NEVER)).results()).containsExactly(new Result.Done());
        assertValue(key, "hello");
        assertThat(store().type(key)).hasValue(ValueType.STRING);
    }

    @Test
    void anAbsentKeyHasNoValueNoTypeAndNoLife() {
        Key key = key("absent");
        assertThat(store().get(key)).isEmpty();
        assertThat(store().type(key)).isEmpty();
        assertThat(store().remaining(key)).isEmpty();
        assertThat(store().read(new Read.Footprint(key))).isZero();
    }

    @Test
    void aLaterPutReplacesAnEarlierOne() {
        Key key = key("value");
        apply(b -> b.put(key, "first", NEVER));
        apply(b -> b.put(key, "second", NEVER));
        assertValue(key, "second");
    }

    @Test
    void putReplacesAValueOfAnyType() {
        for (ValueType type : ValueType.values()) {
            Key key = key("was-" + type);
            apply(b -> Samples.create(b, key, type));
            apply(b -> b.put(key, "now a string", NEVER));
            assertValue(key, "now a string");
        }
    }

    @Test
    void deleteSaysWhetherTheKeyWasThere() {
        for (ValueType type : ValueType.values()) {
            Key key = key("deleted-" + type);
            apply(b -> Samples.create(b, key, type));
            assertThat(apply(b -> b.delete(key)).flag(0)).isTrue();
            assertAbsent(key);
            assertThat(apply(b -> b.delete(key)).flag(0)).isFalse();
        }
    }

    @Test
    void takeGivesTheValueOnce() {
        Key key = key("once");
        apply(b -> b.put(key, "secret", NEVER));
        assertThat(apply(b -> b.take(key)).value(0)).hasValue(bytes("secret"));
        assertThat(apply(b -> b.take(key)).value(0)).isEmpty();
        assertAbsent(key);
    }

    @Test
    void allByteValuesSurvive() {
        byte[] all = new byte[256];
        for (int i = 0; i < all.length; i++) {
            all[i] = (byte) i;
        }
        Bytes value = Bytes.of(all);
        assertRoundTrip(value);
    }

    @Test
    void theEmptyValueIsAValue() {
        assertRoundTrip(Bytes.of(new byte[0]));
    }

    @Test
    void largeRandomValuesSurvive() {
        byte[] large = new byte[200_000];
        new Random(7).nextBytes(large);
        assertRoundTrip(Bytes.of(large));
    }

    private void assertRoundTrip(Bytes value) {
        Key key = key("bytes");
        Key set = key("bytes-set");
        Key rank = key("bytes-rank");
        Key list = key("bytes-list");
        Key hash = key("bytes-hash");
        apply(b -> b.put(key, value, NEVER)
                .setAdd(set, value)
                .rankAdd(rank, value, 1)
                .listPush(list, End.TAIL, value)
                .hashPut(hash, value, value));
        assertThat(store().get(key)).hasValue(value);
        assertThat(store().members(set)).containsExactly(value);
        assertThat(store().read(new Read.IsMember(set, value))).isTrue();
        assertThat(store().read(new Read.ScoreOf(rank, value))).hasValue(1);
        assertThat(store().slice(list, 0, -1)).containsExactly(value);
        assertThat(store().fields(hash)).containsEntry(value, value).hasSize(1);
        assertThat(store().read(new Read.Field(hash, value))).hasValue(value);
        assertThat(apply(b -> b.take(key)).value(0)).isEqualTo(Optional.of(value));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "日本語",
                "ключ",
                "🔑",
                "with space",
                "new\nline",
                "tab\t",
                "quo\"te'",
                "back\\slash",
                "nul\0",
                "é\u0301",
                "*?[a-z]^$",
                "%d%s",
                ",;=&|<>"
            })
    void keysMayHoldAnyTextWithoutBraces(String text) {
        Key key = Key.of(text + ":", partition() + text, ":" + text);
        apply(b -> b.put(key, text, NEVER));
        assertValue(key, text);
        assertThat(apply(b -> b.delete(key)).flag(0)).isTrue();
    }

    @Test
    void keysThatDifferOnlyInCaseOrWidthAreDifferentKeys() {
        apply(b -> b.put(key("a"), "1", NEVER).put(key("A"), "2", NEVER).put(key("ａ"), "3", NEVER));
        assertValue(key("a"), "1");
        assertValue(key("A"), "2");
        assertValue(key("ａ"), "3");
    }

    @Test
    void theFootprintGrowsWithTheValue() {
        Key small = key("small");
        Key large = key("large");
        apply(b -> b.put(small, "x", NEVER).put(large, "x".repeat(100_000), NEVER));
        long smallBytes = store().read(new Read.Footprint(small));
        assertThat(smallBytes).isPositive();
        assertThat(store().read(new Read.Footprint(large))).isGreaterThan(smallBytes + 50_000);
    }

    @Test
    void everyTypeHasAFootprint() {
        for (ValueType type : ValueType.values()) {
            Key key = key("footprint-" + type);
            apply(b -> Samples.create(b, key, type));
            assertThat(store().read(new Read.Footprint(key))).as("%s", type).isPositive();
        }
    }

    @Test
    void relaxedBatchesAreVisibleAtOnce() {
        Key key = key("relaxed");
        apply(b -> b.put(key, "seen", NEVER).relaxed());
        assertValue(key, "seen");
    }
}
