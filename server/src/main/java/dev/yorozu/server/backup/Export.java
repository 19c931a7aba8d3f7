package dev.yorozu.server.backup;

import dev.yorozu.store.Bytes;
import dev.yorozu.store.Key;
import dev.yorozu.store.Life;
import dev.yorozu.store.Read;
import dev.yorozu.store.Scan;
import dev.yorozu.store.Store;
import dev.yorozu.store.StoreException;
import dev.yorozu.store.ValueType;
import java.io.OutputStream;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Walks a store and writes every key, its value and its end as a backup.
 *
 * <p>Memory is bounded by a page of keys and one large value: lists and sorted sets are read in slices, sets and hashes
 * whole. On a store that changes meanwhile each key is taken as it is when the walk comes by; a key that ends or goes
 * before its value is read is left out.
 */
public final class Export {
    private static final int PAGE = 256;
    /** How many strings are read at once, so that not too many of the largest ones are in memory. */
    private static final int STRINGS = 32;

    private final Store store;
    private final InstantSource clock;

    public Export(Store store, InstantSource clock) {
        this.store = store;
        this.clock = clock;
    }

    /**
     * Writes the whole store, and leaves the stream open. Returns the number of keys.
     *
     * @param source the kind of store, for the header
     * @param pointInTime whether nobody else can change the store during the walk
     */
    public long write(OutputStream out, String source, boolean pointInTime, Progress progress) {
        BackupWriter writer = new BackupWriter(out);
        writer.header(clock.instant(), source, pointInTime);
        Scan scan = Scan.of("", PAGE);
        Scan.Page page;
        do {
            page = store.scan(scan);
            writePage(page.keys(), writer);
            progress.keys(writer.keys());
            scan = scan.from(page.next());
        } while (!page.last());
        return writer.end();
    }

    /** What is known of a key before its value is read. */
    private record Entry(Key key, ValueType type, Optional<Instant> ends) {}

    private void writePage(List<Key> keys, BackupWriter writer) {
        List<Entry> strings = new ArrayList<>(STRINGS);
        for (Entry entry : entries(keys)) {
            if (entry.type() != ValueType.STRING) {
                write(entry, writer);
                continue;
            }
            strings.add(entry);
            if (strings.size() == STRINGS) {
                writeStrings(strings, writer);
                strings.clear();
            }
        }
        if (!strings.isEmpty()) {
            writeStrings(strings, writer);
        }
    }

    private List<Entry> entries(List<Key> keys) {
        if (keys.isEmpty()) {
            return List.of();
        }
        // Taken before the lives are read, so that no life grows on its way through a backup.
        Instant now = clock.instant();
        List<Optional<Life>> lives =
                store.readAll(keys.stream().map(Read.Remaining::new).toList());
        List<Optional<ValueType>> types =
                store.readAll(keys.stream().map(Read.Type::new).toList());
        List<Entry> entries = new ArrayList<>(keys.size());
        for (int i = 0; i < keys.size(); i++) {
            if (lives.get(i).isPresent() && types.get(i).isPresent()) {
                entries.add(new Entry(
                        keys.get(i), types.get(i).get(), ends(lives.get(i).get(), now)));
            }
        }
        return entries;
    }

    private static Optional<Instant> ends(Life life, Instant now) {
        return switch (life) {
            case Life.Endless endless -> Optional.empty();
            case Life.Ends ends -> Optional.of(now.plus(ends.left()));
        };
    }

    private void writeStrings(List<Entry> strings, BackupWriter writer) {
        List<Optional<Bytes>> values;
        try {
            values = store.readAll(
                    strings.stream().map(entry -> new Read.Get(entry.key())).toList());
        } catch (StoreException.WrongType changed) {
            strings.forEach(entry -> write(entry, writer));
            return;
        }
        for (int i = 0; i < strings.size(); i++) {
            Entry entry = strings.get(i);
            values.get(i)
                    .ifPresent(value -> writer.start(new Line.Start(entry.key(), entry.ends(), new Part.Text(value))));
        }
    }

    /** Writes one key; asks once more when another type has taken its place since. */
    private void write(Entry entry, BackupWriter writer) {
        try {
            writeParts(entry, writer);
        } catch (StoreException.WrongType changed) {
            for (Entry again : entries(List.of(entry.key()))) {
                writeParts(again, writer);
            }
        }
    }

    private void writeParts(Entry entry, BackupWriter writer) {
        boolean first = true;
        Parts parts = new Parts(store, entry.key(), entry.type());
        for (Optional<Part> part = parts.next(); part.isPresent(); part = parts.next()) {
            if (first) {
                writer.start(new Line.Start(entry.key(), entry.ends(), part.get()));
                first = false;
            } else {
                writer.more(part.get());
            }
        }
    }
}
