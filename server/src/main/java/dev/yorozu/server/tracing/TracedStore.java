package dev.yorozu.server.tracing;

import dev.yorozu.keyspace.KeyPattern;
import dev.yorozu.keyspace.Keyspace;
import dev.yorozu.server.metrics.StoreOperation;
import dev.yorozu.server.metrics.StoreOutcome;
import dev.yorozu.store.Batch;
import dev.yorozu.store.Commit;
import dev.yorozu.store.Durability;
import dev.yorozu.store.Guard;
import dev.yorozu.store.Key;
import dev.yorozu.store.Read;
import dev.yorozu.store.RoundTrip;
import dev.yorozu.store.Scan;
import dev.yorozu.store.Store;
import dev.yorozu.store.Write;
import io.opentelemetry.api.trace.Span;
import io.opentelemetry.api.trace.SpanKind;
import io.opentelemetry.api.trace.StatusCode;
import io.opentelemetry.api.trace.Tracer;
import io.opentelemetry.context.Context;
import java.util.List;
import java.util.Optional;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.stream.Stream;

/**
 * The spans of trips to the store. They name the declared patterns of keys and what those are for, and never a key.
 *
 * @param system what the store is: {@code rocksdb}
 */
record TracedStore(Store store, Tracer tracer, String system) implements Store.Forwarding {
    private static final String UNDECLARED = "(undeclared)";

    @Override
    public Commit commit(Batch batch) {
        return traced(StoreOperation.COMMIT, 1, () -> keys(batch), () -> store.commit(batch), StoreOutcome::ofAnswer);
    }

    @Override
    public void send(RoundTrip trip) {
        List<RoundTrip.Item<?>> items = trip.items();
        traced(
                StoreOperation.of(trip),
                items.size(),
                () -> items.stream().flatMap(TracedStore::keys),
                () -> {
                    store.send(trip);
                    return trip;
                },
                StoreOutcome::worst);
    }

    @Override
    public <R> R read(Read<R> question) {
        return traced(
                StoreOperation.of(question),
                1,
                () -> Stream.of(question.key()),
                () -> store.read(question),
                StoreOutcome::ofAnswer);
    }

    @Override
    public <R> List<R> readAll(List<? extends Read<? extends R>> questions) {
        return traced(
                StoreOperation.READ_ALL,
                questions.size(),
                () -> questions.stream().map(Read::key),
                () -> store.<R>readAll(questions),
                StoreOutcome::ofAnswer);
    }

    /** Which keys a program will touch, it knows itself. */
    @Override
    public <R> R run(Program<R> program, Durability durability) {
        return traced(
                StoreOperation.COMMIT, 1, Stream::of, () -> store.run(program, durability), StoreOutcome::ofAnswer);
    }

    @Override
    public <R> R view(List<Key> keys, Program<R> program) {
        return traced(
                StoreOperation.READ_ALL,
                keys.size(),
                keys::stream,
                () -> store.view(keys, program),
                StoreOutcome::ofAnswer);
    }

    @Override
    public Scan.Page scan(Scan scan) {
        return traced(StoreOperation.SCAN, 1, Stream::of, () -> store.scan(scan), StoreOutcome::ofAnswer);
    }

    private static Stream<Key> keys(RoundTrip.Item<?> item) {
        return switch (item) {
            case RoundTrip.Change change -> keys(change.batch());
            case RoundTrip.Question<?> question -> Stream.of(question.read().key());
        };
    }

    private static Stream<Key> keys(Batch batch) {
        return Stream.concat(
                batch.guards().stream().map(Guard::key), batch.writes().stream().map(Write::key));
    }

    private <R> R traced(
            StoreOperation operation,
            int size,
            Supplier<Stream<Key>> keys,
            Supplier<R> question,
            Function<R, StoreOutcome> judge) {
        if (!Span.current().isRecording()) {
            return question.get();
        }
        Span span = begin(operation, size, keys.get());
        try {
            R answer = Tracing.<R, RuntimeException>within(Context.current().with(span), question::get);
            tell(span, judge.apply(answer));
            return answer;
        } catch (RuntimeException | Error e) {
            tell(span, StoreOutcome.of(e));
            throw e;
        } finally {
            span.end();
        }
    }

    private Span begin(StoreOperation operation, int size, Stream<Key> keys) {
        TreeSet<String> patterns = new TreeSet<>();
        TreeSet<String> categories = new TreeSet<>();
        keys.distinct().forEach(key -> {
            Optional<KeyPattern> pattern = Keyspace.schema().match(key.name());
            patterns.add(pattern.map(KeyPattern::template).orElse(UNDECLARED));
            pattern.ifPresent(known -> categories.add(known.category().id()));
        });
        boolean one = patterns.size() == 1;
        Span span = tracer.spanBuilder(one ? operation.word() + " " + patterns.first() : operation.word())
                .setSpanKind(system.equals("redis") || system.equals("upstash") ? SpanKind.CLIENT : SpanKind.INTERNAL)
                .setAttribute(Attributes.SYSTEM, system)
                .setAttribute(Attributes.OPERATION, operation.word())
                .startSpan();
        if (size > 1) {
            span.setAttribute(Attributes.BATCH_SIZE, (long) size);
        }
        if (one) {
            span.setAttribute(Attributes.PATTERN, patterns.first());
        } else if (!patterns.isEmpty()) {
            span.setAttribute(Attributes.PATTERNS, List.copyOf(patterns));
        }
        if (!categories.isEmpty()) {
            span.setAttribute(Attributes.CATEGORIES, List.copyOf(categories));
        }
        return span;
    }

    private static void tell(Span span, StoreOutcome outcome) {
        span.setAttribute(Attributes.OUTCOME, outcome.word());
        if (outcome.isFault()) {
            span.setAttribute(Attributes.ERROR, outcome.word()).setStatus(StatusCode.ERROR);
        }
    }
}
