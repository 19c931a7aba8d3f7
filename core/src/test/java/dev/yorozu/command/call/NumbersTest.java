package dev.yorozu.command.call;

import static org.assertj.core.api.Assertions.assertThat;

import dev.yorozu.store.Bytes;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class NumbersTest {
    @ParameterizedTest
    @CsvSource({
        "0, 0",
        "7, 7",
        "000000012345, 12345",
        "999999999999999, 999999999999999",
        "9007199254740993, 9007199254740992",
        "00000000000000000000000000000000000001, 1",
        "-3, -3",
        "+1.5e2, 150",
        "0e9, 0",
        "0x1p4, 16",
        "INF, Infinity",
        "-infinity, -Infinity"
    })
    void textsThatCReadsAsNumbersAreThose(String text, double number) {
        assertThat(Numbers.real(Bytes.of(text))).hasValue(number);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", " 1", "1 ", "1:", "/1", "1e400", "1e-400", "nan", "e1", "0x", "--1"})
    void otherTextsAndWhatADoubleCannotHoldAreNoNumbers(String text) {
        assertThat(Numbers.real(Bytes.of(text))).isEmpty();
    }
}
