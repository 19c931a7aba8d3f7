package dev.yorozu.store.rocks;

import dev.yorozu.store.Bytes;
import dev.yorozu.store.Order;
import dev.yorozu.store.Ranked;
import dev.yorozu.store.Read;
import dev.yorozu.store.ValueType;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** Answers questions about one key, all of one moment. */
final class Walk {
    /** How many elements are measured before the rest is reckoned from their average. */
    private static final long MEASURED = 1024;

    private final ElementSource view;
    private final byte[] name;
    private final byte @Nullable [] record;
    private final long millis;

    /** The record is that of the name, if it has one that has not ended at this moment. */
    Walk(ElementSource view, byte[] name, byte @Nullable [] record, long millis) {
        this.millis = millis;
        this.view = view;
        this.name = name;
        this.record = record;
    }

    Object answer(Read<?> question) {
        return switch (question) {
            case Read.Members members -> members();
            case Read.Fields fields -> fields();
            case Read.Slice slice -> slice(slice.start(), slice.stop());
            case Read.Ranks ranks -> ranks(ranks);
            case Read.RankOf of -> rankOf(of);
            case Read.Footprint footprint -> footprint();
            case Read.Get get -> Answers.text(record);
            case Read.Formed<?> formed -> formed.of(Answers.text(record));
            case Read.IsMember is -> element(ValueType.SET, is.member()) != null;
            case Read.Field field ->
                Optional.ofNullable(element(ValueType.HASH, field.field())).map(Bytes::wrap);
            case Read.ScoreOf of -> Answers.score(element(ValueType.RANK, of.member()));
            case Read.Size size -> Answers.size(record);
            case Read.Type type -> Optional.ofNullable(record).map(RecordFormat::type);
            case Read.Remaining remaining -> Optional.ofNullable(record).map(found -> Answers.life(found, millis));
        };
    }

    /** As {@link dev.yorozu.store.Store.State#below}. */
    long below(double score, boolean orEqual) {
        Entry.Collection ranking = View.collection(record, ValueType.RANK);
        if (ranking == null) {
            return 0;
        }
        long sortable = ElementKey.sortable(score) + (orEqual ? 1 : 0);
        Entry.Collection counted = view.counted(ranking);
        try (Cursor cursor = view.elements()) {
            return new RankIndex(cursor, counted).before(ElementKey.place(sortable, Bytes.of("")));
        }
    }

    private byte @Nullable [] element(ValueType type, Bytes member) {
        Entry.Collection collection = View.collection(record, type);
        if (collection == null) {
            return null;
        }
        long generation = collection.generation();
        return view.element(
                type == ValueType.RANK ? ElementKey.score(generation, member) : ElementKey.member(generation, member));
    }

    private Set<Bytes> members() {
        Set<Bytes> members = new HashSet<>();
        Entry.Collection set = View.collection(record, ValueType.SET);
        if (set != null) {
            each(set, Long.MAX_VALUE, cursor -> members.add(ElementKey.memberOf(cursor.key())));
        }
        return Collections.unmodifiableSet(members);
    }

    private Map<Bytes, Bytes> fields() {
        Map<Bytes, Bytes> fields = new HashMap<>();
        Entry.Collection hash = View.collection(record, ValueType.HASH);
        if (hash != null) {
            each(
                    hash,
                    Long.MAX_VALUE,
                    cursor -> fields.put(ElementKey.memberOf(cursor.key()), Bytes.wrap(cursor.value())));
        }
        return Collections.unmodifiableMap(fields);
    }

    private List<Bytes> slice(long start, long stop) {
        Entry.Collection list = View.collection(record, ValueType.LIST);
        Range range = Range.of(start, stop, list == null ? 0 : list.size());
        if (list == null || range.count() == 0) {
            return List.of();
        }
        List<Bytes> elements = new ArrayList<>();
        try (Cursor cursor = view.elements()) {
            cursor.seek(ElementKey.sequence(list.generation(), list.head() + range.first()));
            for (long i = 0; i < range.count(); i++) {
                elements.add(Bytes.wrap(cursor.value()));
                cursor.next();
            }
        }
        return Collections.unmodifiableList(elements);
    }

    private List<Ranked> ranks(Read.Ranks ranks) {
        Entry.Collection ranking = View.collection(record, ValueType.RANK);
        Range range = Range.of(ranks.start(), ranks.stop(), ranking == null ? 0 : ranking.size());
        if (ranking == null || range.count() == 0) {
            return List.of();
        }
        boolean rising = ranks.order() == Order.RISING;
        long first = rising ? range.first() : ranking.size() - range.first() - range.count();
        Entry.Collection counted = RankIndex.isNearEnd(ranking, first) ? ranking : view.counted(ranking);
        try (Cursor cursor = view.elements()) {
            List<Ranked> members = new RankIndex(cursor, counted).members(first, range.count());
            return Collections.unmodifiableList(rising ? members : members.reversed());
        }
    }

    private OptionalLong rankOf(Read.RankOf of) {
        Entry.Collection ranking = View.collection(record, ValueType.RANK);
        byte @Nullable [] score =
                ranking == null ? null : view.element(ElementKey.score(ranking.generation(), of.member()));
        if (ranking == null || score == null) {
            return OptionalLong.empty();
        }
        Entry.Collection counted = view.counted(ranking);
        try (Cursor cursor = view.elements()) {
            long before = new RankIndex(cursor, counted).before(ElementKey.place(BigEndian.at(score, 0), of.member()));
            return OptionalLong.of(of.order() == Order.RISING ? before : ranking.size() - 1 - before);
        }
    }

    /** Name and record, and the elements: up to a bound measured, beyond it reckoned. */
    private long footprint() {
        if (record == null) {
            return 0L;
        }
        long own = name.length + (long) record.length;
        if (!(RecordFormat.entry(record) instanceof Entry.Collection collection)) {
            return own;
        }
        long[] measured = new long[1];
        long count =
                each(collection, MEASURED, cursor -> measured[0] += cursor.keyLength() + (long) cursor.value().length);
        // A sorted set keeps each member twice, and its first keys are all of the first kind.
        long each = measured[0] / Math.max(1, count);
        long records = collection.type() == ValueType.RANK ? 2 * collection.size() : collection.size();
        return own + (count < MEASURED ? measured[0] : each * records);
    }

    /** Visits the elements of a collection, at most so many; returns how many. */
    private long each(Entry.Collection collection, long limit, Consumer<Cursor> visitor) {
        byte[] prefix = ElementKey.prefix(collection.generation());
        long count = 0;
        try (Cursor cursor = view.elements()) {
            boolean more = cursor.seek(prefix);
            while (more && count < limit && cursor.startsWith(prefix)) {
                visitor.accept(cursor);
                count++;
                more = cursor.next();
            }
        }
        return count;
    }

    /** Positions from the first on, as start and stop name them: both included, from the end when negative. */
    private record Range(long first, long count) {
        static Range of(long start, long stop, long size) {
            long first = Math.max(0, start < 0 ? size + start : start);
            long last = Math.min(size - 1, stop < 0 ? size + stop : stop);
            return new Range(first, first > last ? 0 : last - first + 1);
        }
    }
}
