package dev.yorozu.store.rocks;

import dev.yorozu.store.Bytes;
import dev.yorozu.store.Result;
import dev.yorozu.store.StoreException;
import dev.yorozu.store.Write;
import dev.yorozu.store.backend.Throttling;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.time.InstantSource;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/**
 * A number that is counted in memory and written later; see {@link DeferredCounts}. Anybody counts here and reads, without
 * waiting; closing and writing are for the holder of the writer's lock.
 */
final class Counter implements Held {
    private static final State ABSENT = new State(0, Long.MIN_VALUE, true);

    /** What the key holds, and when it ends; when it has ended, there is nothing. Nothing is counted once it is closed. */
    private record State(long value, long end, boolean open) {
        State closed() {
            return new State(value, end, false);
        }

        byte @Nullable [] record() {
            return end == ABSENT.end ? null : RecordFormat.encode(new Entry.Text(Bytes.of(value)), end);
        }
    }

    private final String name;
    private final AtomicReference<State> state;
    /** What the engine holds, and the state that says so. */
    private byte @Nullable [] written;

    private State writtenState;

    /** @param record what the engine holds: a number, or nothing */
    Counter(String name, byte @Nullable [] record) {
        this.name = name;
        this.written = record;
        this.writtenState = record == null
                ? ABSENT
                : new State(RecordFormat.text(record).number().orElseThrow(), RecordFormat.end(record), true);
        this.state = new AtomicReference<>(writtenState);
    }

    String name() {
        return name;
    }

    /** The record as the engine would hold it. */
    byte @Nullable [] record() {
        return state.get().record();
    }

    /** What is counted at this moment. */
    Moment moment() {
        return new Moment(state.get());
    }

    /** A count as it was. */
    final class Moment {
        private final State seen;

        private Moment(State seen) {
            this.seen = seen;
        }

        /** The record as the engine would hold it. */
        byte @Nullable [] record() {
            return seen.record();
        }

        /** Whether nothing was counted since, and the counter still stands in its place. */
        boolean lasts(RecordCache cache) {
            return state.get() == seen && cache.get(name) == Counter.this;
        }
    }

    /** Does what the write says; null when this was closed, and nothing was done. */
    @Nullable
    Result apply(Write write, InstantSource clock) {
        while (true) {
            State current = state.get();
            if (!current.open()) {
                return null;
            }
            Instant now = clock.instant();
            boolean present = current.end() > now.toEpochMilli();
            Step step = switch (write) {
                case Write.Add add -> add(add, current, present, now);
                case Write.Throttle throttle -> throttle(throttle, current, present, now);
                default -> throw new IllegalArgumentException("This write does not count");
            };
            if (step.next() == current || state.compareAndSet(current, step.next())) {
                return step.result();
            }
        }
    }

    private record Step(State next, Result result) {}

    private static Step add(Write.Add add, State current, boolean present, Instant now) {
        long count = present ? current.value() : 0;
        long sum = count + add.delta();
        if (((count ^ sum) & (add.delta() ^ sum)) < 0) {
            throw new StoreException.NotANumber();
        }
        boolean ends = present && !(add.mends() && current.end() == RecordFormat.NEVER);
        long end = ends ? current.end() : Evaluator.end(add.onCreate(), now, RecordFormat.NEVER);
        return new Step(new State(sum, end, true), new Result.Number(sum));
    }

    private static Step throttle(Write.Throttle throttle, State current, boolean present, Instant now) {
        Throttling.Outcome outcome =
                Throttling.of(throttle).decide(Throttling.micros(now), present ? current.value() : 0);
        State next = outcome.decision().allowed()
                ? new State(outcome.arrival(), outcome.forgottenAt().toEpochMilli(), true)
                : current;
        return new Step(next, outcome.decision());
    }

    boolean isOpen() {
        return state.get().open();
    }

    /** Whether nothing was counted since it was last written. */
    boolean isIdle() {
        return state.get() == writtenState;
    }

    /** Ends the counting; readers find the last value here until something else stands in the place of this. */
    void close() {
        state.updateAndGet(State::closed);
    }

    /** As {@link #close}, if this is idle. */
    boolean closeIdle() {
        return state.compareAndSet(writtenState, writtenState.closed());
    }

    void reopen() {
        state.updateAndGet(last -> new State(last.value(), last.end(), true));
    }

    /** What the engine holds. */
    byte @Nullable [] written() {
        return written;
    }

    /** How the engine's record comes to say what is counted here at this moment. */
    Writing writing(long now) {
        State current = state.get();
        Slot slot = new Slot(name.getBytes(StandardCharsets.UTF_8), written);
        if (current.end() > now) {
            slot.place(new Entry.Text(Bytes.of(current.value())), current.end());
        } else {
            slot.clear();
        }
        return new Writing(slot, current);
    }

    /** What of this counter is on its way to the engine. */
    final class Writing {
        private final Slot slot;
        private final State saved;

        private Writing(Slot slot, State saved) {
            this.slot = slot;
            this.saved = saved;
        }

        Slot slot() {
            return slot;
        }

        /** The engine has it. */
        void done() {
            written = slot.record();
            writtenState = saved;
        }
    }
}
