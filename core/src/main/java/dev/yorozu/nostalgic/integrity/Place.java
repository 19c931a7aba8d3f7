package dev.yorozu.nostalgic.integrity;

import dev.yorozu.keyspace.KeyPattern;
import dev.yorozu.keyspace.Keyspace;
import dev.yorozu.keyspace.Lifetime;
import dev.yorozu.keyspace.NostalgicKeys;
import dev.yorozu.nostalgic.Kind;
import dev.yorozu.store.Bytes;
import dev.yorozu.store.Key;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Collectors;

/** Somewhere to look. */
sealed interface Place {
    /** The patterns of the keys of the services themselves. */
    Map<Kind, List<KeyPattern>> PATTERNS =
            Arrays.stream(Kind.values()).collect(Collectors.toMap(Function.identity(), Place::patterns));

    /** The mapping of an address. */
    record Mapping(Kind kind, Key key) implements Place {}

    /** The index of a kind, as a whole. */
    record Index(Kind kind) implements Place {}

    /** A member of an index. */
    record Member(Kind kind, Bytes member) implements Place {}

    /** A record, and all that it says about the other places. */
    record Record(Kind kind, String id) implements Place {}

    /** Any other key of a service, by itself. */
    record Data(Kind kind, KeyPattern pattern, String id, Key key) implements Place {
        /** The keys of a service that it has once at most, its record apart. */
        static List<Data> single(Kind kind, String id) {
            return PATTERNS.getOrDefault(kind, List.of()).stream()
                    .filter(pattern -> pattern.parts().size() == 1
                            && !pattern.equals(kind.keys().service()))
                    .map(pattern -> new Data(kind, pattern, id, pattern.key(id)))
                    .toList();
        }

        Key record() {
            return kind.keys().service().key(id);
        }

        /** Whether the list of marks should name it. */
        boolean isListed() {
            return pattern.equals(kind.mark()) || isOfAddress();
        }

        /** Whether it counts what an address has done. */
        boolean isOfAddress() {
            return pattern.equals(kind.keys().addresses());
        }

        /** Whether it counts the visits of a day. */
        boolean isDaily() {
            return pattern.equals(NostalgicKeys.COUNTER_DAILY);
        }

        boolean shouldEnd() {
            return !(pattern.lifetime() instanceof Lifetime.Endless);
        }
    }

    /** A key that no pattern declares. */
    record Unknown(Kind kind, Key key) implements Place {}

    /** What lies at a name below the prefix of a kind. */
    static Place of(Kind kind, Key key) {
        for (KeyPattern pattern : PATTERNS.getOrDefault(kind, List.of())) {
            Optional<List<String>> parts = pattern.match(key.name());
            if (parts.isPresent()) {
                String id = parts.get().getFirst();
                return pattern.equals(kind.keys().service())
                        ? new Record(kind, id)
                        : new Data(kind, pattern, id, pattern.key(parts.get().toArray(String[]::new)));
            }
        }
        return new Unknown(kind, key);
    }

    /** What the names of all keys of the services themselves begin with. */
    static String prefix(Kind kind) {
        return kind.id() + ":";
    }

    private static List<KeyPattern> patterns(Kind kind) {
        return Keyspace.schema().patterns().stream()
                .filter(pattern -> pattern.template().startsWith(prefix(kind)))
                .toList();
    }
}
