package dev.yorozu.bench.measure;

/** One measured operation. Called by many threads at once, each time with another number. */
@FunctionalInterface
public interface Operation {
    void run(long number) throws Exception;
}
