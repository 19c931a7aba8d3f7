package dev.yorozu.store.rocks;

import dev.yorozu.store.Batch;
import dev.yorozu.store.Bytes;
import dev.yorozu.store.Durability;
import dev.yorozu.store.Expiry;
import dev.yorozu.store.Guard;
import dev.yorozu.store.Key;
import dev.yorozu.store.Store;
import dev.yorozu.store.Write;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;

/**
 * Commits durable batches from many threads until it is killed, half of them as programs, and prints each acknowledgement.
 *
 * <p>Batch n of a writer moves its counter to n, replaces its marker by n, adds n to its list and its ranking, makes the lowest of
 * another ranking the highest once that is full, makes a set and deletes the set of batch n - 1: whatever is left of a half-applied batch contradicts the rest. All share one
 * partition, in which a list tells the order of all commits.
 */
final class CrashWriter {
    /** The numbers of all commits as {@code writer n}, in their order. */
    static final Key ORDER = Key.of("order:", "crash", "");

    /** How many members take turns in a ranking. */
    static final long TURNING = 300;

    private CrashWriter() {}

    /** Arguments: the directory, and how many threads. */
    public static void main(String[] arguments) {
        RocksStore store = RocksStore.open(Path.of(arguments[0]));
        PrintStream out = new PrintStream(System.out, true, StandardCharsets.UTF_8);
        for (int i = 0; i < Integer.parseInt(arguments[1]); i++) {
            int writer = i;
            Thread.ofPlatform().start(() -> write(store, writer, out));
        }
    }

    private static void write(Store store, int writer, PrintStream out) {
        long last = store.get(counter(writer))
                .map(value -> value.number().orElseThrow())
                .orElse(0L);
        for (long n = last + 1; ; n++) {
            Batch batch = batch(writer, n);
            if (writer % 2 == 1) {
                store.run(state -> applied(batch, state), Durability.DURABLE);
            } else if (!store.commit(batch).applied()) {
                throw new IllegalStateException("A guard that must hold did not");
            }
            out.println(writer + " " + n);
        }
    }

    private static boolean applied(Batch batch, Store.State state) {
        batch.writes().forEach(state::apply);
        return true;
    }

    static Batch batch(int writer, long n) {
        Bytes number = Bytes.of(n);
        Batch.Builder batch = Batch.builder();
        batch.listPush(ORDER, Write.End.TAIL, Bytes.of(writer + " " + n));
        if (n > 1) {
            batch.require(Guard.equalTo(marker(writer), Bytes.of(n - 1)));
        }
        return batch.add(counter(writer), 1)
                .put(marker(writer), number, Expiry.never())
                .listPush(list(writer), Write.End.HEAD, number)
                .listTrim(list(writer), Write.End.HEAD, 5)
                .rankAdd(ranking(writer), number, -(double) n)
                .rankAdd(turning(writer), Bytes.of(n % TURNING), n)
                .delete(set(writer, n - 1))
                .setAdd(set(writer, n), Bytes.of("a"), Bytes.of("b"))
                .build();
    }

    static Key counter(int writer) {
        return key("counter", writer, "");
    }

    static Key marker(int writer) {
        return key("marker", writer, "");
    }

    static Key list(int writer) {
        return key("list", writer, "");
    }

    static Key ranking(int writer) {
        return key("ranking", writer, "");
    }

    static Key turning(int writer) {
        return key("turning", writer, "");
    }

    static Key set(int writer, long n) {
        return key("set", writer, ":" + n);
    }

    private static Key key(String what, int writer, String after) {
        return Key.of(what + ":", "crash", ":" + writer + after);
    }
}
