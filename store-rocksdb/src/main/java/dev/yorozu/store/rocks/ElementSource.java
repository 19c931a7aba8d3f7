package dev.yorozu.store.rocks;

import org.jspecify.annotations.Nullable;

/** Where elements of collections are read, all of one moment: a view of the database, or the writer's workspace. */
interface ElementSource {
    byte @Nullable [] element(byte[] key);

    /** A cursor over all elements, for the caller to close. */
    Cursor elements();
}
