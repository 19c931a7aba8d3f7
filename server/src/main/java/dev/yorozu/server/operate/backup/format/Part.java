package dev.yorozu.server.operate.backup.format;

import dev.yorozu.store.Bytes;
import dev.yorozu.store.Ranked;
import dev.yorozu.store.ValueType;
import java.util.List;
import java.util.stream.Stream;

/** A value, or some of the elements of a large one. */
public sealed interface Part {
    record Text(Bytes value) implements Part {}

    record Members(List<Bytes> members) implements Part {
        public Members {
            members = List.copyOf(members);
        }
    }

    record Ranking(List<Ranked> ranked) implements Part {
        public Ranking {
            ranked = List.copyOf(ranked);
        }
    }

    /** Elements of a list, from the head on. */
    record Elements(List<Bytes> elements) implements Part {
        public Elements {
            elements = List.copyOf(elements);
        }
    }

    record Fields(List<Field> fields) implements Part {
        public Fields {
            fields = List.copyOf(fields);
        }
    }

    default ValueType type() {
        return switch (this) {
            case Text text -> ValueType.STRING;
            case Members set -> ValueType.SET;
            case Ranking ranking -> ValueType.RANK;
            case Elements list -> ValueType.LIST;
            case Fields hash -> ValueType.HASH;
        };
    }

    /** All that a store limits the length of: names and values of fields, members, elements. */
    default Stream<Bytes> values() {
        return switch (this) {
            case Text text -> Stream.of(text.value());
            case Members set -> set.members().stream();
            case Ranking ranking -> ranking.ranked().stream().map(Ranked::member);
            case Elements list -> list.elements().stream();
            case Fields hash -> hash.fields().stream().flatMap(field -> Stream.of(field.name(), field.value()));
        };
    }

    /** How many elements this part holds; a string counts as one. */
    default int size() {
        return switch (this) {
            case Text text -> 1;
            case Members set -> set.members().size();
            case Ranking ranking -> ranking.ranked().size();
            case Elements list -> list.elements().size();
            case Fields hash -> hash.fields().size();
        };
    }

    /** One field of a hash. */
    record Field(Bytes name, Bytes value) {}
}
