package dev.yorozu.bench;

/** One measured operation. Called by many threads at once, each time with another number. */
@FunctionalInterface
interface Operation {
    void run(long number) throws Exception;
}
