package dev.yorozu.store.rocks;

import dev.yorozu.store.Bytes;
import dev.yorozu.store.ValueType;

/** What a key's record says of its value: a string itself, a collection only where its elements are. */
sealed interface Entry {
    ValueType type();

    record Text(Bytes value) implements Entry {
        @Override
        public ValueType type() {
            return ValueType.STRING;
        }
    }

    /**
     * A set, sorted set, list or hash.
     *
     * @param generation the number under which its elements are kept; no other collection ever had it
     * @param size how many elements there are
     * @param removed how many elements were removed from this generation, which the engine must pass on every walk
     * @param head of a list, the sequence number of its first element, which the others follow without a gap; of a
     *     sorted set, a bound below which no score lies, see {@link ElementKey#sortable}
     * @param second of a sorted set, a bound below which no score but that of the first member lies
     * @param levels of a sorted set, how many levels its {@link RankIndex} has
     */
    record Collection(ValueType type, long generation, long size, long removed, long head, long second, int levels)
            implements Entry {
        /** Below so many elements a walk should not take much longer than they need. */
        private static final long SMALL = 1024;

        static Collection empty(ValueType type, long generation) {
            long bound = type == ValueType.RANK ? ElementKey.HIGHEST : 0;
            return new Collection(type, generation, 0, 0, bound, bound, 0);
        }

        Collection grown(long added) {
            return new Collection(type, generation, size + added, removed, head, second, levels);
        }

        Collection shrunk(long gone) {
            return new Collection(type, generation, size - gone, removed + gone, head, second, levels);
        }

        Collection between(long newHead, long newTail) {
            return new Collection(type, generation, newTail - newHead, removed, newHead, second, levels);
        }

        /** Of a sorted set, with what tells positions by counting members alone. */
        Collection withoutLevels() {
            return new Collection(type, generation, size, removed, head, second, 0);
        }

        /**
         * Whether so much was removed that its elements should move to a new generation. Moving costs less than half an
         * element for each removal, and only small collections move, so that no batch takes long.
         */
        boolean worn() {
            return size > 0 && size <= SMALL && removed > 256 + 2 * size;
        }

        /** Of a list, the sequence number after its last element. */
        long tail() {
            return head + size;
        }
    }
}
