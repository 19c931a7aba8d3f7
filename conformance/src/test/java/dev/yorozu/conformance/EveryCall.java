package dev.yorozu.conformance;

import static org.assertj.core.api.Assertions.assertThat;

import dev.yorozu.store.Store;
import dev.yorozu.store.StoreException;
import dev.yorozu.store.testkit.FaultyStore;
import dev.yorozu.store.testkit.FaultyStore.Fault;
import java.util.List;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import java.util.function.IntPredicate;
import java.util.function.Supplier;

/**
 * What a capability does, played again for each call that it makes to the store: cut off at that call, or with another action
 * just before it. Each case has a fixture of its own.
 *
 * @param store what lies behind the store through which the act goes
 * @param fixtures prepares what an act works on, and what its outcome is seen by
 * @param inTurn which cases are played, by their number; see {@link Suite#inTurn}
 */
public record EveryCall<F, R>(Store store, Supplier<F> fixtures, Act<F, R> act, IntPredicate inTurn) {
    /** More calls than any act makes. */
    private static final int MOST_CALLS = 60;

    /** What is done through a store that fails, or in which another action happens meanwhile. */
    public interface Act<F, R> {
        R through(Store store, F fixture);
    }

    /** What another server, or an operator, does meanwhile. */
    public interface Interruption<F> {
        Consumer<F> action();
    }

    /** What must hold when both the act and the other action are done. */
    public interface Outcome<F, R, O> {
        void check(F fixture, R result, O other);
    }

    /**
     * How an act was cut off.
     *
     * @param call the number of the call, counted from 1
     * @param last whether it was the act's last call
     * @param failed whether the act reported it: cleaning up may fail in silence
     */
    public record Cut(Fault fault, int call, boolean last, boolean failed) {}

    /**
     * Cuts the act off at each call and in each way, but does not lose the answer to a call that only asks: to the caller
     * that is a refusal. The check of a whole act sees a fixture in which nothing failed.
     */
    public void cutOff(Consumer<F> whole, BiConsumer<F, Cut> aftermath) {
        FaultyStore alone = alone(whole);
        int calls = alone.calls();
        for (Fault fault : Fault.values()) {
            for (int call = 1; call <= calls; call++) {
                boolean differs = alone.changes(call) || !fault.applies();
                if (differs && inTurn.test(fault.ordinal() + call)) {
                    F fixture = fixtures.get();
                    boolean failed = fails(fixture, FaultyStore.failing(store, fault, call));
                    aftermath.accept(fixture, new Cut(fault, call, call == calls, failed));
                }
            }
        }
    }

    /** Lets each of the other actions happen at each call. The check of a whole act sees a fixture without another. */
    public <O extends Interruption<F>> void amongOthers(List<O> others, Consumer<F> whole, Outcome<F, R, O> outcome) {
        int calls = alone(whole).calls();
        int number = 0;
        for (int call = 1; call <= calls; call++) {
            for (O other : others) {
                if (inTurn.test(number++)) {
                    F fixture = fixtures.get();
                    FaultyStore busy = FaultyStore.meanwhile(
                            store, call, () -> other.action().accept(fixture));
                    outcome.check(fixture, act.through(busy, fixture), other);
                }
            }
        }
    }

    private boolean fails(F fixture, FaultyStore faulty) {
        try {
            act.through(faulty, fixture);
            return false;
        } catch (StoreException expected) {
            return true;
        }
    }

    /** The calls that the act makes when it is left alone. */
    private FaultyStore alone(Consumer<F> whole) {
        FaultyStore counting = FaultyStore.counting(store);
        F fixture = fixtures.get();
        act.through(counting, fixture);
        whole.accept(fixture);
        assertThat(counting.calls()).isBetween(1, MOST_CALLS);
        return counting;
    }
}
