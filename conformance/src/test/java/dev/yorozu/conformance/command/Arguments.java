package dev.yorozu.conformance.command;

import dev.yorozu.store.Bytes;
import java.util.List;
import java.util.random.RandomGenerator;

/** What random commands are made of: few keys, so that they meet, and values at the borders of what they may be. */
final class Arguments {
    /** Each letter is a type that the keys with it mostly have. */
    static final List<String> TYPES = List.of("s", "n", "l", "t", "z", "h");

    static final int KEYS_OF_A_TYPE = 3;
    private static final int FOREIGN = 12;

    private static final List<Bytes> VALUES = List.of(
            Bytes.of(""),
            Bytes.of("a"),
            Bytes.of("b"),
            Bytes.of("c"),
            Bytes.of("ab"),
            Bytes.of("10"),
            Bytes.of("-5"),
            Bytes.of("1.5"),
            Bytes.of("01"),
            Bytes.of("line\r\nbreak"),
            Bytes.of("万屋"),
            Bytes.wrap(new byte[] {(byte) 0xff, 0, (byte) 0x80}),
            Bytes.of("x".repeat(200)),
            Bytes.of("9223372036854775807"));

    private static final List<String> INTEGERS = List.of(
            "0", "1", "2", "3", "5", "100", "-1", "-2", "-3", "-100", "9223372036854775807", "-9223372036854775808");
    private static final List<String> NO_INTEGERS =
            List.of("", "abc", "1.0", "+1", " 1", "-0", "007", "9223372036854775808", "1e3");
    private static final List<String> SCORES = List.of(
            "0",
            "1",
            "1",
            "2",
            "3",
            "-1",
            "1.5",
            "0.1",
            "3.14159265358979",
            "1e20",
            "1e-7",
            "123456789012345678",
            "inf",
            "-inf",
            "+inf",
            "Infinity",
            "0x10",
            ".5",
            "5.",
            "1E3",
            "1e17",
            "1e16",
            "-2.5e-5",
            "1e300",
            "1e308");
    private static final List<String> NO_SCORES =
            List.of("", "abc", "nan", "1e400", "1e-400", " 1", "1 ", "0x", "--1", "1e", "in");

    private final RandomGenerator random;
    private int lives;

    Arguments(RandomGenerator random) {
        this.random = random;
    }

    boolean oneIn(int many) {
        return random.nextInt(many) == 0;
    }

    int below(int bound) {
        return random.nextInt(bound);
    }

    <T> T of(List<T> all) {
        return all.get(random.nextInt(all.size()));
    }

    /** A key that mostly has this type, as do all with its letter. */
    String key(String letter) {
        return (oneIn(FOREIGN) ? of(TYPES) : letter) + random.nextInt(KEYS_OF_A_TYPE);
    }

    String anyKey() {
        return key(of(TYPES));
    }

    Bytes value() {
        return of(VALUES);
    }

    /** One of few, so that it is often there already. */
    Bytes member() {
        return oneIn(4) ? value() : Bytes.of("m" + random.nextInt(8));
    }

    String integer() {
        return of(oneIn(8) ? NO_INTEGERS : INTEGERS);
    }

    /** A number of elements, none so large that Redis would be at it for hours. */
    String count() {
        return oneIn(8) ? of(NO_INTEGERS) : Integer.toString(random.nextInt(9) - 3);
    }

    String score() {
        return of(oneIn(10) ? NO_SCORES : SCORES);
    }

    String border() {
        String score = oneIn(8) ? of(List.of("-inf", "+inf", "", "(")) : score();
        return oneIn(3) ? "(" + score : score;
    }

    Bytes lexBorder() {
        if (oneIn(3)) {
            return Bytes.of(of(List.of("-", "+", "", "a", "[", "(", "+x")));
        }
        return Bytes.of((oneIn(2) ? "[" : "(") + "m" + random.nextInt(8));
    }

    /**
     * A life in seconds that no other call of this run is given: two that are the same would end in the same millisecond, or
     * not, as it happens.
     */
    long life() {
        return 1000 + 10 * (lives++ * 7919L % 1_000_003);
    }
}
