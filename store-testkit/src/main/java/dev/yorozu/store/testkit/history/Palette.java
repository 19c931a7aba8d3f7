package dev.yorozu.store.testkit.history;

import dev.yorozu.store.Bytes;
import java.util.List;
import java.util.random.RandomGenerator;

/** The few values that histories are made of: few, so that they meet; odd, so that it matters when they do. */
final class Palette {
    private static final List<Bytes> MEMBERS = List.of(
            Bytes.of("a"),
            Bytes.of("b"),
            Bytes.of("c"),
            Bytes.of(""),
            Bytes.of("10"),
            Bytes.of("9"),
            Bytes.of(new byte[] {(byte) 0xff, 0, '\r', '\n'}),
            Bytes.of(new byte[] {(byte) 0x80}));

    private static final List<String> VALUES = List.of(
            "",
            "0",
            "1",
            "-1",
            "42",
            "007",
            "+1",
            " 1",
            "1 ",
            "-0",
            "1.0",
            "1e3",
            "abc",
            "true",
            "nil",
            "9223372036854775807",
            "-9223372036854775808",
            "9223372036854775806",
            "9223372036854775808",
            "9007199254740993",
            "12345678901234567890",
            "a\0b",
            "日本語");

    private static final double[] SCORES = {
        0,
        -0.0,
        1,
        1,
        2,
        3,
        -1,
        0.1,
        1.0 / 3,
        1e300,
        -1e300,
        Double.MIN_VALUE,
        Double.MAX_VALUE,
        9007199254740993.0,
        Double.POSITIVE_INFINITY,
        Double.NEGATIVE_INFINITY,
        1731672000123.0
    };

    private static final long[] DELTAS = {
        0, 1, 1, 1, -1, -1, 2, 100, Long.MAX_VALUE, -Long.MAX_VALUE, 9007199254740993L, -9007199254740993L
    };

    private static final long[] POSITIONS = {
        0, 0, 1, 2, 3, -1, -1, -2, -3, 5, -5, 100, -100, Long.MAX_VALUE, Long.MIN_VALUE
    };

    private Palette() {}

    static Bytes member(RandomGenerator random) {
        return MEMBERS.get(random.nextInt(MEMBERS.size()));
    }

    static List<Bytes> members(RandomGenerator random) {
        return random.ints(random.nextInt(1, 4), 0, MEMBERS.size())
                .mapToObj(MEMBERS::get)
                .toList();
    }

    static Bytes value(RandomGenerator random) {
        if (random.nextInt(20) == 0) {
            byte[] bytes = new byte[random.nextInt(3000)];
            random.nextBytes(bytes);
            return Bytes.wrap(bytes);
        }
        // The first few come more often, so that guards find what they ask for.
        return Bytes.of(VALUES.get(random.nextInt(random.nextBoolean() ? 3 : VALUES.size())));
    }

    static double score(RandomGenerator random) {
        return SCORES[random.nextInt(random.nextBoolean() ? 5 : SCORES.length)];
    }

    static long delta(RandomGenerator random) {
        return DELTAS[random.nextInt(DELTAS.length)];
    }

    static long position(RandomGenerator random) {
        return POSITIONS[random.nextInt(POSITIONS.length)];
    }

    static <E extends Enum<E>> E choice(RandomGenerator random, Class<E> type) {
        E[] constants = type.getEnumConstants();
        return constants[random.nextInt(constants.length)];
    }
}
