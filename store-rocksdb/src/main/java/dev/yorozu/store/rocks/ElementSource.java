package dev.yorozu.store.rocks;

import org.jspecify.annotations.Nullable;

/** Where elements of collections are read, all of one moment: a view of the database, or the writer's workspace. */
interface ElementSource {
    /** Of strings, which have no elements, so that nobody asks. */
    ElementSource NONE = new ElementSource() {
        @Override
        public byte @Nullable [] element(byte[] key) {
            throw new IllegalStateException("Strings have no elements");
        }

        @Override
        public Cursor elements() {
            throw new IllegalStateException("Strings have no elements");
        }

        @Override
        public Entry.Collection counted(Entry.Collection ranking) {
            throw new IllegalStateException("Strings have no elements");
        }
    };

    byte @Nullable [] element(byte[] key);

    /** A cursor over all elements, for the caller to close. */
    Cursor elements();

    /** The sorted set with those of its levels that tell positions here. Comes before a cursor is opened. */
    Entry.Collection counted(Entry.Collection ranking);
}
