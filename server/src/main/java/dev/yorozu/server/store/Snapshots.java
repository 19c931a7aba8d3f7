package dev.yorozu.server.store;

import dev.yorozu.store.Store;
import java.util.function.Consumer;

/** Lets a backup see a store at rest, where the kind of store can do that. */
public interface Snapshots {
    /** Whether nothing changes while {@link #use} runs. */
    boolean pointInTime();

    /** Whether nobody can use the store as long as this process has it open, and this process serves nobody. */
    default boolean stopped() {
        return false;
    }

    /** Calls back with what a backup is to read, and clears it away afterwards. */
    void use(Consumer<Store> reader);

    /**
     * The store itself.
     *
     * @param alone whether nobody else can change it, so that the walk is a point in time too
     */
    static Snapshots live(Store store, boolean alone) {
        return new Live(store, alone, alone);
    }

    /** A store that is read where it lies. */
    record Live(Store store, boolean pointInTime, boolean stopped) implements Snapshots {
        @Override
        public void use(Consumer<Store> reader) {
            reader.accept(store);
        }
    }
}
