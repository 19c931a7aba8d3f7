package dev.yorozu.limit;

import dev.yorozu.store.Batch;
import dev.yorozu.store.Commit;
import dev.yorozu.store.Expiry;
import dev.yorozu.store.Guard;
import dev.yorozu.store.Key;
import dev.yorozu.store.Life;
import dev.yorozu.store.Read;
import dev.yorozu.store.Result;
import dev.yorozu.store.Store;
import dev.yorozu.store.StoreException;
import dev.yorozu.store.Write;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Counts requests in fixed windows: one counter for each client and window, one round trip for each request.
 *
 * <p>Exact under any concurrency within a window: of all requests the first {@code limit} pass. Around the border of two
 * windows twice the limit may pass in less time than a window, which is how the documented systems count; {@link Gcra}
 * spreads evenly instead. Counters are relaxed: a machine that stops forgets the last of them. Safe for use by many
 * threads, and no method throws a {@link StoreException}: keeping count never breaks what is counted.
 *
 * <p>A counter has its end from its first instant, because the write that makes it sets both. Other programs that count
 * at the same keys may make one and die before they give it an end. So requests also ask, on the same trip, how long their
 * counter lives, and give an endless one the end that it should have; where a counter runs hot, only some do.
 *
 * <p>Whoever was refused and asks again within a second is refused from memory; {@link Refusals} says what that means.
 */
public final class FixedWindow {
    private static final Optional<Life> ENDLESS = Optional.of(new Life.Endless());

    private final Store store;
    private final Counting counting;
    private final Refusals refusals = new Refusals();
    private final HotCounters hot = new HotCounters();
    private final WindowLayout layout;
    private final InstantSource clock;

    public FixedWindow(Store store, WindowLayout layout, InstantSource clock) {
        this.store = store;
        this.counting = new Counting(store);
        this.layout = layout;
        this.clock = clock;
    }

    /** Counts one request of a client, and decides on it. */
    public Decision check(WindowPolicy policy, String id) {
        return check(policy, id, List.of()).decision();
    }

    /**
     * A decision, and the answer that came with it.
     *
     * @param answer empty when the two could not be had together: whoever needs it asks the store again
     */
    public record Checked<R>(Decision decision, Optional<R> answer) {}

    /** As {@link #check(WindowPolicy, String)}, with an answer to something else on the same trip to the store. */
    public <R> Checked<R> check(WindowPolicy policy, String id, Read<R> question) {
        Checked<List<R>> checked = check(policy, id, List.of(question));
        return new Checked<>(checked.decision(), checked.answer().map(List::getFirst));
    }

    /**
     * As {@link #check(WindowPolicy, String)}, with answers to other questions on the same trip to the store, in their
     * order. When something lies at a key that does not belong there, the request may be counted twice.
     */
    public <R> Checked<List<R>> check(WindowPolicy policy, String id, List<? extends Read<? extends R>> questions) {
        Instant now = clock.instant();
        Window window = Window.of(policy, now);
        Write.Add add = add(window, id, now);
        if (questions.isEmpty() && refusals.holds(add.key(), now)) {
            return new Checked<>(Decision.refused(policy, window.end(), now), Optional.of(List.of()));
        }
        try {
            Store.Answered<List<R>> answered = hot.knows(add.key()) ? counted(add, questions) : ended(add, questions);
            long count = ((Commit.Applied) answered.commit()).number(0);
            if (count > policy.limit()) {
                refusals.remember(add.key(), now);
            }
            return new Checked<>(Decision.counted(policy, count, window.end(), now), Optional.of(answered.answer()));
        } catch (StoreException.WrongType | StoreException.NotANumber garbage) {
            return new Checked<>(makingRoom(policy, add, window, now), Optional.empty());
        } catch (StoreException fault) {
            return new Checked<>(Decision.withoutStore(policy, now), Optional.empty());
        }
    }

    /** Counts at a counter that has an end. */
    private <R> Store.Answered<List<R>> counted(Write.Add add, List<? extends Read<? extends R>> questions) {
        Store.Answered<List<R>> answered = counting.apply(add, questions);
        hot.counted(add.key(), ((Commit.Applied) answered.commit()).number(0));
        return answered;
    }

    /** Counts, and makes sure that the counter has an end. */
    private <R> Store.Answered<List<R>> ended(Write.Add add, List<? extends Read<? extends R>> questions) {
        Store.Answered<List<Object>> answered = counting.apply(add, withLife(questions, add.key()));
        if (answered.answer().getLast().equals(ENDLESS)) {
            quietly(Batch.builder().expire(add.key(), add.onCreate()));
        } else {
            hot.hasEnd(add.key(), ((Commit.Applied) answered.commit()).number(0));
        }
        return new Store.Answered<>(answered.commit(), answersTo(questions, answered.answer()));
    }

    /** Forgets what a client has been counted in this window. */
    public void clear(WindowPolicy policy, String id) {
        Key key = layout.key().apply(Window.of(policy, clock.instant()), id);
        quietly(Batch.builder().delete(key));
        refusals.forget(key);
    }

    /**
     * Takes one request back that was counted and then not made. A counter that has ended meanwhile is not made again, and
     * none falls below zero.
     *
     * @param counted what was decided on that request
     */
    public void giveBack(WindowPolicy policy, String id, Decision counted) {
        Instant now = clock.instant();
        Window window = Window.of(policy, counted.reset().minus(policy.window()));
        if (now.isBefore(window.end())) {
            Key key = layout.key().apply(window, id);
            Expiry life = layout.life().apply(window, now);
            quietly(Batch.builder().require(Guard.atLeast(key, 1)).add(key, -1, life));
            refusals.forget(key);
        }
    }

    private Decision makingRoom(WindowPolicy policy, Write.Add add, Window window, Instant now) {
        try {
            return Decision.counted(policy, ((Result.Number) counting.apply(add)).value(), window.end(), now);
        } catch (StoreException fault) {
            return Decision.withoutStore(policy, now);
        }
    }

    /** A change that is not worth a fault: what it leaves undone only counts against the client, and ends by itself. */
    private void quietly(Batch.Builder change) {
        try {
            store.commit(change.relaxed().build());
        } catch (StoreException fault) {
            return;
        }
    }

    private Write.Add add(Window window, String id, Instant now) {
        return new Write.Add(layout.key().apply(window, id), 1, layout.life().apply(window, now));
    }

    private static List<Read<?>> withLife(List<? extends Read<?>> questions, Key counter) {
        List<Read<?>> all = new ArrayList<>(questions.size() + 1);
        all.addAll(questions);
        all.add(new Read.Remaining(counter));
        return all;
    }

    /** Without the last, which nobody but this class asked for. */
    @SuppressWarnings("unchecked") // Each answer is of the type of its question, and the last is left out.
    private static <R> List<R> answersTo(List<? extends Read<? extends R>> questions, List<Object> answers) {
        return (List<R>) answers.subList(0, questions.size());
    }
}
