package dev.yorozu.store.testkit.history;

import dev.yorozu.store.Bytes;
import dev.yorozu.store.Key;
import dev.yorozu.store.Write;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;
import java.util.random.RandomGenerator;

/** JSON objects, whole and broken, and what is done to them. */
final class Amendments {
    /** The index of the key that usually holds an object. */
    static final int INDEX = 6;

    private static final List<String> OBJECTS = List.of(
            "{}",
            "{}",
            " { \t\r\n} ",
            "{\"a\":1}",
            "{\"a\":{},\"b\":2,\"c\":[]}",
            "{\"a\":{\"b\":{\"c\":{\"a\":1}},\"c\":\"}\"},\"b\":2}",
            "{ \"a\" : {\n\"b\"\t:\r1 , \"c\" : [ 1 , { \"a\" : 2 } ] } , \"c\" : -1.5E+10 }",
            "{\"c\":\"\\\"a\\\":1,\\\\\",\"a\\\"\":1,\"\\u0061\":2,\"b\":[\"]\",\"\\\\\"],\"a\":\"\\\\\\\"\"}",
            "{\"a\":1,\"b\":2,\"a\":{\"b\":3},\"b\":4}",
            "{\"\":0,\"A\":1,\"aa\":2,\"long_Name9\":true,\"b\":null}",
            "{\"名\":\"日本語\",\"b\":{\"é\":\"\0\",\"a\":[[[]]]}}",
            "[{\"a\":1}]",
            "\"a\"",
            "");

    /** What a single character is changed to. */
    private static final byte[] SPOILERS = "{}[]\",:\\ \t\n\u000b\0a1-.'/".getBytes(StandardCharsets.US_ASCII);

    private static final List<String> NAMES = List.of("a", "a", "b", "b", "c", "long_Name9");

    private static final List<Bytes> LITERALS = List.of(
            Bytes.of("0"),
            Bytes.of("-1.5e10"),
            Bytes.of("null"),
            Bytes.of("\"text\""),
            Bytes.of("\"q\\\"\\\\\""),
            Bytes.of("\"日本語\""),
            Bytes.of(new byte[] {'"', (byte) 0xff, (byte) 0xc3, 0, '"'}),
            Bytes.of("{}"),
            Bytes.of("{\"b\":{\"c\":1}, \"a\":2}"),
            Bytes.of("[1,{\"a\":2}]"));

    private Amendments() {}

    /** An object as it should be, as often one that was cut short or in which a byte is another. */
    static Bytes object(RandomGenerator random) {
        byte[] text = OBJECTS.get(random.nextInt(OBJECTS.size())).getBytes(StandardCharsets.UTF_8);
        int place = random.nextInt(text.length + 1);
        return switch (random.nextInt(6)) {
            case 0 -> Bytes.wrap(text, 0, place);
            case 1, 2 -> {
                if (place < text.length) {
                    text[place] = SPOILERS[random.nextInt(SPOILERS.length)];
                }
                yield Bytes.wrap(text);
            }
            default -> Bytes.wrap(text);
        };
    }

    static Write amend(Key key, Supplier<Key> counted, RandomGenerator random) {
        List<Write.Amend.Change> changes = new ArrayList<>();
        int count = random.nextInt(1, 5);
        for (int i = 0; i < count; i++) {
            Write.Amend.Change change = new Write.Amend.Change(path(random), source(counted, random));
            if (changes.stream().noneMatch(other -> overlap(other.path(), change.path()))) {
                changes.add(change);
            }
        }
        return new Write.Amend(key, changes);
    }

    /**
     * Leaves out amendments of keys that are written twice, and puts a literal for each tally that no earlier write of the
     * batch tells, as {@link dev.yorozu.store.Batch} asks for.
     */
    static void keepSound(List<Write> writes) {
        writes.removeIf(write -> write instanceof Write.Amend
                && writes.stream()
                                .filter(other -> other.key().equals(write.key()))
                                .count()
                        > 1);
        for (int i = 0; i < writes.size(); i++) {
            if (writes.get(i) instanceof Write.Amend amend) {
                List<Write> earlier = writes.subList(0, i);
                writes.set(
                        i,
                        new Write.Amend(
                                amend.key(),
                                amend.changes().stream()
                                        .map(change -> sound(change, earlier))
                                        .toList()));
            }
        }
    }

    private static Write.Amend.Change sound(Write.Amend.Change change, List<Write> earlier) {
        boolean sound = !(change.source() instanceof Write.Amend.Tally tally)
                || earlier.stream().anyMatch(write -> write.key().equals(tally.key()) && counts(write));
        return sound ? change : new Write.Amend.Change(change.path(), new Write.Amend.Literal(LITERALS.getFirst()));
    }

    private static boolean counts(Write write) {
        return switch (write.family()) {
            case COUNTER, SET, RANK, LIST, HASH -> true;
            case ANY, VALUE, THROTTLE -> false;
        };
    }

    private static List<String> path(RandomGenerator random) {
        int length = random.nextInt(3) == 0 ? random.nextInt(2, 5) : 1;
        return random.ints(length, 0, NAMES.size()).mapToObj(NAMES::get).toList();
    }

    private static boolean overlap(List<String> one, List<String> two) {
        int shared = Math.min(one.size(), two.size());
        return one.subList(0, shared).equals(two.subList(0, shared));
    }

    private static Write.Amend.Source source(Supplier<Key> counted, RandomGenerator random) {
        return random.nextBoolean()
                ? new Write.Amend.Tally(counted.get())
                : new Write.Amend.Literal(LITERALS.get(random.nextInt(LITERALS.size())));
    }
}
