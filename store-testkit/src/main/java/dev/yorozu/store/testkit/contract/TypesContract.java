package dev.yorozu.store.testkit.contract;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.yorozu.store.Batch;
import dev.yorozu.store.Expiry;
import dev.yorozu.store.Guard;
import dev.yorozu.store.Key;
import dev.yorozu.store.Read;
import dev.yorozu.store.StoreException.WrongType;
import dev.yorozu.store.ValueType;
import dev.yorozu.store.Write;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

abstract class TypesContract extends ContractFixture {
    private Key of(ValueType type) {
        Key key = key("of-" + type);
        apply(b -> Samples.create(b, key, type));
        return key;
    }

    @ParameterizedTest
    @EnumSource(ValueType.class)
    void everyReadOfAnotherTypeIsAFault(ValueType type) {
        Key key = of(type);
        for (ValueType other : ValueType.values()) {
            for (Read<?> read : Samples.reads(key, other)) {
                if (other == type) {
                    assertThat(store().read(read)).isNotNull();
                } else {
                    assertThatThrownBy(() -> store().read(read)).as("%s", read).isInstanceOf(WrongType.class);
                }
            }
        }
    }

    @ParameterizedTest
    @EnumSource(ValueType.class)
    void everyWriteOfAnotherTypeIsAFaultThatChangesNothing(ValueType type) {
        Key key = of(type);
        apply(b -> b.expire(key, Expiry.after(Duration.ofHours(1))));
        for (ValueType other : ValueType.values()) {
            for (Write write : other == type ? List.<Write>of() : Samples.writes(key, other)) {
                Batch batch = Batch.builder().write(write).build();
                assertThatThrownBy(() -> store().commit(batch)).as("%s", write).isInstanceOf(WrongType.class);
            }
        }
        assertThat(store().type(key)).hasValue(type);
        assertEndsWithin(key, Duration.ofHours(1));
    }

    @ParameterizedTest
    @EnumSource(ValueType.class)
    void everyGuardOfAnotherTypeIsAFault(ValueType type) {
        Key key = of(type);
        for (ValueType other : ValueType.values()) {
            for (Guard guard : Samples.guards(key, other)) {
                Batch batch = Batch.builder().require(guard).build();
                if (other == type) {
                    assertThat(store().commit(batch).applied()).isTrue();
                } else {
                    assertThatThrownBy(() -> store().commit(batch))
                            .as("%s", guard)
                            .isInstanceOf(WrongType.class);
                }
            }
        }
    }

    @Test
    void aStringHasNoSize() {
        Key key = of(ValueType.STRING);
        assertThatThrownBy(() -> store().size(key)).isInstanceOf(WrongType.class);
        assertFault(WrongType.class, b -> b.require(Guard.sizeBelow(key, 10)));
    }

    @ParameterizedTest
    @EnumSource(ValueType.class)
    void aKeyHasTheTypeOfItsValue(ValueType type) {
        assertThat(store().type(of(type))).hasValue(type);
    }

    @ParameterizedTest
    @EnumSource(ValueType.class)
    void writesThatOnlyRemoveAreFaultsToo(ValueType type) {
        Key key = of(type);
        Key text = key("text");
        apply(b -> b.put(text, "a string", NEVER));
        if (type != ValueType.STRING) {
            for (Write write : Samples.writes(text, type)) {
                Batch batch = Batch.builder().write(write).build();
                assertThatThrownBy(() -> store().commit(batch)).as("%s", write).isInstanceOf(WrongType.class);
            }
        } else {
            assertThat(apply(b -> b.take(key)).value(0)).isPresent();
        }
        assertValue(text, "a string");
    }

    @ParameterizedTest
    @EnumSource(ValueType.class)
    void aDeletedKeyMayComeBackAsAnyType(ValueType type) {
        for (ValueType other : ValueType.values()) {
            Key key = key(type + "-to-" + other);
            apply(b -> Samples.create(b, key, type));
            apply(b -> b.delete(key));
            apply(b -> Samples.create(b, key, other));
            assertThat(store().type(key)).hasValue(other);
        }
    }
}
