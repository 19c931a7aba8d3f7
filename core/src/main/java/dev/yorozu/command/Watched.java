package dev.yorozu.command;

import dev.yorozu.store.Bytes;
import dev.yorozu.store.Key;
import dev.yorozu.store.Read;
import dev.yorozu.store.Store;
import dev.yorozu.store.ValueType;
import java.util.List;
import java.util.Optional;

/**
 * A key that a client watches, as it was when it began to.
 *
 * <p>A change is known by the store's {@linkplain Store#revision revision} of the key, which every write raises, also one that
 * puts back what was there: so a change and its undoing count as two, as in Redis. What the revision does not tell, that a
 * key has ended, and a count that is made in memory beside the writer, the type and the string tell. A change is never missed;
 * because revisions are kept in a table of fixed size, a change of another key may, once in 16,384 times, be taken for one
 * of this.
 *
 * <p>Where a Redis is behind the store, the string is a digest of the value, and nothing else tells: a change that was undone is
 * none, and neither is another life.
 */
record Watched(Key key, long revision, Optional<ValueType> type, Optional<Bytes> string) {
    /** The revision is asked for first: a change that comes between the two looks is found later. */
    static Watched of(Store store, Key key) {
        long revision = store.revision(key).orElseThrow();
        return store.view(List.of(key), state -> new Watched(key, revision, type(state, key), string(state, key)));
    }

    private static Optional<ValueType> type(Store.State state, Key key) {
        return state.read(new Read.Type(key));
    }

    private static Optional<Bytes> string(Store.State state, Key key) {
        return type(state, key).filter(ValueType.STRING::equals).flatMap(string -> state.read(new Read.Get(key)));
    }

    boolean isUnchanged(Store.State state) {
        return state.revision(key) == revision
                && type(state, key).equals(type)
                && string(state, key).equals(string);
    }
}
