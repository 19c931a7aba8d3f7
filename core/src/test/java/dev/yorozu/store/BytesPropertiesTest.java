package dev.yorozu.store;

import static org.assertj.core.api.Assertions.assertThat;

import java.math.BigInteger;
import java.util.Arrays;
import java.util.OptionalLong;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;

final class BytesPropertiesTest {
    @Property
    void theirOrderIsThatOfUnsignedBytes(@ForAll byte[] one, @ForAll byte[] two) {
        int order = Bytes.of(one).compareTo(Bytes.of(two));
        assertThat(Integer.signum(order)).isEqualTo(Integer.signum(Arrays.compareUnsigned(one, two)));
        assertThat(Bytes.of(one).equals(Bytes.of(two))).isEqualTo(order == 0);
    }

    @Property
    void everyNumberIsReadBackFromItsDecimalForm(@ForAll long number) {
        assertThat(Bytes.of(number).number()).hasValue(number);
    }

    @Property
    void aNumberIsWhatADecimalFormWouldSpell(@ForAll("almostNumbers") String text) {
        assertThat(Bytes.of(text).number()).isEqualTo(expected(text));
    }

    @Provide
    Arbitrary<String> almostNumbers() {
        Arbitrary<String> digits =
                Arbitraries.strings().withChars("0123456789-+. ").ofMaxLength(21);
        Arbitrary<String> nearTheBorder = Arbitraries.longs()
                .between(-20, 20)
                .flatMap(distance -> Arbitraries.of("9223372036854775807", "-9223372036854775808")
                        .map(border -> new BigInteger(border)
                                .add(BigInteger.valueOf(distance))
                                .toString()));
        return Arbitraries.oneOf(digits, nearTheBorder);
    }

    private static OptionalLong expected(String text) {
        if (!text.matches("0|-?[1-9][0-9]*")) {
            return OptionalLong.empty();
        }
        BigInteger number = new BigInteger(text);
        return number.bitLength() < Long.SIZE ? OptionalLong.of(number.longValueExact()) : OptionalLong.empty();
    }
}
