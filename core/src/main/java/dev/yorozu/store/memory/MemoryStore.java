package dev.yorozu.store.memory;

import dev.yorozu.store.Batch;
import dev.yorozu.store.Bytes;
import dev.yorozu.store.Commit;
import dev.yorozu.store.Durability;
import dev.yorozu.store.Key;
import dev.yorozu.store.Life;
import dev.yorozu.store.MemoryUse;
import dev.yorozu.store.Order;
import dev.yorozu.store.Ranked;
import dev.yorozu.store.Read;
import dev.yorozu.store.Result;
import dev.yorozu.store.Scan;
import dev.yorozu.store.Store;
import dev.yorozu.store.StoreException;
import dev.yorozu.store.Write;
import dev.yorozu.store.backend.Evaluation;
import dev.yorozu.store.backend.Limits;
import dev.yorozu.store.backend.Revisions;
import dev.yorozu.store.backend.StoreObserver;
import dev.yorozu.store.memory.Content.Elements;
import dev.yorozu.store.memory.Content.Fields;
import dev.yorozu.store.memory.Content.Members;
import dev.yorozu.store.memory.Content.Ranking;
import dev.yorozu.store.memory.Content.Text;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import java.util.Set;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * The reference store: everything in memory, gone with the process.
 *
 * <p>One lock serialises all calls, so every batch and every read sees one moment. Positions in a sorted set are found
 * by walking it; use another store for large rankings.
 */
public final class MemoryStore implements Store {
    private final ReentrantLock lock = new ReentrantLock();
    private final Entries entries = new Entries();
    private final Writer writer = new Writer(entries);
    private final Revisions revisions = new Revisions();
    private final InstantSource clock;
    private final Limits limits;
    private final StoreObserver observer;
    private boolean closed;

    public MemoryStore() {
        this(InstantSource.system(), Limits.DEFAULT, StoreObserver.NONE);
    }

    public MemoryStore(InstantSource clock, Limits limits, StoreObserver observer) {
        this.clock = clock;
        this.limits = limits;
        this.observer = observer;
    }

    @Override
    public Commit commit(Batch batch) {
        limits.check(batch);
        return locked(() -> {
            Commit commit = writer.commit(batch);
            if (commit.applied()) {
                revisions.changed(batch);
            }
            return commit;
        });
    }

    @Override
    public OptionalLong revision(Key... keys) {
        return locked(() -> OptionalLong.of(revisions.of(keys)));
    }

    @Override
    public <R> R read(Read<R> question) {
        limits.check(question);
        return locked(() -> answer(question));
    }

    @Override
    public <R> List<R> readAll(List<? extends Read<? extends R>> questions) {
        limits.check(questions);
        return locked(() -> {
            List<R> answers = new ArrayList<>(questions.size());
            for (Read<? extends R> question : questions) {
                answers.add(answer(question));
            }
            return answers;
        });
    }

    @Override
    public Scan.Page scan(Scan scan) {
        return locked(() -> {
            List<Key> keys = new ArrayList<>();
            String name = scan.cursor().isEmpty() ? entries.from(scan.prefix()) : entries.after(scan.cursor());
            while (name != null && name.startsWith(scan.prefix())) {
                keys.add(Key.of(name));
                if (keys.size() == scan.limit()) {
                    return new Scan.Page(keys, name);
                }
                name = entries.after(name);
            }
            return new Scan.Page(keys, "");
        });
    }

    @Override
    public <R> R run(Program<R> program, Durability durability) {
        return locked(() -> program.run(new Now()));
    }

    @Override
    public <R> R view(List<Key> keys, Program<R> program) {
        return locked(() -> program.run(new Now()));
    }

    /** The entries at the moment for which the lock is held. */
    private final class Now implements State {
        @Override
        public Instant now() {
            return entries.now();
        }

        @Override
        public <R> R read(Read<R> question) {
            limits.check(question);
            return answer(question);
        }

        @Override
        public long below(Key key, double score, boolean orEqual) {
            Ranking ranking = entries.find(key.name(), Ranking.class);
            return ranking == null
                    ? 0
                    : ranking.order().stream()
                            .takeWhile(ranked -> orEqual ? ranked.score() <= score : ranked.score() < score)
                            .count();
        }

        @Override
        public Result apply(Write write) {
            limits.check(write);
            Result result = Evaluation.apply(write, writer);
            revisions.changed(write.key());
            return result;
        }

        @Override
        public Commit commit(Batch batch) {
            return MemoryStore.this.commit(batch);
        }

        @Override
        public void move(Key from, Key to) {
            limits.check(to);
            entries.move(from.name(), to.name());
            revisions.changed(from);
            revisions.changed(to);
        }

        @Override
        public long revision(Key key) {
            return revisions.of(key);
        }
    }

    @Override
    public void ping() {
        locked(() -> true);
    }

    /** That of the whole process, of which the entries are the part that grows. */
    @Override
    public Optional<MemoryUse> memory() {
        Runtime process = Runtime.getRuntime();
        return locked(
                () -> Optional.of(new MemoryUse(process.totalMemory() - process.freeMemory(), process.maxMemory())));
    }

    @Override
    public void close() {
        lock.lock();
        try {
            closed = true;
        } finally {
            lock.unlock();
        }
    }

    private <T> T locked(Supplier<T> action) {
        lock.lock();
        try {
            if (closed) {
                throw new StoreException.Unavailable("The store is closed");
            }
            int expired = entries.advance(clock.instant());
            if (expired > 0) {
                observer.expired(expired);
            }
            return action.get();
        } finally {
            lock.unlock();
        }
    }

    /** The answer's type follows from the question's, which the compiler cannot see through the switch. */
    @SuppressWarnings("unchecked")
    private <R> R answer(Read<R> question) {
        String name = question.key().name();
        Object answer = switch (question) {
            case Read.Get get ->
                Optional.ofNullable(entries.find(name, Text.class)).map(Text::value);
            case Read.Formed<?> formed ->
                formed.of(Optional.ofNullable(entries.find(name, Text.class)).map(Text::value));
            case Read.Members members -> {
                Members set = entries.find(name, Members.class);
                yield set == null ? Set.of() : Set.copyOf(set.members());
            }
            case Read.IsMember is -> {
                Members set = entries.find(name, Members.class);
                yield set != null && set.members().contains(is.member());
            }
            case Read.Ranks ranks -> ranks(entries.find(name, Ranking.class), ranks);
            case Read.RankOf of -> rankOf(entries.find(name, Ranking.class), of);
            case Read.ScoreOf of -> {
                Ranking ranking = entries.find(name, Ranking.class);
                Double score = ranking == null ? null : ranking.scores().get(of.member());
                yield score == null ? OptionalDouble.empty() : OptionalDouble.of(score);
            }
            case Read.Slice slice -> {
                Elements list = entries.find(name, Elements.class);
                yield list == null ? List.of() : between(list.elements(), slice.start(), slice.stop());
            }
            case Read.Field field -> {
                Fields hash = entries.find(name, Fields.class);
                yield Optional.ofNullable(hash == null ? null : hash.fields().get(field.field()));
            }
            case Read.Fields fields -> {
                Fields hash = entries.find(name, Fields.class);
                yield hash == null ? Map.of() : Map.copyOf(hash.fields());
            }
            case Read.Size size -> {
                Content content = entries.find(name);
                if (content instanceof Text) {
                    throw new StoreException.WrongType();
                }
                yield content == null ? 0L : content.size();
            }
            case Read.Type type -> Optional.ofNullable(entries.find(name)).map(Content::type);
            case Read.Remaining remaining ->
                Optional.ofNullable(entries.find(name)).map(content -> life(name));
            case Read.Footprint footprint -> footprint(name, entries.find(name));
        };
        return (R) answer;
    }

    private Life life(String name) {
        long left = entries.millisLeft(name);
        return left < 0 ? new Life.Endless() : new Life.Ends(Duration.ofMillis(left));
    }

    private static List<Ranked> ranks(@Nullable Ranking ranking, Read.Ranks ranks) {
        if (ranking == null) {
            return List.of();
        }
        boolean rising = ranks.order() == Order.RISING;
        return between(
                new ArrayList<>(rising ? ranking.order() : ranking.order().descendingSet()),
                ranks.start(),
                ranks.stop());
    }

    private static OptionalLong rankOf(@Nullable Ranking ranking, Read.RankOf of) {
        Double score = ranking == null ? null : ranking.scores().get(of.member());
        if (ranking == null || score == null) {
            return OptionalLong.empty();
        }
        long before = ranking.order().headSet(new Ranked(of.member(), score)).size();
        return OptionalLong.of(of.order() == Order.RISING ? before : ranking.size() - 1 - before);
    }

    /** The elements from start to stop, both included; negative positions count from the end. */
    private static <T> List<T> between(List<T> all, long start, long stop) {
        long first = Math.max(0, start < 0 ? all.size() + start : start);
        long last = Math.min(all.size() - 1L, stop < 0 ? all.size() + stop : stop);
        return first > last ? List.of() : List.copyOf(all.subList((int) first, (int) last + 1));
    }

    private static long footprint(String name, @Nullable Content content) {
        return switch (content) {
            case null -> 0L;
            case Text text -> name.length() + (long) text.value().length();
            case Members set -> name.length() + bytes(set.members());
            case Ranking ranking -> name.length() + bytes(ranking.scores().keySet()) + 8 * ranking.size();
            case Elements list -> name.length() + bytes(list.elements());
            case Fields hash ->
                name.length()
                        + bytes(hash.fields().keySet())
                        + bytes(hash.fields().values());
        };
    }

    private static long bytes(Iterable<Bytes> all) {
        long sum = 0;
        for (Bytes bytes : all) {
            sum += bytes.length();
        }
        return sum;
    }
}
