package dev.yorozu.server.operate.backup.format;

import dev.yorozu.server.operate.transport.Progress;
import dev.yorozu.store.Bytes;
import dev.yorozu.store.Key;
import dev.yorozu.store.Life;
import dev.yorozu.store.Read;
import dev.yorozu.store.Scan;
import dev.yorozu.store.Store;
import dev.yorozu.store.StoreException;
import dev.yorozu.store.ValueType;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Predicate;

/**
 * Walks a store and hands every key, its value and its end over as lines of a backup.
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
    private final Predicate<String> chosen;
    private long keys;

    /**
     * @param chosen which names are taken
     */
    public Export(Store store, InstantSource clock, Predicate<String> chosen) {
        this.store = store;
        this.clock = clock;
        this.chosen = chosen;
    }

    /** Hands over the whole store. */
    public void write(Consumer<Line> writer, Progress progress) {
        for (Scan.Page page : Scan.of("", PAGE).pages(store)) {
            writePage(
                    page.keys().stream().filter(key -> chosen.test(key.name())).toList(), writer);
            progress.keys(keys);
        }
    }

    /** What is known of a key before its value is read. */
    private record Entry(Key key, ValueType type, Optional<Instant> ends) {}

    private void writePage(List<Key> keys, Consumer<Line> writer) {
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
        List<Optional<ValueType>> types = types(keys);
        List<Entry> entries = new ArrayList<>(keys.size());
        for (int i = 0; i < keys.size(); i++) {
            if (lives.get(i).isPresent() && types.get(i).isPresent()) {
                entries.add(new Entry(
                        keys.get(i), types.get(i).get(), ends(lives.get(i).get(), now)));
            }
        }
        return entries;
    }

    /** A Redis may hold what no store of ours can: a stream, for example. It is passed over, and not the keys beside it. */
    private List<Optional<ValueType>> types(List<Key> keys) {
        try {
            return store.readAll(keys.stream().map(Read.Type::new).toList());
        } catch (StoreException.WrongType foreign) {
            return keys.size() == 1
                    ? List.of(Optional.empty())
                    : keys.stream().flatMap(key -> types(List.of(key)).stream()).toList();
        }
    }

    private static Optional<Instant> ends(Life life, Instant now) {
        return switch (life) {
            case Life.Endless endless -> Optional.empty();
            case Life.Ends ends -> Optional.of(now.plus(ends.left()));
        };
    }

    private void writeStrings(List<Entry> strings, Consumer<Line> writer) {
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
                    .ifPresent(value -> start(new Line.Start(entry.key(), entry.ends(), new Part.Text(value)), writer));
        }
    }

    /** Writes one key; asks once more when another type has taken its place since. */
    private void write(Entry entry, Consumer<Line> writer) {
        try {
            writeParts(entry, writer);
        } catch (StoreException.WrongType changed) {
            for (Entry again : entries(List.of(entry.key()))) {
                writeParts(again, writer);
            }
        }
    }

    private void writeParts(Entry entry, Consumer<Line> writer) {
        boolean first = true;
        Parts parts = new Parts(store, entry.key(), entry.type());
        for (Optional<Part> part = parts.next(); part.isPresent(); part = parts.next()) {
            if (first) {
                start(new Line.Start(entry.key(), entry.ends(), part.get()), writer);
                first = false;
            } else {
                writer.accept(new Line.More(part.get()));
            }
        }
    }

    private void start(Line.Start line, Consumer<Line> writer) {
        keys++;
        writer.accept(line);
    }
}
