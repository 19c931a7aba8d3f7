package dev.yorozu.store;

import java.util.List;
import java.util.Optional;

/** The outcome of a batch: all of it, or none of it. */
public sealed interface Commit {
    /** Every guard held and every write happened; one result for each write, in their order. */
    record Applied(List<Result> results) implements Commit {
        public Applied {
            results = List.copyOf(results);
        }

        public boolean flag(int index) {
            return as(Result.Flag.class, index).value();
        }

        public long number(int index) {
            return as(Result.Number.class, index).value();
        }

        public Optional<Bytes> value(int index) {
            return as(Result.Value.class, index).value();
        }

        /** What a trim removed. */
        public List<Bytes> elements(int index) {
            return as(Result.Elements.class, index).elements();
        }

        public Result.Decision decision(int index) {
            return as(Result.Decision.class, index);
        }

        private <R extends Result> R as(Class<R> type, int index) {
            return type.cast(results.get(index));
        }
    }

    /** Nothing happened: this guard, the first that did not hold, found something else. */
    record Rejected(int index, Guard guard, Found found) implements Commit {}

    /** Whether the batch was applied, for callers that need no more. */
    default boolean applied() {
        return this instanceof Applied;
    }
}
