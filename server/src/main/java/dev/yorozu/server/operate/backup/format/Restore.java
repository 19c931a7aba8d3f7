package dev.yorozu.server.operate.backup.format;

import dev.yorozu.store.Batch;
import dev.yorozu.store.Expiry;
import dev.yorozu.store.Key;
import dev.yorozu.store.Store;
import dev.yorozu.store.Write;
import dev.yorozu.store.backend.Limits;
import java.time.Instant;
import java.time.InstantSource;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Writes the keys of a backup into a store: each replaces what is there under its name, whole; keys that the backup does
 * not name stay as they are.
 *
 * <p>A key that fits one batch is replaced atomically. A larger one is deleted and then grows batch by batch; each of
 * these batches gives it its end again, so that a key whose end comes meanwhile is not left behind without one. Batches
 * are sent relaxed and the last one durable, which makes all before it durable too. Used by one thread.
 */
public final class Restore implements AutoCloseable {
    private static final int UNSETTLED = 1024;

    private final Pipeline pipeline;
    private final UnaryOperator<Key> placing;
    private final Predicate<Line.Start> taken;
    private final InstantSource clock;
    private final int elements;
    private final Set<String> unsettled = new HashSet<>();
    private @Nullable Target target;
    private long keys;
    private long ended;

    /**
     * @param placing gives a key the partition that it has in this keyspace
     * @param taken which keys are written at all
     */
    public Restore(
            Store store, UnaryOperator<Key> placing, Predicate<Line.Start> taken, Limits limits, InstantSource clock) {
        this.pipeline = new Pipeline(store);
        this.placing = placing;
        this.taken = taken;
        this.clock = clock;
        // A batch deletes first and gives an end last.
        this.elements = limits.batchOperations() - 2;
    }

    /** Writes a key, or the first part of it. */
    public void begin(Line.Start start) {
        target = null;
        if (start.ends().isPresent() && !start.ends().get().isAfter(clock.instant())) {
            ended++;
        } else if (taken.test(start)) {
            write(start);
        }
    }

    /** Writes more of the key before. */
    public void goOn(Line.More more) {
        if (target != null) {
            write(target, more.part(), false);
        }
    }

    /** Returns when all is durable. */
    public void finish() {
        pipeline.finish();
    }

    @Override
    public void close() {
        pipeline.close();
    }

    /** How many keys were written. */
    public long keys() {
        return keys;
    }

    /** How many were left out because their life has ended since the backup. */
    public long ended() {
        return ended;
    }

    /** The key that is being written; what continues a key that has ended is read past. */
    private record Target(Key key, Optional<Instant> ends) {}

    private void write(Line.Start start) {
        keys++;
        Target next = new Target(placing.apply(start.key()), start.ends());
        target = next;
        settle(next.key().name());
        if (start.part() instanceof Part.Text text) {
            pipeline.send(Batch.builder()
                    .put(next.key(), text.value(), expiry(next))
                    .relaxed()
                    .build());
        } else {
            write(next, start.part(), true);
        }
    }

    /** A walk may have shown a key twice: the later one waits for the earlier, and so it is the one that stays. */
    private void settle(String name) {
        if (!unsettled.add(name) || unsettled.size() > UNSETTLED) {
            pipeline.drain();
            unsettled.clear();
            unsettled.add(name);
        }
    }

    /** Sends one batch for each so many elements; the batches of one key wait for each other. */
    private void write(Target target, Part part, boolean replace) {
        List<Write> writes = writes(target.key(), part);
        boolean first = replace;
        for (int from = 0; from < writes.size(); from += elements) {
            Batch.Builder batch = Batch.builder().relaxed();
            if (first) {
                batch.delete(target.key());
            }
            writes.subList(from, Math.min(writes.size(), from + elements)).forEach(batch::write);
            target.ends().ifPresent(ends -> batch.expire(target.key(), Expiry.at(ends)));
            if (!first) {
                pipeline.drain();
            }
            pipeline.send(batch.build());
            first = false;
        }
    }

    /** What adds these elements to a key. */
    public static List<Write> writes(Key key, Part part) {
        Stream<Write> writes = switch (part) {
            case Part.Text text -> throw new IllegalArgumentException("A string has no elements");
            case Part.Members set -> set.members().stream().map(member -> new Write.SetAdd(key, List.of(member)));
            case Part.Elements list ->
                list.elements().stream().map(element -> new Write.ListPush(key, Write.End.TAIL, List.of(element)));
            case Part.Ranking ranking ->
                ranking.ranked().stream()
                        .map(each -> new Write.RankAdd(key, each.member(), each.score(), Write.Replace.ALWAYS));
            case Part.Fields hash ->
                hash.fields().stream().map(field -> new Write.HashPut(key, field.name(), field.value()));
        };
        return writes.toList();
    }

    private static Expiry expiry(Target target) {
        return target.ends().map(Expiry::at).orElse(Expiry.never());
    }
}
