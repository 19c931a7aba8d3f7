package dev.yorozu.nostalgic.counter;

/** What came of a visit. */
public sealed interface Visit {
    record Counted(CounterView view) implements Visit {}

    /** This visitor was counted before on this day; nothing was changed. */
    record Repeated(CounterView view) implements Visit {}

    /** So many visitors behind this address were counted today that this one was not; nothing was changed. */
    record Limited(CounterView view) implements Visit {}

    /** There is no such counter. */
    record Unknown() implements Visit {}
}
