package dev.yorozu.store.redis;

import dev.yorozu.store.Batch;
import dev.yorozu.store.Bytes;
import dev.yorozu.store.Expiry;
import dev.yorozu.store.Guard;
import dev.yorozu.store.Key;
import dev.yorozu.store.Order;
import dev.yorozu.store.Write;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;

/**
 * Reads the arguments that {@link Script} and {@link Step} write. Throws {@link IllegalArgumentException} or {@link
 * ArithmeticException} for any others.
 */
final class ScriptArguments {
    private final List<Key> keys;
    private final List<Bytes> arguments;
    private int next;

    ScriptArguments(List<Key> keys, List<Bytes> arguments) {
        this.keys = together(keys);
        this.arguments = arguments;
    }

    /**
     * The same keys in one partition. Which one they were in is not said, but all had it in their names, so that they share a
     * character; and a store that runs programs has all partitions in one place.
     */
    private static List<Key> together(List<Key> keys) {
        if (keys.isEmpty()) {
            throw new IllegalArgumentException("A script needs a key");
        }
        for (char c : keys.getFirst().name().toCharArray()) {
            if (keys.stream().allMatch(key -> key.name().indexOf(c) >= 0)) {
                return keys.stream()
                        .map(key -> new Key(
                                key.name(), key.name().indexOf(c), key.name().indexOf(c) + 1))
                        .toList();
            }
        }
        throw new IllegalArgumentException("These keys share no partition");
    }

    Batch batch() {
        long said = number();
        int guards = Math.toIntExact(Math.abs(said));
        int first = said < 0 ? guards - 1 : guards; // The key of the first write.
        if (guards > keys.size() || first < 0) {
            throw new IllegalArgumentException("More guards than keys");
        }
        Batch.Builder batch = Batch.builder();
        for (Key key : keys.subList(0, guards)) {
            batch.require(guard(key));
        }
        List<Key> written = keys.subList(first, keys.size());
        for (Key key : written) {
            batch.write(new StepArguments(this, key, written).write());
        }
        requireEnd();
        return batch.build();
    }

    List<Write.Add> counts() {
        boolean each = arguments.size() > 3;
        List<Write.Add> counts = new ArrayList<>(keys.size());
        for (Key key : keys) {
            next = each ? next : 0;
            counts.add(add(key));
        }
        requireEnd();
        return counts;
    }

    private void requireEnd() {
        if (next != arguments.size()) {
            throw new IllegalArgumentException("More arguments than operations");
        }
    }

    private Guard guard(Key key) {
        String kind = word();
        return switch (kind) {
            case "absent" -> Guard.absent(key);
            case "present" -> Guard.present(key);
            case "equal" -> Guard.equalTo(key, part());
            case "member" -> Guard.member(key, part());
            case "stranger" -> Guard.notMember(key, part());
            case "below" -> Guard.sizeBelow(key, number());
            case "least" -> Guard.atLeast(key, number());
            case "behind" -> Guard.behind(key, part(), score(), Order.valueOf(word()));
            case "within" -> {
                Bytes member = part();
                double score = score();
                Order order = Order.valueOf(word());
                part(); // One less than the places, which spares the script a subtraction.
                yield Guard.within(key, member, score, order, number());
            }
            case "at" -> {
                Bytes element = part();
                yield Guard.elementAt(key, number(), element);
            }
            default -> throw new IllegalArgumentException("No guard is " + kind);
        };
    }

    /** What to add to a counter, and its end. */
    Write.Add add(Key key) {
        long delta = number();
        boolean mends = arguments.size() > next && arguments.get(next).equals(Arguments.MEND);
        return new Write.Add(key, delta, expiry(), mends);
    }

    Expiry expiry() {
        String mode = word();
        Bytes millis = part();
        return switch (mode) {
            case "PX", "MEND" -> new Expiry.After(Duration.ofMillis(number(millis)));
            case "PXAT" -> new Expiry.At(Instant.ofEpochMilli(number(millis)));
            case "NEVER" -> Expiry.never();
            default -> throw new IllegalArgumentException("No expiry is " + mode);
        };
    }

    Bytes part() {
        if (next == arguments.size()) {
            throw new IllegalArgumentException("An argument is missing");
        }
        return arguments.get(next++);
    }

    /** So many of the arguments that follow. */
    List<Bytes> parts(int count) {
        if (count < 0 || count > arguments.size() - next) {
            throw new IllegalArgumentException("Arguments are missing");
        }
        next += count;
        return arguments.subList(next - count, next);
    }

    String word() {
        return part().text();
    }

    double score() {
        return Arguments.score(part());
    }

    long number() {
        return number(part());
    }

    static long number(Bytes part) {
        return part.number().orElseThrow(() -> new IllegalArgumentException("Not a number"));
    }
}
