package dev.yorozu.nostalgic.source;

import dev.yorozu.store.Key;
import dev.yorozu.store.Life;
import dev.yorozu.store.Read;
import dev.yorozu.store.Store;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;

/** Tells whether what is shown of a service may be another since, without reading it, where the store can tell. */
public final class Watch {
    private final Store store;
    private final Key[] keys;

    /** @param keys all that it is made of */
    public Watch(Store store, Key... keys) {
        this.store = store;
        this.keys = keys.clone();
    }

    /** A number that is another one once any of it was changed; empty where the store does not tell. */
    public OptionalLong revision() {
        return store.revision(keys);
    }

    /** Whether none of it has an end: that something ends is not told. */
    public boolean isLasting() {
        List<Optional<Life>> lives =
                store.readAll(Arrays.stream(keys).map(Read.Remaining::new).toList());
        return lives.stream().noneMatch(life -> life.isPresent() && life.get() instanceof Life.Ends);
    }
}
