package dev.yorozu.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class BytesTest {
    @Test
    void theyKeepTheirOwnCopy() {
        byte[] source = {1, 2, 3};
        Bytes bytes = Bytes.of(source);
        source[0] = 9;
        bytes.toArray()[1] = 9;
        assertThat(bytes.toArray()).containsExactly(1, 2, 3);
    }

    @Test
    void aPartOfAnArrayIsEqualToACopyOfIt() {
        Bytes part = Bytes.wrap(new byte[] {0, 'a', 'b', 0}, 1, 2);
        assertThat(part)
                .isEqualTo(Bytes.of("ab"))
                .hasSameHashCodeAs(Bytes.of("ab"))
                .isEqualByComparingTo(Bytes.of("ab"));
        assertThat(part.text()).isEqualTo("ab");
        assertThat(part.at(1)).isEqualTo((byte) 'b');
        byte[] target = new byte[4];
        part.copyTo(target, 1);
        assertThat(target).containsExactly(0, 'a', 'b', 0);
        assertThatThrownBy(() -> part.at(2)).isInstanceOf(IndexOutOfBoundsException.class);
        assertThatThrownBy(() -> Bytes.wrap(new byte[3], 2, 2)).isInstanceOf(IndexOutOfBoundsException.class);
    }

    @Test
    void aPrefixComesFirstAndHighBytesLast() {
        assertThat(Bytes.of("a")).isLessThan(Bytes.of("ab")).isLessThan(Bytes.of(new byte[] {(byte) 0x80}));
        assertThat(Bytes.of("")).isLessThan(Bytes.of("\0"));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "-",
                "-0",
                "00",
                "007",
                "+1",
                " 1",
                "1 ",
                "1.0",
                "１",
                "9223372036854775808",
                "-9223372036854775809",
                "99999999999999999999",
                "18446744073709551616"
            })
    void whatIsNotTheDecimalFormIsNoNumber(String text) {
        assertThat(Bytes.of(text).number()).isEmpty();
    }

    @Test
    void aNumberIsReadFromAPartOfAnArray() {
        assertThat(Bytes.wrap(new byte[] {'9', '-', '4', '2', '9'}, 1, 3).number())
                .hasValue(-42);
    }

    @Test
    void theTextFormShowsOnlyTheLength() {
        assertThat(Bytes.of("secret")).hasToString("Bytes[6]");
    }
}
