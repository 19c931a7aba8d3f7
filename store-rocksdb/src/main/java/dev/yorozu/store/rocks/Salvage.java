package dev.yorozu.store.rocks;

import dev.yorozu.store.Batch;
import dev.yorozu.store.Bytes;
import dev.yorozu.store.Expiry;
import dev.yorozu.store.Key;
import dev.yorozu.store.Ranked;
import dev.yorozu.store.Store;
import dev.yorozu.store.StoreException;
import dev.yorozu.store.ValueType;
import dev.yorozu.store.Write;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Copies what can be read of a damaged store into a new one, key by key, as its callers would write it. So the copy is whole in
 * itself: a collection that lost some of its elements has the others, and counts them right. Without a target it only looks.
 */
final class Salvage {
    private static final int WRITES = 512;
    private static final long BYTES = 4 << 20;

    private final ReadableEntries entries;
    private final @Nullable Store target;
    private final InstantSource clock;
    private final List<String> incomplete = new ArrayList<>();
    private long kept;

    Salvage(ReadableEntries entries, @Nullable Store target, InstantSource clock) {
        this.entries = entries;
        this.target = target;
        this.clock = clock;
    }

    /** Goes through the whole store once. */
    TableLoss run(List<Path> damaged) {
        List<ReadableEntries.Gap> gaps = entries.each(Family.RECORDS, new byte[0], null, this::key);
        List<TableLoss.Names> lost = gaps.stream()
                .map(gap -> new TableLoss.Names(
                        text(gap.from()), Optional.ofNullable(gap.to()).map(Salvage::text)))
                .toList();
        return new TableLoss(damaged, lost, incomplete, kept);
    }

    private void key(byte[] name, byte[] record) {
        long end = RecordFormat.end(record);
        if (end <= clock.millis()) {
            return;
        }
        Expiry expiry = end == RecordFormat.NEVER ? Expiry.never() : Expiry.at(Instant.ofEpochMilli(end));
        String text = text(name);
        try {
            switch (RecordFormat.entry(record)) {
                case Entry.Text value -> write(batch -> batch.put(Key.of(text), value.value(), expiry));
                case Entry.Collection collection -> collection(Key.of(text), collection, expiry);
            }
            kept++;
        } catch (StoreException.Unavailable unknownForm) {
            incomplete.add(text);
        }
    }

    private void collection(Key key, Entry.Collection collection, Expiry expiry) {
        Elements elements = new Elements(key, collection.type(), expiry);
        byte[] from = ElementKey.prefix(collection.generation());
        byte[] to = ElementKey.prefix(collection.generation() + 1);
        if (!entries.each(Family.ELEMENTS, from, to, elements).isEmpty()) {
            incomplete.add(key.name());
        }
        elements.finish();
    }

    private void write(Consumer<Batch.Builder> change) {
        if (target != null) {
            Batch.Builder batch = Batch.builder().relaxed();
            change.accept(batch);
            target.commit(batch.build());
        }
    }

    private static String text(byte[] name) {
        return new String(name, StandardCharsets.UTF_8);
    }

    /** The elements of one collection on their way. */
    private final class Elements implements ReadableEntries.Visitor {
        private static final int PLACES = 1;

        private final Key key;
        private final ValueType type;
        private final Expiry expiry;
        private final List<Write> writes = new ArrayList<>();
        /** Of a sorted set each member is kept twice; either is enough. */
        private final Map<Bytes, Double> scores = new HashMap<>();

        private long bytes;

        Elements(Key key, ValueType type, Expiry expiry) {
            this.key = key;
            this.type = type;
            this.expiry = expiry;
        }

        @Override
        public void visit(byte[] element, byte[] value) {
            switch (type) {
                case SET -> add(new Write.SetAdd(key, List.of(ElementKey.memberOf(element))), element.length);
                case HASH ->
                    add(
                            new Write.HashPut(key, ElementKey.memberOf(element), Bytes.wrap(value)),
                            element.length + value.length);
                case LIST -> add(new Write.ListPush(key, Write.End.TAIL, List.of(Bytes.wrap(value))), value.length);
                case RANK -> rank(element, value);
                case STRING -> throw new IllegalArgumentException("A string has no elements");
            }
        }

        private void rank(byte[] element, byte[] value) {
            int part = element[Long.BYTES];
            if (part == 0) {
                byte[] member = ElementKey.placeOf(element, element.length);
                scores.put(Bytes.wrap(member), ElementKey.score(BigEndian.at(value, 0)));
            } else if (part == PLACES && element.length > 2 * Long.BYTES) {
                Ranked ranked = ElementKey.ranked(ElementKey.placeOf(element, element.length));
                scores.put(ranked.member(), ranked.score());
            }
        }

        private void add(Write write, long size) {
            writes.add(write);
            bytes += size;
            if (writes.size() == WRITES || bytes > BYTES) {
                flush();
            }
        }

        void finish() {
            scores.forEach((member, score) ->
                    add(new Write.RankAdd(key, member, score, Write.Replace.ALWAYS), member.length()));
            flush();
        }

        private void flush() {
            if (!writes.isEmpty()) {
                write(batch -> {
                    writes.forEach(batch::write);
                    if (!expiry.equals(Expiry.never())) {
                        batch.expire(key, expiry);
                    }
                });
            }
            writes.clear();
            bytes = 0;
        }
    }
}
