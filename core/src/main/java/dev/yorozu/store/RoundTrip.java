package dev.yorozu.store;

import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.List;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * What one request asks of the store at once. The capabilities that take part add their questions and batches, {@link #send}
 * asks the store, and each reads its own answers:
 *
 * <pre>{@code
 * RoundTrip trip = new RoundTrip(store);
 * RoundTrip.Answer<Optional<Session>> session = sessions.find(trip, sid);
 * RoundTrip.Answer<Decision> decision = limits.check(trip, policy, address);
 * trip.send();
 * if (decision.get().allowed()) { … session.get() … }
 * }</pre>
 *
 * <p>Each batch is atomic by itself. There is no order between any two of them, nor between batches and questions, and the
 * keys may lie in any partitions. Each answer has its own fault. For use by one thread, and sent once.
 */
public final class RoundTrip {
    /** The most questions and batches of one trip. */
    public static final int MOST_ITEMS = 1024;

    private final Store store;
    /** No more is added once it is sent: then every store on the way goes through the same list. */
    private List<Item<?>> items = new ArrayList<>(4);

    private boolean sent;

    public RoundTrip(Store store) {
        this.store = store;
    }

    /** Sends a trip for one thing alone, and gives its answer. */
    public static <R> R ask(Store store, Function<? super RoundTrip, Answer<R>> asking) {
        RoundTrip trip = new RoundTrip(store);
        Answer<R> answer = asking.apply(trip);
        trip.send();
        return answer.get();
    }

    /** Commits a batch on whose outcome nothing depends. */
    public static void attempt(Store store, Batch batch) {
        RoundTrip trip = new RoundTrip(store);
        trip.commit(batch);
        trip.send();
    }

    /** Commits batches that lie anywhere, all at once; gives what became of them in their order, or throws the first fault. */
    public static List<Commit> commitAll(Store store, List<Batch> batches) {
        List<Commit> commits = new ArrayList<>();
        for (List<Batch> some : chunks(batches, MOST_ITEMS)) {
            RoundTrip trip = new RoundTrip(store);
            List<Answer<Commit>> answers = some.stream().map(trip::commit).toList();
            trip.send();
            answers.forEach(answer -> commits.add(answer.get()));
        }
        return commits;
    }

    /** What is too much for one trip or one batch, in parts of so many at most. */
    public static <T> List<List<T>> chunks(Collection<T> all, int most) {
        List<T> ordered = List.copyOf(all);
        List<List<T>> chunks = new ArrayList<>();
        for (int from = 0; from < ordered.size(); from += most) {
            chunks.add(ordered.subList(from, Math.min(ordered.size(), from + most)));
        }
        return chunks;
    }

    /** The answer to a question or the outcome of a batch, once the trip was sent. */
    @FunctionalInterface
    public interface Answer<R> {
        /** Throws the {@link StoreException} that the store met here, and nowhere else on the trip. */
        R get();

        /** An answer made from this one each time it is asked for. */
        default <T> Answer<T> map(Function<? super R, ? extends T> function) {
            return () -> function.apply(get());
        }

        /** An answer that is made when it is first asked for, and then kept. */
        static <R> Answer<R> once(Supplier<? extends R> making) {
            return new Once<>(making);
        }
    }

    /** Adds a question. */
    public <R> Answer<R> read(Read<R> question) {
        return add(new Question<>(question));
    }

    /** Adds questions; their answers come in their order, and the fault of one is the fault of all of these. */
    public <R> Answer<List<R>> readAll(List<? extends Read<? extends R>> questions) {
        List<Answer<? extends R>> answers = new ArrayList<>(questions.size());
        for (Read<? extends R> question : questions) {
            answers.add(read(question));
        }
        return () -> {
            List<R> all = new ArrayList<>(answers.size());
            answers.forEach(answer -> all.add(answer.get()));
            return Collections.unmodifiableList(all);
        };
    }

    /** Adds a batch. */
    public Answer<Commit> commit(Batch batch) {
        return add(new Change(batch));
    }

    private <I extends Item<?>> I add(I item) {
        if (sent) {
            throw new IllegalStateException("The trip was sent already");
        }
        if (items.size() == MOST_ITEMS) {
            throw new StoreException.LimitExceeded("A trip holds at most " + MOST_ITEMS + " questions and batches");
        }
        items.add(item);
        return item;
    }

    /** Asks the store; does nothing where nothing was added. Throws no {@link StoreException}: the answers do. */
    public void send() {
        if (sent) {
            throw new IllegalStateException("The trip was sent already");
        }
        sent = true;
        items = List.copyOf(items);
        if (!items.isEmpty()) {
            store.send(this);
        }
    }

    /** What was added, in its order; for stores. */
    public List<Item<?>> items() {
        return sent ? items : Collections.unmodifiableList(items);
    }

    /** A question or a batch, and the place of its answer. For stores, which {@linkplain #answer answer} each once. */
    public abstract static sealed class Item<R> implements Answer<R> {
        private @Nullable R value;
        private @Nullable StoreException fault;

        /** Has this store answer it alone. */
        public abstract void askOf(Store store);

        /** Takes what the supplier gives, or the {@link StoreException} that it throws. */
        public final void answer(Supplier<? extends R> answering) {
            try {
                value = answering.get();
                fault = null;
            } catch (StoreException met) {
                fault = met;
            }
        }

        /** Takes this fault for an answer. */
        public final void fail(StoreException met) {
            fault = met;
        }

        @Override
        public final R get() {
            if (fault != null) {
                throw fault;
            }
            if (value == null) {
                throw new IllegalStateException("The trip was not sent yet");
            }
            return value;
        }
    }

    /** A question on its way. */
    public static final class Question<R> extends Item<R> {
        private final Read<R> read;

        private Question(Read<R> read) {
            this.read = read;
        }

        @Override
        public void askOf(Store store) {
            answer(() -> store.read(read));
        }

        public Read<R> read() {
            return read;
        }
    }

    /** A batch on its way. */
    public static final class Change extends Item<Commit> {
        private final Batch batch;

        private Change(Batch batch) {
            this.batch = batch;
        }

        @Override
        public void askOf(Store store) {
            answer(() -> store.commit(batch));
        }

        public Batch batch() {
            return batch;
        }
    }

    private static final class Once<R> implements Answer<R> {
        private final Supplier<? extends R> making;
        private @Nullable R made;

        private Once(Supplier<? extends R> making) {
            this.making = making;
        }

        @Override
        public R get() {
            R known = made == null ? making.get() : made;
            made = known;
            return known;
        }
    }
}
