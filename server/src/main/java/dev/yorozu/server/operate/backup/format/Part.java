package dev.yorozu.server.operate.backup.format;

import dev.yorozu.store.Bytes;
import dev.yorozu.store.Ranked;
import dev.yorozu.store.ValueType;
import java.util.List;

/** A value, or some of the elements of a large one. */
public sealed interface Part {
    ValueType type();

    record Text(Bytes value) implements Part {
        @Override
        public ValueType type() {
            return ValueType.STRING;
        }
    }

    record Members(List<Bytes> members) implements Part {
        public Members {
            members = List.copyOf(members);
        }

        @Override
        public ValueType type() {
            return ValueType.SET;
        }
    }

    record Ranking(List<Ranked> ranked) implements Part {
        public Ranking {
            ranked = List.copyOf(ranked);
        }

        @Override
        public ValueType type() {
            return ValueType.RANK;
        }
    }

    /** Elements of a list, from the head on. */
    record Elements(List<Bytes> elements) implements Part {
        public Elements {
            elements = List.copyOf(elements);
        }

        @Override
        public ValueType type() {
            return ValueType.LIST;
        }
    }

    record Fields(List<Field> fields) implements Part {
        public Fields {
            fields = List.copyOf(fields);
        }

        @Override
        public ValueType type() {
            return ValueType.HASH;
        }
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
