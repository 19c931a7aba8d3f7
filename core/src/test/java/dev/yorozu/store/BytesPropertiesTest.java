package dev.yorozu.store;

import static org.assertj.core.api.Assertions.assertThat;

import java.math.BigInteger;
import java.util.Arrays;
import java.util.OptionalLong;
import java.util.Random;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.RepetitionInfo;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Each repetition is another seed, so that a failure names the one to look at. */
final class BytesPropertiesTest {
    private static final int EACH = 200;

    @RepeatedTest(10)
    void theirOrderIsThatOfUnsignedBytes(RepetitionInfo repetition) {
        Random random = new Random(repetition.getCurrentRepetition());
        for (int i = 0; i < EACH; i++) {
            byte[] one = bytes(random);
            byte[] two = random.nextInt(4) == 0 ? one.clone() : bytes(random);
            int order = Bytes.of(one).compareTo(Bytes.of(two));
            assertThat(Integer.signum(order)).isEqualTo(Integer.signum(Arrays.compareUnsigned(one, two)));
            assertThat(Bytes.of(one).equals(Bytes.of(two))).isEqualTo(order == 0);
        }
    }

    @RepeatedTest(10)
    void everyNumberIsReadBackFromItsDecimalForm(RepetitionInfo repetition) {
        Random random = new Random(repetition.getCurrentRepetition());
        for (int i = 0; i < EACH; i++) {
            long number = random.nextLong() >> random.nextInt(64);
            assertThat(Bytes.of(number).number()).hasValue(number);
            assertThat(Bytes.of(number).text()).isEqualTo(Long.toString(number));
        }
    }

    @ParameterizedTest
    @ValueSource(longs = {0, 9, 10, -1, -9, -10, Long.MAX_VALUE, Long.MIN_VALUE})
    void theLastNumbersAreSpeltLikeAllOthers(long number) {
        assertThat(Bytes.of(number)).isEqualTo(Bytes.of(Long.toString(number)));
    }

    @RepeatedTest(10)
    void aNumberIsWhatADecimalFormWouldSpell(RepetitionInfo repetition) {
        Random random = new Random(repetition.getCurrentRepetition());
        for (int i = 0; i < EACH; i++) {
            String text = random.nextBoolean() ? digits(random) : nearTheBorder(random);
            assertThat(Bytes.of(text).number()).as(text).isEqualTo(expected(text));
        }
    }

    private static byte[] bytes(Random random) {
        byte[] bytes = new byte[random.nextInt(4)];
        random.nextBytes(bytes);
        return bytes;
    }

    private static String digits(Random random) {
        StringBuilder text = new StringBuilder();
        for (int length = random.nextInt(22); length > 0; length--) {
            text.append("01234567890123456789-+. ".charAt(random.nextInt(24)));
        }
        return text.toString();
    }

    private static String nearTheBorder(Random random) {
        BigInteger border = BigInteger.valueOf(random.nextBoolean() ? Long.MAX_VALUE : Long.MIN_VALUE);
        return border.add(BigInteger.valueOf(random.nextInt(41) - 20)).toString();
    }

    private static OptionalLong expected(String text) {
        if (!text.matches("0|-?[1-9][0-9]*")) {
            return OptionalLong.empty();
        }
        BigInteger number = new BigInteger(text);
        return number.bitLength() < Long.SIZE ? OptionalLong.of(number.longValueExact()) : OptionalLong.empty();
    }
}
