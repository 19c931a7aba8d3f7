package dev.yorozu.nostalgic.integrity;

import dev.yorozu.keyspace.KeyPattern;
import dev.yorozu.keyspace.NostalgicKeys;
import dev.yorozu.nostalgic.Kind;
import dev.yorozu.nostalgic.Service;
import dev.yorozu.store.Bytes;
import dev.yorozu.store.Key;
import dev.yorozu.store.Life;
import dev.yorozu.store.Read;
import dev.yorozu.store.Store;
import dev.yorozu.store.StoreException;
import java.time.Duration;
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

    /** What a service of this kind is there for: the count, the scores, the messages. */
    static KeyPattern content(Kind kind) {
        return switch (kind) {
            case COUNTER -> NostalgicKeys.COUNTER_TOTAL;
            case LIKE -> NostalgicKeys.LIKE_TOTAL;
            case RANKING -> NostalgicKeys.RANKING_SCORES;
            case BOARD -> NostalgicKeys.BOARD_MESSAGES;
        };
    }

    /** Whether something lies where the record of such a service would. */
    boolean hasRecord(Kind kind, String id) {
        return kind.keys().service().find(id).flatMap(store::type).isPresent();
    }

    Optional<Service> service(Kind kind, String id) {
        return kind.keys()
                .service()
                .find(id)
                .flatMap(key -> Seen.at(store, key).text())
                .flatMap(value -> Service.parse(kind, id, value));
    }

    /** How long a key still lives; empty when it has no end, or is not there. */
    Optional<Duration> left(Key key) {
        return store.remaining(key)
                .flatMap(life -> life instanceof Life.Ends ends ? Optional.of(ends.left()) : Optional.empty());
    }

    void leads(Kind kind, String id) {
        mapped.add(kind.id() + ":" + id);
    }

    boolean isIndexed(Kind kind, Bytes member) {
        try {
            return store.read(new Read.ScoreOf(kind.keys().index().key(), member))
                    .isPresent();
        } catch (StoreException.WrongType broken) {
            return false;
        }
    }

    /**
     * Whether a service seems to have lost its record, rather than to have been deleted: its content is there, and
     * something besides still speaks of it. A deletion takes the content with the record.
     */
    boolean isLost(Kind kind, String id) {
        return content(kind).find(id).flatMap(store::type).isPresent()
                && (mapped.contains(kind.id() + ":" + id)
                        || isIndexed(kind, Bytes.of(id))
                        || store.type(kind.keys().ownerToken().key(id)).isPresent());
    }
}
