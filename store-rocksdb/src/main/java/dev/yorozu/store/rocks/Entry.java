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
     * @param head of a list, the sequence number of its first element; the others follow without a gap
     * @param levels of a sorted set, how many levels its {@link RankIndex} has
     */
    record Collection(ValueType type, long generation, long size, long head, int levels) implements Entry {
        static Collection empty(ValueType type, long generation) {
            return new Collection(type, generation, 0, 0, 0);
        }

        Collection resized(long newSize) {
            return new Collection(type, generation, newSize, head, levels);
        }

        Collection between(long newHead, long newTail) {
            return new Collection(type, generation, newTail - newHead, newHead, levels);
        }

        /** Of a list, the sequence number after its last element. */
        long tail() {
            return head + size;
        }
    }
}
