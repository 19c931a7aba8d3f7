package dev.yorozu.store.rocks;

import dev.yorozu.store.Batch;
import dev.yorozu.store.Bytes;
import dev.yorozu.store.Commit;
import dev.yorozu.store.Guard;
import dev.yorozu.store.Key;
import dev.yorozu.store.Life;
import dev.yorozu.store.Read;
import dev.yorozu.store.Store;
import dev.yorozu.store.StoreException;
import dev.yorozu.store.ValueType;
import dev.yorozu.store.backend.Evaluation;
import dev.yorozu.store.backend.Preflight;
import dev.yorozu.store.backend.Revisions;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.rocksdb.RocksDBException;

/** Answers questions on the caller's thread, beside the writer. The caller is inside the engine's {@link Gate}. */
final class Answers {
    /** Of larger sets no members are kept. */
    private static final int MOST_MEMBERS = 8;

    /** So many records are asked for in one call; of fewer, each that is not there would cost more than all calls. */
    private static final int TOGETHER = 8;

    /** So many views are made until one is of a moment at which nothing was counted. */
    private static final int MOST_VIEWS = 8;

    private final Engine engine;
    private final RecordCache cache;
    private final InstantSource clock;
    private final boolean counting;

    Answers(Engine engine, RecordCache cache, InstantSource clock) {
        this(engine, cache, clock, false);
    }

    /** @param counting as {@link View} has it */
    Answers(Engine engine, RecordCache cache, InstantSource clock, boolean counting) {
        this.engine = engine;
        this.cache = cache;
        this.clock = clock;
        this.counting = counting;
    }

    /** The answer's type follows from the question's, which the compiler cannot see through the switch. */
    @SuppressWarnings("unchecked")
    <R> R answer(Read<R> question) {
        Object answer = switch (question) {
            case Read.Get get -> text(record(get.key()));
            case Read.Formed<?> formed -> made(formed);
            case Read.IsMember is -> isMember(is.key(), is.member());
            case Read.Field field ->
                Optional.ofNullable(element(field.key(), ValueType.HASH, field.field()))
                        .map(Bytes::wrap);
            case Read.ScoreOf of -> score(element(of.key(), ValueType.RANK, of.member()));
            case Read.Size size -> size(record(size.key()));
            case Read.Type type -> Optional.ofNullable(record(type.key())).map(RecordFormat::type);
            case Read.Remaining remaining ->
                Optional.ofNullable(record(remaining.key())).map(found -> life(found, clock.millis()));
            case Read.Members members -> walk(question);
            case Read.Fields fields -> walk(question);
            case Read.Slice slice -> walk(question);
            case Read.Ranks ranks -> walk(question);
            case Read.RankOf of -> walk(question);
            case Read.Footprint footprint -> walk(question);
        };
        return (R) answer;
    }

    /**
     * The rejection of a batch, where one look at the record of its first guard's key tells: what rejects it now rejects it,
     * whatever is written behind it. Null when that look tells nothing.
     */
    Commit.@Nullable Rejected rejection(Batch batch) {
        return batch.guards().getFirst() instanceof Guard.OnValue first && !isKnownToHold(first)
                ? Evaluation.rejection(batch, new Moment(record(first.key())))
                : null;
    }

    /** Whether a guard asks for no more than what was made of the record tells. */
    private boolean isKnownToHold(Guard.OnValue guard) {
        return guard instanceof Guard.Present
                && cache.get(guard.key().name()) instanceof Held.Made made
                && made.lives(clock.millis());
    }

    /** What one key held at one moment. */
    private record Moment(byte @Nullable [] record) implements Preflight.State {
        @Override
        public @Nullable ValueType type(Key key) {
            return record == null ? null : RecordFormat.type(record);
        }

        @Override
        public Bytes string(Key key) {
            return text(record).orElseThrow();
        }
    }

    /** As {@link #answer}, in one call of the engine where all ask for strings. */
    @SuppressWarnings("unchecked")
    <R> List<R> answers(List<? extends Read<? extends R>> questions) {
        List<R> answers = new ArrayList<>(questions.size());
        if (questions.size() > 1 && questions.stream().allMatch(Read.Get.class::isInstance)) {
            for (byte @Nullable [] record : records(questions)) {
                answers.add((R) text(alive(record)));
            }
        } else {
            for (Read<? extends R> question : questions) {
                answers.add(answer(question));
            }
        }
        return answers;
    }

    private List<byte @Nullable []> records(List<? extends Read<?>> questions) {
        List<byte @Nullable []> records = new ArrayList<>(questions.size());
        List<Loading> missing = new ArrayList<>();
        for (Read<?> question : questions) {
            String name = question.key().name();
            records.add(
                    switch (cache.get(name)) {
                        case Held.Image image -> image.read();
                        case Counter counter -> counter.record();
                        case Held.Made made ->
                            engine.find(Family.RECORDS, question.key().bytes());
                        case Held.Mark mark ->
                            engine.find(Family.RECORDS, question.key().bytes());
                        case null -> {
                            missing.add(new Loading(records.size(), question.key(), cache.reserve(name)));
                            yield null;
                        }
                    });
        }
        if (!missing.isEmpty()) {
            load(missing, records);
        }
        return records;
    }

    /** A record that is to be asked for, its place among the answers, and the mark that its image may replace. */
    private record Loading(int place, Key key, Held.@Nullable Mark mark) {}

    private void load(List<Loading> missing, List<byte @Nullable []> records) {
        List<byte[]> names = new ArrayList<>(missing.size());
        missing.forEach(loading -> names.add(loading.key().bytes()));
        try {
            boolean together = names.size() >= TOGETHER;
            List<byte @Nullable []> found =
                    new ArrayList<>(together ? engine.database().multiGetAsList(engine.reading(), names) : List.of());
            for (int i = 0; i < names.size(); i++) {
                Loading loading = missing.get(i);
                byte[] record = together ? found.get(i) : null;
                if (record == null) {
                    // Asked for many, the engine answers so for what it could not read, too; asked singly, it says why.
                    record = engine.find(Family.RECORDS, names.get(i));
                }
                records.set(loading.place(), record);
                if (loading.mark() != null) {
                    cache.keep(loading.key().name(), loading.mark(), record, clock.millis());
                }
            }
        } catch (RocksDBException e) {
            throw Engine.fault(e);
        } finally {
            for (Loading loading : missing) {
                if (loading.mark() != null) {
                    cache.withdraw(loading.key().name(), loading.mark());
                }
            }
        }
    }

    private Object walk(Read<?> question) {
        byte[] name = question.key().bytes();
        // Looked for first: once a counter is gone, a view that is made later shows what it had counted.
        Counter counter = cache.get(question.key().name()) instanceof Counter found ? found : null;
        try (View view = new View(engine, counting)) {
            byte[] record = counter == null ? view.record(name) : counter.record();
            long now = clock.millis();
            return new Walk(view, name, alive(record, now), now).answer(question);
        }
    }

    /** Runs a program that only reads these keys. */
    <R> R view(List<Key> keys, Store.Program<R> program, Revisions revisions) {
        CachedStrings cached = CachedStrings.of(keys, cache, clock);
        if (cached != null) {
            return program.run(new Glance(cached, cached.now(), revisions));
        }
        for (int views = MOST_VIEWS; views > 0; views--) {
            try (ViewedRecords viewed =
                    new ViewedRecords(keys, cache, () -> new View(engine, counting), clock.millis())) {
                if (viewed.isOfOneMoment() || counting) {
                    return program.run(new Glance(viewed, clock.instant(), revisions));
                }
            }
        }
        throw new View.Behind();
    }

    private byte @Nullable [] record(Key key) {
        return alive(cache.find(engine, key, clock.millis()));
    }

    private byte @Nullable [] alive(byte @Nullable [] record) {
        return record == null ? null : alive(record, clock.millis());
    }

    static byte @Nullable [] alive(byte @Nullable [] record, long now) {
        if (record == null) {
            return null;
        }
        long end = RecordFormat.end(record);
        return end == RecordFormat.NEVER || end > now ? record : null;
    }

    /**
     * Whether a set has a member. Where a small set is asked again, its members are read together and kept with its record: who
     * changes a set takes its record from the cache first, so that they are there only while the set is as it was.
     */
    private boolean isMember(Key key, Bytes member) {
        Held known = cache.get(key.name());
        if (known instanceof Held.Image image && image.members() != null) {
            return alive(image.read()) != null && image.members().contains(member);
        }
        boolean again = known instanceof Held.Image image && image.isWanted();
        byte[] record = again ? record(key) : null;
        Entry.Collection set = View.collection(record, ValueType.SET);
        if (record == null || set == null || set.size() > MOST_MEMBERS) {
            return element(key, ValueType.SET, member) != null;
        }
        Set<Bytes> members = members(key);
        cache.keep(key.name(), record, new Held.Image(record, members));
        return members.contains(member);
    }

    @SuppressWarnings("unchecked") // The answer's type follows from the question's.
    private Set<Bytes> members(Key key) {
        return (Set<Bytes>) walk(new Read.Members(key));
    }

    /**
     * One element of a collection, by two looks without a snapshot. An element of a replaced generation stays as it was
     * until the sweeper comes; only when it is missing may it have been swept between the two looks, so then it counts
     * only if the record still names the same generation.
     */
    private byte @Nullable [] element(Key key, ValueType type, Bytes member) {
        Entry.Collection collection = View.collection(record(key), type);
        while (collection != null) {
            long generation = collection.generation();
            byte[] elementKey = type == ValueType.RANK
                    ? ElementKey.score(generation, member)
                    : ElementKey.member(generation, member);
            byte[] element = engine.find(Family.ELEMENTS, elementKey);
            if (element != null) {
                return element;
            }
            collection = View.collection(record(key), type);
            if (collection != null && collection.generation() == generation) {
                return null;
            }
        }
        return null;
    }

    /** What was made stays only with the very record that it was made of. */
    private <V> Optional<V> made(Read.Formed<V> question) {
        String name = question.key().name();
        if (cache.get(name) instanceof Held.Made known && known.isOf(question.form())) {
            return known.read(clock.millis());
        }
        byte[] record = record(question.key());
        if (record == null) {
            return Optional.empty();
        }
        Optional<V> made = question.of(text(record));
        if (made.isPresent()) {
            cache.keep(name, record, Held.Made.of(question.form(), made.get(), RecordFormat.end(record)));
        }
        return made;
    }

    static Optional<Bytes> text(byte @Nullable [] record) {
        if (record == null) {
            return Optional.empty();
        }
        if (RecordFormat.type(record) != ValueType.STRING) {
            throw new StoreException.WrongType();
        }
        return Optional.of(RecordFormat.text(record));
    }

    static OptionalDouble score(byte @Nullable [] element) {
        return element == null ? OptionalDouble.empty() : OptionalDouble.of(ElementKey.score(BigEndian.at(element, 0)));
    }

    static long size(byte @Nullable [] record) {
        return size(record == null ? null : RecordFormat.entry(record));
    }

    static long size(@Nullable Entry entry) {
        return switch (entry) {
            case null -> 0L;
            case Entry.Collection collection -> collection.size();
            case Entry.Text text -> throw new StoreException.WrongType();
        };
    }

    static Life life(byte[] record, long now) {
        long end = RecordFormat.end(record);
        // The end may come between two looks at the clock; what was alive then has at least this moment left.
        return end == RecordFormat.NEVER
                ? new Life.Endless()
                : new Life.Ends(Duration.ofMillis(Math.max(1, end - now)));
    }
}
