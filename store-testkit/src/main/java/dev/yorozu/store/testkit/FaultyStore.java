package dev.yorozu.store.testkit;

import dev.yorozu.store.Batch;
import dev.yorozu.store.Commit;
import dev.yorozu.store.Durability;
import dev.yorozu.store.Key;
import dev.yorozu.store.MemoryUse;
import dev.yorozu.store.Read;
import dev.yorozu.store.RoundTrip;
import dev.yorozu.store.Scan;
import dev.yorozu.store.Store;
import dev.yorozu.store.StoreException;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;

/**
 * A store that fails at one chosen call, or lets something else happen just before it, and counts its calls. It stands for
 * the moment at which a server is killed, its connection breaks, or another server is quicker; the store behind it stays
 * whole and shows what was left.
 *
 * <p>Each question and each batch of a {@link RoundTrip} is a call of its own, one after the other: so a trip is met at
 * every one of its parts. It is one of the {@link #trips} all the same.
 */
public final class FaultyStore implements Store {
    /** When the chosen call fails, and whether the caller lives on. */
    public enum Fault {
        /** The call does nothing; the next one works again. */
        REFUSED,
        /** The call does its work and its answer is lost; the next one works again. */
        UNANSWERED,
        /** The call does nothing, and neither does any after it: the caller is dead. */
        KILLED_BEFORE,
        /** The call does its work, and no other is made after it: the caller is dead. */
        KILLED_AFTER;

        /** Whether the chosen call does its work. */
        public boolean applies() {
            return this == UNANSWERED || this == KILLED_AFTER;
        }

        /** Whether nothing more is done after the chosen call. */
        public boolean kills() {
            return this == KILLED_BEFORE || this == KILLED_AFTER;
        }
    }

    private final Store store;
    private final Fault fault;
    private final int failing;
    private final int interrupted;
    private final Runnable meanwhile;
    private final int followed;
    private final Runnable afterwards;
    private final AtomicInteger calls = new AtomicInteger();
    private final AtomicInteger together = new AtomicInteger();
    private final Set<Integer> changing = ConcurrentHashMap.newKeySet();

    private FaultyStore(
            Store store,
            Fault fault,
            int failing,
            int interrupted,
            Runnable meanwhile,
            int followed,
            Runnable afterwards) {
        this.store = store;
        this.fault = fault;
        this.failing = failing;
        this.interrupted = interrupted;
        this.meanwhile = meanwhile;
        this.followed = followed;
        this.afterwards = afterwards;
    }

    /** Fails at the call of this number, counted from 1. Closing it leaves the store behind it open. */
    public static FaultyStore failing(Store store, Fault fault, int call) {
        return new FaultyStore(store, fault, call, 0, () -> {}, 0, () -> {});
    }

    /** Never fails, and counts. */
    public static FaultyStore counting(Store store) {
        return meanwhile(store, 0, () -> {});
    }

    /** Never fails; does something else just before the call of this number, counted from 1. */
    public static FaultyStore meanwhile(Store store, int call, Runnable action) {
        return new FaultyStore(store, Fault.REFUSED, Integer.MAX_VALUE, call, action, 0, () -> {});
    }

    /** Never fails; does something else after the call of this number, counted from 1, and before its answer arrives. */
    public static FaultyStore afterwards(Store store, int call, Runnable action) {
        return new FaultyStore(store, Fault.REFUSED, Integer.MAX_VALUE, 0, () -> {}, call, action);
    }

    /** How many calls were made. */
    public int calls() {
        return calls.get();
    }

    /** Whether the call of this number was a batch. At any other a lost answer is the same as a refusal. */
    public boolean changes(int call) {
        return changing.contains(call);
    }

    /** How many round trips they took. */
    public int trips() {
        return calls.get() - together.get();
    }

    @Override
    public Commit commit(Batch batch) {
        return call(() -> store.commit(batch), true);
    }

    @Override
    public void send(RoundTrip trip) {
        together.addAndGet(trip.items().size() - 1);
        Store.super.send(trip);
    }

    @Override
    public <R> R read(Read<R> question) {
        return call(() -> store.read(question), false);
    }

    @Override
    public <R> List<R> readAll(List<? extends Read<? extends R>> questions) {
        return call(() -> store.<R>readAll(questions), false);
    }

    @Override
    public <R> R run(Program<R> program, Durability durability) {
        return call(() -> store.run(program, durability), true);
    }

    @Override
    public <R> R view(List<Key> keys, Program<R> program) {
        return call(() -> store.view(keys, program), false);
    }

    @Override
    public Optional<Relay> relay() {
        return store.relay();
    }

    @Override
    public Scan.Page scan(Scan scan) {
        return call(() -> store.scan(scan), false);
    }

    @Override
    public void ping() {
        store.ping();
    }

    @Override
    public Optional<MemoryUse> memory() {
        return store.memory();
    }

    @Override
    public void close() {}

    private <T> T call(Supplier<T> action, boolean changes) {
        int number = calls.incrementAndGet();
        if (changes) {
            changing.add(number);
        }
        if (number == interrupted) {
            meanwhile.run();
        }
        if (number < failing || (number > failing && !fault.kills())) {
            T answer = action.get();
            if (number == followed) {
                afterwards.run();
            }
            return answer;
        }
        if (number == failing && fault.applies() && changes) {
            throw lost(action.get());
        }
        throw new StoreException.Unavailable("The store is out of reach");
    }

    private static StoreException lost(Object answer) {
        String what = "The answer was lost: " + answer.getClass().getSimpleName();
        return new StoreException.OutcomeUnknown(what, new IllegalStateException("The connection broke"));
    }
}
