package dev.yorozu.store.rocks;

import dev.yorozu.store.Bytes;
import dev.yorozu.store.Key;
import dev.yorozu.store.Life;
import dev.yorozu.store.Read;
import dev.yorozu.store.StoreException;
import dev.yorozu.store.ValueType;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import org.jspecify.annotations.Nullable;
import org.rocksdb.RocksDBException;

/** Answers questions on the caller's thread, beside the writer. The caller is inside the engine's {@link Gate}. */
final class Answers {
    private final Engine engine;
    private final InstantSource clock;

    Answers(Engine engine, InstantSource clock) {
        this.engine = engine;
        this.clock = clock;
    }

    /** The answer's type follows from the question's, which the compiler cannot see through the switch. */
    @SuppressWarnings("unchecked")
    <R> R answer(Read<R> question) {
        Object answer = switch (question) {
            case Read.Get get -> text(record(get.key()));
            case Read.IsMember is -> element(is.key(), ValueType.SET, is.member()) != null;
            case Read.Field field ->
                Optional.ofNullable(element(field.key(), ValueType.HASH, field.field()))
                        .map(Bytes::wrap);
            case Read.ScoreOf of -> score(element(of.key(), ValueType.RANK, of.member()));
            case Read.Size size -> size(record(size.key()));
            case Read.Type type -> Optional.ofNullable(record(type.key())).map(RecordFormat::type);
            case Read.Remaining remaining ->
                Optional.ofNullable(record(remaining.key())).map(this::life);
            case Read.Members members -> walk(question);
            case Read.Fields fields -> walk(question);
            case Read.Slice slice -> walk(question);
            case Read.Ranks ranks -> walk(question);
            case Read.RankOf of -> walk(question);
            case Read.Footprint footprint -> walk(question);
        };
        return (R) answer;
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
        List<byte[]> names = new ArrayList<>(questions.size());
        for (Read<?> question : questions) {
            names.add(question.key().bytes());
        }
        try {
            List<byte @Nullable []> records =
                    new ArrayList<>(engine.database().multiGetAsList(engine.reading(), names));
            for (int i = 0; i < names.size(); i++) {
                // The engine answers so with null for what it could not read, too; asked singly, it says why.
                if (records.get(i) == null) {
                    records.set(i, engine.find(Family.RECORDS, names.get(i)));
                }
            }
            return records;
        } catch (RocksDBException e) {
            throw Engine.fault(e);
        }
    }

    private Object walk(Read<?> question) {
        byte[] name = question.key().bytes();
        try (View view = new View(engine)) {
            return new Walk(view, name, alive(view.record(name))).answer(question);
        }
    }

    private byte @Nullable [] record(Key key) {
        return alive(engine.find(Family.RECORDS, key.bytes()));
    }

    private byte @Nullable [] alive(byte @Nullable [] record) {
        if (record == null) {
            return null;
        }
        long end = RecordFormat.end(record);
        return end == RecordFormat.NEVER || end > clock.millis() ? record : null;
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

    private static Optional<Bytes> text(byte @Nullable [] record) {
        if (record == null) {
            return Optional.empty();
        }
        if (RecordFormat.type(record) != ValueType.STRING) {
            throw new StoreException.WrongType();
        }
        return Optional.of(RecordFormat.text(record));
    }

    private static OptionalDouble score(byte @Nullable [] element) {
        return element == null ? OptionalDouble.empty() : OptionalDouble.of(ElementKey.score(BigEndian.at(element, 0)));
    }

    private static long size(byte @Nullable [] record) {
        return switch (record == null ? null : RecordFormat.entry(record)) {
            case null -> 0L;
            case Entry.Collection collection -> collection.size();
            case Entry.Text text -> throw new StoreException.WrongType();
        };
    }

    private Life life(byte[] record) {
        long end = RecordFormat.end(record);
        // The end may come between two looks at the clock; what was alive then has at least this moment left.
        return end == RecordFormat.NEVER
                ? new Life.Endless()
                : new Life.Ends(Duration.ofMillis(Math.max(1, end - clock.millis())));
    }
}
