package dev.yorozu.server.operate.backup.format;

import dev.yorozu.server.operate.transport.Progress;
import dev.yorozu.store.Batch;
import dev.yorozu.store.Bytes;
import dev.yorozu.store.Expiry;
import dev.yorozu.store.Key;
import dev.yorozu.store.Life;
import dev.yorozu.store.Order;
import dev.yorozu.store.Scan;
import dev.yorozu.store.Store;
import dev.yorozu.store.ValueType;
import dev.yorozu.store.Write;
import dev.yorozu.store.backend.Limits;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.UnaryOperator;

/** Contents of every type and life, and what a store holds in a form that can be compared. */
public final class SampleStore {
    /** Every byte there is, so that nothing survives that only text survives. */
    public static final Bytes BINARY = binary();

    private SampleStore() {}

    public static void fill(Store store, int rankingSize) {
        Expiry hour = Expiry.after(Duration.ofHours(1));
        put(store, "text", Bytes.of("万屋 \"quoted\"\n\u0000 end"), Expiry.never());
        put(store, "empty", Bytes.of(""), hour);
        put(store, "binary", BINARY, Expiry.after(Duration.ofDays(400)));
        put(store, "large", Bytes.wrap(new byte[1024 * 1024]), hour);
        store.commit(Batch.builder().add(Key.of("count"), -7).build());
        store.commit(Batch.builder()
                .setAdd(Key.of("set"), Bytes.of("a"), BINARY, Bytes.of(""))
                .expire(Key.of("set"), hour)
                .build());
        store.commit(Batch.builder()
                .rankAdd(Key.of("edges"), Bytes.of("most"), Double.POSITIVE_INFINITY)
                .rankAdd(Key.of("edges"), Bytes.of("least"), Double.NEGATIVE_INFINITY)
                .rankAdd(Key.of("edges"), Bytes.of("tiny"), Double.MIN_VALUE)
                .rankAdd(Key.of("edges"), Bytes.of("tenth"), 0.1)
                .rankAdd(Key.of("edges"), BINARY, 1e300)
                .build());
        fillLarge(store, rankingSize);
    }

    private static void fillLarge(Store store, int rankingSize) {
        for (int from = 0; from < rankingSize; from += 100) {
            Batch.Builder batch = Batch.builder().relaxed();
            for (int i = from; i < Math.min(rankingSize, from + 100); i++) {
                batch.rankAdd(Key.of("ranking"), Bytes.of("player-" + i), i % 1000 + i / 8.0);
            }
            store.commit(batch.build());
        }
        for (int i = 0; i < 1234; i++) {
            store.commit(Batch.builder()
                    .listPush(Key.of("list"), Write.End.TAIL, Bytes.of(i % 7))
                    .relaxed()
                    .build());
            store.commit(Batch.builder()
                    .hashPut(Key.of("hash"), Bytes.of("field " + i), i == 0 ? BINARY : Bytes.of(i))
                    .relaxed()
                    .build());
        }
    }

    /** Every key with its type and whole value, and the life that it still has. */
    public record Held(ValueType type, Object value, Life life) {}

    public static SortedMap<String, Held> contents(Store store) {
        SortedMap<String, Held> contents = new TreeMap<>();
        Scan scan = Scan.of("", 100);
        Scan.Page page;
        do {
            page = store.scan(scan);
            for (Key key : page.keys()) {
                contents.put(key.name(), held(store, key));
            }
            scan = scan.from(page.next());
        } while (!page.last());
        return contents;
    }

    private static Held held(Store store, Key key) {
        ValueType type = store.type(key).orElseThrow();
        Object value = switch (type) {
            case STRING -> store.get(key).orElseThrow();
            case SET -> store.members(key);
            case RANK -> store.ranks(key, Order.RISING, 0, -1);
            case LIST -> store.slice(key, 0, -1);
            case HASH -> store.fields(key);
        };
        return new Held(type, value, store.remaining(key).orElseThrow());
    }

    /** A backup of the store alone, of a source that was stopped. */
    public static byte[] backup(Store store, InstantSource clock) {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        BackupWriter writer = new BackupWriter(out, manifest(clock));
        new Export(store, clock, name -> true).write(writer, Progress.NONE);
        writer.end();
        return out.toByteArray();
    }

    static Manifest manifest(InstantSource clock) {
        return new Manifest("test", clock.instant(), "memory", true, true, true, Set.of(Section.STORE));
    }

    /** Writes all keys of a backup, and says how many were written and how many had ended. */
    public static List<Long> restore(Store store, byte[] backup, Limits limits, InstantSource clock) {
        try (Restore restore = new Restore(store, UnaryOperator.identity(), start -> true, limits, clock)) {
            BackupReader reader = new BackupReader(new ByteArrayInputStream(backup), limits);
            for (Optional<Line> line = reader.next(); line.isPresent(); line = reader.next()) {
                switch (line.get()) {
                    case Line.Start start -> restore.begin(start);
                    case Line.More more -> restore.goOn(more);
                    default -> throw new AssertionError("There is only a store");
                }
            }
            restore.finish();
            return List.of(restore.keys(), restore.ended());
        }
    }

    private static void put(Store store, String name, Bytes value, Expiry expiry) {
        store.commit(Batch.builder().put(Key.of(name), value, expiry).build());
    }

    private static Bytes binary() {
        byte[] all = new byte[256];
        for (int i = 0; i < all.length; i++) {
            all[i] = (byte) i;
        }
        return Bytes.wrap(all);
    }
}
