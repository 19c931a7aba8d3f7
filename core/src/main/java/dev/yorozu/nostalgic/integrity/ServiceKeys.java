package dev.yorozu.nostalgic.integrity;

import dev.yorozu.keyspace.KeyPattern;
import dev.yorozu.keyspace.Keyspace;
import dev.yorozu.keyspace.NostalgicKeys;
import dev.yorozu.nostalgic.Kind;
import dev.yorozu.store.Key;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** The keys of one kind of service, and the way back from a name to what it is. */
final class ServiceKeys {
    private final Kind kind;
    private final List<KeyPattern> patterns;

    private ServiceKeys(Kind kind) {
        this.kind = kind;
        this.patterns = Keyspace.schema().patterns().stream()
                .filter(pattern -> pattern.template().startsWith(prefix(kind)))
                .toList();
    }

    static ServiceKeys of(Kind kind) {
        return new ServiceKeys(kind);
    }

    /** What the names of all keys of the services themselves begin with. */
    static String prefix(Kind kind) {
        return kind.id() + ":";
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

    /** What the earlier program kept of such services under names that begin otherwise. */
    static Optional<KeyPattern> earlier(Kind kind) {
        return switch (kind) {
            case COUNTER -> Optional.of(NostalgicKeys.EARLIER_VISIT);
            case LIKE -> Optional.of(NostalgicKeys.EARLIER_LIKE);
            case RANKING -> Optional.of(NostalgicKeys.EARLIER_DISPLAY_SCORES);
            case BOARD -> Optional.empty();
        };
    }

    /** The keys of a service that it has once at most, its record apart. */
    List<Place.Data> single(String id) {
        List<Place.Data> places = new ArrayList<>();
        for (KeyPattern pattern : patterns) {
            if (pattern.parts().size() == 1 && !pattern.equals(kind.keys().service())) {
                places.add(new Place.Data(kind, pattern, id, pattern.key(id)));
            }
        }
        return places;
    }

    /** What lies at a name below the prefix of this kind. */
    Place place(Key key) {
        for (KeyPattern pattern : patterns) {
            Optional<List<String>> parts = pattern.match(key.name());
            if (parts.isPresent()) {
                String id = parts.get().getFirst();
                return pattern.equals(kind.keys().service())
                        ? new Place.Record(kind, id)
                        : new Place.Data(
                                kind, pattern, id, pattern.key(parts.get().toArray(String[]::new)));
            }
        }
        return new Place.Unknown(kind, key);
    }
}
