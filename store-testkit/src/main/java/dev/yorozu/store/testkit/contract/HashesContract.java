package dev.yorozu.store.testkit.contract;

import static org.assertj.core.api.Assertions.assertThat;

import dev.yorozu.store.Key;
import dev.yorozu.store.Read;
import dev.yorozu.store.ValueType;
import java.util.Map;
import org.junit.jupiter.api.Test;

abstract class HashesContract extends ContractFixture {
    @Test
    void putSaysWhetherTheFieldIsNew() {
        Key key = key("hash");
        assertThat(apply(b -> b.hashPut(key, bytes("f"), bytes("1"))).flag(0)).isTrue();
        assertThat(apply(b -> b.hashPut(key, bytes("f"), bytes("2"))).flag(0)).isFalse();
        assertThat(apply(b -> b.hashPut(key, bytes("g"), bytes(""))).flag(0)).isTrue();
        assertThat(store().fields(key)).isEqualTo(Map.of(bytes("f"), bytes("2"), bytes("g"), bytes("")));
        assertThat(store().size(key)).isEqualTo(2);
        assertThat(store().type(key)).hasValue(ValueType.HASH);
    }

    @Test
    void aFieldIsReadByItsName() {
        Key key = key("hash");
        apply(b -> b.hashPut(key, bytes("f"), bytes("1")));
        assertThat(store().read(new Read.Field(key, bytes("f")))).hasValue(bytes("1"));
        assertThat(store().read(new Read.Field(key, bytes("F")))).isEmpty();
        assertThat(store().read(new Read.Field(key("absent"), bytes("f")))).isEmpty();
        assertThat(store().fields(key("absent"))).isEmpty();
    }

    @Test
    void anEmptyValueIsNotAMissingField() {
        Key key = key("hash");
        apply(b -> b.hashPut(key, bytes(""), bytes("")));
        assertThat(store().read(new Read.Field(key, bytes("")))).hasValue(bytes(""));
    }

    @Test
    void removeCountsTheFieldsThatWereThere() {
        Key key = key("hash");
        apply(b -> b.hashPut(key, bytes("a"), bytes("1")).hashPut(key, bytes("b"), bytes("2")));
        assertThat(apply(b -> b.hashRemove(key, bytes("a"), bytes("a"), bytes("x")))
                        .number(0))
                .isEqualTo(1);
        assertThat(store().fields(key)).containsOnlyKeys(bytes("b"));
    }

    @Test
    void theHashIsGoneWithItsLastField() {
        Key key = key("hash");
        apply(b -> b.hashPut(key, bytes("a"), bytes("1")));
        assertThat(apply(b -> b.hashRemove(key, bytes("a"))).number(0)).isEqualTo(1);
        assertAbsent(key);
        assertThat(apply(b -> b.hashRemove(key, bytes("a"))).number(0)).isZero();
        assertAbsent(key);
    }

    @Test
    void aLargeHashIsWhole() {
        Key key = key("large");
        for (int page = 0; page < 6; page++) {
            int first = page * 100;
            apply(b -> {
                for (int i = first; i < first + 100; i++) {
                    b.hashPut(key, bytes("field-" + i), bytes("value-" + i));
                }
                return b;
            });
        }
        assertThat(store().fields(key)).hasSize(600).containsEntry(bytes("field-599"), bytes("value-599"));
    }
}
