package dev.yorozu.server.backup;

import dev.yorozu.store.Bytes;
import dev.yorozu.store.Ranked;
import dev.yorozu.store.ValueType;
import java.util.List;

/** A value, or some of the elements of a large one, as a line of a backup carries it. */
sealed interface Part {
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

    /** One field of a hash. */
    record Field(Bytes name, Bytes value) {}
}
