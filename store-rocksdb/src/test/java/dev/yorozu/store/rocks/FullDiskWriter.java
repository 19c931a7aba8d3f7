package dev.yorozu.store.rocks;

import dev.yorozu.store.Batch;
import dev.yorozu.store.Expiry;
import dev.yorozu.store.Key;
import dev.yorozu.store.StoreException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;

/** Commits one key after the other, whatever becomes of it, and prints each outcome. */
final class FullDiskWriter {
    private FullDiskWriter() {}

    /** Argument: the directory. */
    public static void main(String[] arguments) throws InterruptedException {
        PrintStream out = new PrintStream(System.out, true, StandardCharsets.UTF_8);
        try (RocksStore store = RocksStore.open(Path.of(arguments[0]))) {
            for (int n = 0; ; n++) {
                out.println(outcome(store, n) + " " + n + " " + first(store));
                Thread.sleep(5);
            }
        }
    }

    static Key key(int n) {
        return Key.of("key-" + n);
    }

    private static String outcome(RocksStore store, int n) {
        try {
            store.commit(Batch.builder()
                    .put(key(n), "x".repeat(10_000), Expiry.never())
                    .build());
            return "done";
        } catch (StoreException.OutcomeUnknown e) {
            return "unknown";
        } catch (StoreException.Unavailable e) {
            return "refused";
        }
    }

    private static String first(RocksStore store) {
        try {
            return store.get(key(0)).isPresent() ? "readable" : "lost";
        } catch (StoreException.Unavailable e) {
            return "unreadable";
        }
    }
}
