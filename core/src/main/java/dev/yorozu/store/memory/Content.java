package dev.yorozu.store.memory;

import dev.yorozu.store.Bytes;
import dev.yorozu.store.Ranked;
import dev.yorozu.store.ValueType;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/** The value at one key. */
sealed interface Content {
    ValueType type();

    /** How many elements there are; a string counts as one, because it is never empty in this sense. */
    long size();

    record Text(Bytes value) implements Content {
        @Override
        public ValueType type() {
            return ValueType.STRING;
        }

        @Override
        public long size() {
            return 1;
        }
    }

    record Members(Set<Bytes> members) implements Content {
        Members() {
            this(new HashSet<>());
        }

        @Override
        public ValueType type() {
            return ValueType.SET;
        }

        @Override
        public long size() {
            return members.size();
        }
    }

    /** Scores by member, and the same in order. */
    record Ranking(Map<Bytes, Double> scores, TreeSet<Ranked> order) implements Content {
        Ranking() {
            this(
                    new HashMap<>(),
                    new TreeSet<>(Comparator.comparingDouble(Ranked::score).thenComparing(Ranked::member)));
        }

        @Override
        public ValueType type() {
            return ValueType.RANK;
        }

        @Override
        public long size() {
            return scores.size();
        }

        void put(Bytes member, double score) {
            remove(member);
            scores.put(member, score);
            order.add(new Ranked(member, score));
        }

        boolean remove(Bytes member) {
            Double score = scores.remove(member);
            return score != null && order.remove(new Ranked(member, score));
        }
    }

    record Elements(List<Bytes> elements) implements Content {
        Elements() {
            this(new Sequence());
        }

        @Override
        public ValueType type() {
            return ValueType.LIST;
        }

        @Override
        public long size() {
            return elements.size();
        }
    }

    record Fields(Map<Bytes, Bytes> fields) implements Content {
        Fields() {
            this(new HashMap<>());
        }

        @Override
        public ValueType type() {
            return ValueType.HASH;
        }

        @Override
        public long size() {
            return fields.size();
        }
    }
}
