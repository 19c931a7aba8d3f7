package dev.yorozu.nostalgic.integrity;

import dev.yorozu.nostalgic.Kind;
import dev.yorozu.nostalgic.Service;
import dev.yorozu.store.Bytes;
import dev.yorozu.store.Key;
import dev.yorozu.store.Read;
import dev.yorozu.store.Store;
import dev.yorozu.store.StoreException;
import java.util.HashSet;
import java.util.Optional;
import java.util.Set;

/** What the store tells about a service beyond its record. Belongs to one check. */
final class Known {
    private final Store store;
    /** Names without a record that an address leads to, as far as the walk has come. */
    private final Set<String> mapped = new HashSet<>();

    Known(Store store) {
        this.store = store;
    }

    Optional<Key> record(Kind kind, String id) {
        return kind.keys().service().find(id);
    }

    /** Whether something lies where the record of such a service would. */
    boolean hasRecord(Kind kind, String id) {
        return record(kind, id).flatMap(store::type).isPresent();
    }

    Optional<Service> service(Kind kind, String id) {
        return record(kind, id)
                .flatMap(key -> Seen.at(store, key).text())
                .flatMap(value -> Service.parse(kind, id, value));
    }

    void leads(Kind kind, String id) {
        mapped.add(kind.id() + ":" + id);
    }

    boolean isIndexed(Kind kind, String id) {
        try {
            return store.read(new Read.ScoreOf(kind.keys().index().key(), Bytes.of(id)))
                    .isPresent();
        } catch (StoreException.WrongType broken) {
            return false;
        }
    }

    /** Whether a service without a record has something that somebody may miss. */
    boolean hasContent(Kind kind, String id) {
        return ServiceKeys.content(kind).find(id).flatMap(store::type).isPresent();
    }

    /**
     * Whether a service seems to have lost its record, rather than to have been deleted: its content is there, and
     * something besides still speaks of it. A deletion takes the content with the record.
     */
    boolean isLost(Kind kind, String id) {
        return hasContent(kind, id)
                && (mapped.contains(kind.id() + ":" + id)
                        || isIndexed(kind, id)
                        || store.type(kind.keys().ownerToken().key(id)).isPresent());
    }
}
