package dev.yorozu.bench.store;

import dev.yorozu.bench.measure.Load;
import dev.yorozu.store.Store;

/** The engine below a store, driven by hand: what the store is measured against. */
public interface Engine extends AutoCloseable {
    /** What it is, with its version. */
    String name();

    /** The store on an engine of the same kind. */
    Store store();

    /** What a caller of this engine is. */
    Load.Threads callers();

    void read(long number) throws Exception;

    void putDurable(long number) throws Exception;

    /** Whether the engine tells a relaxed put from a durable one. */
    boolean knowsRelaxed();

    void putRelaxed(long number) throws Exception;

    /** Once a visitor, add to two counters: the same as {@link Workload#visit}. */
    void visit(long number) throws Exception;

    /** Puts the records that are read. */
    void fill(Workload workload) throws Exception;

    @Override
    void close();
}
