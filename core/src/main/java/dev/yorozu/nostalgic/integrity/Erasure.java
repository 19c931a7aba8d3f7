package dev.yorozu.nostalgic.integrity;

import dev.yorozu.keyspace.KeyPattern;
import dev.yorozu.keyspace.Keyspace;
import dev.yorozu.keyspace.NostalgicKeys;
import dev.yorozu.nostalgic.Kind;
import dev.yorozu.nostalgic.Places;
import dev.yorozu.store.Batch;
import dev.yorozu.store.Bytes;
import dev.yorozu.store.Guard;
import dev.yorozu.store.Key;
import dev.yorozu.store.Scan;
import dev.yorozu.store.Store;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;

/**
 * Deletes a service whole, also when its record cannot be read or is gone: all is found by a walk over the names of its
 * keys, and over the mappings for those that lead to it.
 *
 * <p>In the order of any deletion: the record first, and from then on only while there is none, so that a service of the
 * same name that is made meanwhile is not harmed; then mapping and index, and a last look. A crash in between
 * leaves what the integrity check finds, and erasing again deletes. Safe for use by many threads.
 */
public final class Erasure {
    private static final int PAGE = 256;

    private final Store store;

    public Erasure(Store store) {
        this.store = store;
    }

    /**
     * What there is of a service.
     *
     * @param keys names of its keys, redacted, its record first
     * @param mappings names of the mappings that lead to it, redacted
     */
    public record Plan(Kind kind, String id, List<String> keys, List<String> mappings, boolean indexed) {
        public boolean isEmpty() {
            return keys.isEmpty() && mappings.isEmpty() && !indexed;
        }

        /** How many things are deleted. */
        public int size() {
            return keys.size() + mappings.size() + (indexed ? 1 : 0);
        }
    }

    /** Looks what {@link #erase} would delete. */
    public Plan plan(Kind kind, String id) {
        return new Plan(
                kind,
                id,
                redacted(keys(kind, id)),
                redacted(List.copyOf(mappings(kind, id).keySet())),
                new Known(store).isIndexed(kind, Bytes.of(id)));
    }

    /** Deletes all there is of a service, and says what there was. */
    public Plan erase(Kind kind, String id) {
        List<Key> keys = keys(kind, id);
        Map<Key, Bytes> mappings = mappings(kind, id);
        Known known = new Known(store);
        boolean indexed = known.isIndexed(kind, Bytes.of(id));
        if (!keys.isEmpty()) {
            eraseKeys(kind.keys().service().key(id), keys);
        }
        mappings.forEach((key, value) -> store.commit(
                Batch.builder().require(Guard.equalTo(key, value)).delete(key).build()));
        if (indexed) {
            store.commit(Batch.builder()
                    .rankRemove(kind.keys().index().key(), Bytes.of(id))
                    .build());
        }
        Places places = new Places(store, kind);
        known.service(kind, id).ifPresent(anew -> places.confirm(anew.url(), id));
        return new Plan(kind, id, redacted(keys), redacted(List.copyOf(mappings.keySet())), indexed);
    }

    private void eraseKeys(Key record, List<Key> keys) {
        Guard gone = Guard.absent(record);
        for (int from = 0; from < keys.size(); from += PAGE) {
            List<Key> page = keys.subList(from, Math.min(keys.size(), from + PAGE));
            Batch.Builder batch = Batch.builder();
            if (!page.getFirst().equals(record)) {
                batch.require(gone);
            }
            page.forEach(batch::delete);
            if (!store.apply(batch)) {
                return;
            }
        }
    }

    /** All keys of a service, its record first. */
    private List<Key> keys(Kind kind, String id) {
        if (kind.keys().service().find(id).isEmpty()) {
            return List.of();
        }
        Key record = kind.keys().service().key(id);
        Set<Key> keys = new LinkedHashSet<>();
        if (store.type(record).isPresent()) {
            keys.add(record);
        }
        earlier(kind)
                .ifPresent(pattern -> scan(
                        pattern.prefix(id),
                        key -> pattern.match(key.name())
                                .ifPresent(parts -> keys.add(pattern.key(parts.toArray(String[]::new))))));
        scan(record.name() + ":", key -> {
            if (Place.of(kind, key) instanceof Place.Data data && data.id().equals(id)) {
                keys.add(data.key());
            }
        });
        return List.copyOf(keys);
    }

    /** What the earlier program kept of such services under names that begin otherwise. */
    private static Optional<KeyPattern> earlier(Kind kind) {
        return switch (kind) {
            case COUNTER -> Optional.of(NostalgicKeys.EARLIER_VISIT);
            case LIKE -> Optional.of(NostalgicKeys.EARLIER_LIKE);
            case RANKING -> Optional.of(NostalgicKeys.EARLIER_DISPLAY_SCORES);
            case BOARD -> Optional.empty();
        };
    }

    private void scan(String prefix, Consumer<Key> each) {
        Scan.of(prefix, PAGE).pages(store).forEach(page -> page.keys().forEach(each));
    }

    private Map<Key, Bytes> mappings(Kind kind, String id) {
        Map<Key, Bytes> found = new LinkedHashMap<>();
        for (Scan.Page page : Scan.of(kind.keys().mapping().prefix(), PAGE).pages(store)) {
            List<Key> keys = page.keys().stream()
                    .map(key -> Keyspace.schema().key(key.name()))
                    .toList();
            List<Optional<Bytes>> values = Seen.texts(store, keys);
            for (int i = 0; i < keys.size(); i++) {
                Key key = keys.get(i);
                values.get(i).filter(value -> value.text().equals(id)).ifPresent(value -> found.put(key, value));
            }
        }
        return found;
    }

    private static List<String> redacted(List<Key> keys) {
        return keys.stream().map(key -> Keyspace.schema().redact(key.name())).toList();
    }
}
