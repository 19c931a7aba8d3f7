package dev.yorozu.store.rocks;

import dev.yorozu.store.Batch;
import dev.yorozu.store.Commit;
import dev.yorozu.store.Durability;
import dev.yorozu.store.Expiry;
import dev.yorozu.store.Key;
import dev.yorozu.store.StoreException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;

/**
 * Counts in memory, and writes a durable key for each count as well, whatever becomes of them; prints when it began, the count
 * and what became of the key.
 */
final class DeferredWriter {
    static final Key COUNT = Key.of("deferred");

    private DeferredWriter() {}

    /** Arguments: the directory, and how many bytes a key has. */
    public static void main(String[] arguments) throws InterruptedException {
        PrintStream out = new PrintStream(System.out, true, StandardCharsets.UTF_8);
        String value = "x".repeat(Integer.parseInt(arguments[1]));
        try (RocksStore store = RocksStore.open(Path.of(arguments[0]))) {
            for (int n = 0; ; n++) {
                long began = System.nanoTime();
                out.println(began / 1_000_000 + " " + counted(store) + " " + put(store, n, value) + " " + n);
                Thread.sleep(2);
            }
        }
    }

    static Key key(int n) {
        return Key.of("key-" + n);
    }

    private static String counted(RocksStore store) {
        try {
            Batch batch = Batch.builder()
                    .add(COUNT, 1)
                    .durability(Durability.DEFERRED)
                    .build();
            return Long.toString(((Commit.Applied) store.commit(batch)).number(0));
        } catch (StoreException.Unavailable e) {
            return "refused";
        }
    }

    private static String put(RocksStore store, int n, String value) {
        try {
            store.commit(Batch.builder().put(key(n), value, Expiry.never()).build());
            return "done";
        } catch (StoreException.Unavailable e) {
            return "refused";
        } catch (StoreException.OutcomeUnknown e) {
            return "unknown";
        }
    }
}
