package dev.yorozu.server.operate.keys;

import dev.yorozu.audit.AuditLog;
import dev.yorozu.keyspace.KeyPattern;
import dev.yorozu.keyspace.Schema;
import dev.yorozu.server.operate.backup.format.Part;
import dev.yorozu.server.operate.backup.format.Pipeline;
import dev.yorozu.server.operate.transport.InvalidRequest;
import dev.yorozu.server.operate.transport.LocalOperations;
import dev.yorozu.server.operate.transport.Operation;
import dev.yorozu.server.operate.transport.Progress;
import dev.yorozu.server.operate.transport.Within;
import dev.yorozu.store.Batch;
import dev.yorozu.store.Commit;
import dev.yorozu.store.Key;
import dev.yorozu.store.Life;
import dev.yorozu.store.Read;
import dev.yorozu.store.Scan;
import dev.yorozu.store.Store;
import dev.yorozu.store.ValueType;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;
import java.util.function.Function;

/**
 * What an operator can do with single keys. Names and values that the keyspace declares secret come out redacted unless they
 * are asked for revealed. Walks hold no more than a page of keys in memory. Safe for use by many threads.
 */
public final class KeyOperations {
    /** What is known of a key. */
    public static final Operation<EntryRequest, Optional<Entry>> ENTRY = Operation.post(
                    "/keys/entry", EntryRequest.class, Entry.class)
            .or(404, "no_such_key", "There is no key of this name.");

    /** One page of the keys that begin with a prefix. */
    public static final Operation<ListRequest, Listing> LIST =
            Operation.post("/keys/list", ListRequest.class, Listing.class);

    /** How many keys begin with a prefix. */
    public static final Operation<Prefix, Counted> COUNT =
            Operation.post("/keys/count", Prefix.class, Counted.class).walking();

    /** Changes a string or the life of a key, as the keyspace allows it or the operator insists. */
    public static final Operation<KeyEdit, KeyChange> CHANGE =
            Operation.post("/keys/change", KeyEdit.class, KeyChange.class).reading(KeyEditForm::read);

    public static final Operation<Name, Deleted> DELETE = Operation.post("/keys/delete", Name.class, Deleted.class);

    /** Deletes all keys that begin with a prefix. */
    public static final Operation<FullPrefix, Deleted> DELETE_ALL =
            Operation.post("/keys/delete-all", FullPrefix.class, Deleted.class).walking();

    private static final int PAGE = 256;

    private final Store store;
    private final Schema schema;
    private final KeyEdits edits;

    /**
     * How much of a key to show.
     *
     * @param elements the most elements of its value; 0 for none of the value
     * @param reveal whether to show what is declared secret
     */
    public record EntryRequest(
            String name, @Within(most = MOST_ELEMENTS) int elements, boolean reveal) {
        public static final int MOST_ELEMENTS = 10_000;

        public EntryRequest {
            KeyName.require(name);
        }
    }

    /** @param cursor empty at first */
    public record ListRequest(
            String prefix,
            String cursor,
            @Within(least = 1, most = Listing.LONGEST) int limit,
            boolean reveal) {}

    public record Prefix(String prefix) {}

    public record Counted(long count) {}

    public record Name(String name) {
        public Name {
            KeyName.require(name);
        }
    }

    /** A prefix that is not the one of all keys. */
    public record FullPrefix(String prefix) {
        public FullPrefix {
            if (prefix.isEmpty()) {
                throw InvalidRequest.answer("The prefix is empty: name what is to be deleted.");
            }
        }
    }

    /** How many were there. */
    public record Deleted(long deleted) {}

    public KeyOperations(Store store, Schema schema, AuditLog audit, InstantSource clock) {
        this.store = store;
        this.schema = schema;
        this.edits = new KeyEdits(store, schema, audit, clock);
    }

    public void bind(LocalOperations operations) {
        operations
                .on(ENTRY, this::entry)
                .on(LIST, this::list)
                .onWalk(COUNT, this::count)
                .on(CHANGE, edits::change)
                .on(DELETE, this::delete)
                .onWalk(DELETE_ALL, this::deleteAll);
    }

    public Optional<Entry> entry(EntryRequest request) {
        Key key = schema.key(request.name());
        Optional<ValueType> type = store.type(key);
        Optional<Life> life = store.remaining(key);
        if (type.isEmpty() || life.isEmpty()) {
            return Optional.empty();
        }
        Optional<KeyPattern> pattern = schema.match(key.name());
        boolean secret = pattern.map(KeyPattern::secretValue).orElse(true);
        boolean shown = request.elements() > 0 && (request.reveal() || !secret);
        Optional<Part> value = shown ? FirstElements.of(store, key, type.get(), request.elements()) : Optional.empty();
        return Optional.of(new Entry(
                name(key, request.reveal()),
                pattern.map(KeyPattern::template),
                type.get(),
                left(life.get()),
                type.get() == ValueType.STRING ? 1 : store.size(key),
                store.read(new Read.Footprint(key)),
                value,
                secret));
    }

    private Listing list(ListRequest request) {
        Scan.Page page = store.scan(new Scan(request.prefix(), request.cursor(), request.limit()));
        List<Key> keys = page.keys();
        if (keys.isEmpty()) {
            return new Listing(List.of(), page.next());
        }
        List<Optional<ValueType>> types = store.readAll(all(keys, Read.Type::new));
        List<Optional<Life>> lives = store.readAll(all(keys, Read.Remaining::new));
        List<Listing.Listed> listed = new ArrayList<>();
        for (int i = 0; i < keys.size(); i++) {
            if (types.get(i).isPresent() && lives.get(i).isPresent()) {
                listed.add(new Listing.Listed(
                        name(keys.get(i), request.reveal()),
                        types.get(i).get(),
                        left(lives.get(i).get())));
            }
        }
        return new Listing(listed, page.next());
    }

    private Counted count(Prefix request, Progress progress) {
        AtomicLong count = new AtomicLong();
        walk(request.prefix(), progress, keys -> count.addAndGet(keys.size()));
        return new Counted(count.get());
    }

    private Deleted delete(Name request) {
        boolean deleted = isDeleted(
                store.commit(Batch.builder().delete(schema.key(request.name())).build()));
        if (deleted) {
            edits.audited("delete", schema.redact(request.name()));
        }
        return new Deleted(deleted ? 1 : 0);
    }

    private Deleted deleteAll(FullPrefix request, Progress progress) {
        AtomicLong count = new AtomicLong();
        try (Pipeline pipeline = new Pipeline(store)) {
            walk(
                    request.prefix(),
                    progress,
                    keys -> keys.forEach(key -> pipeline.send(
                            Batch.builder().delete(key).relaxed().build(),
                            outcome -> count.addAndGet(isDeleted(outcome) ? 1 : 0))));
            pipeline.finish();
        }
        if (count.get() > 0) {
            edits.audited("delete", "%d of %s".formatted(count.get(), schema.redact(request.prefix())));
        }
        return new Deleted(count.get());
    }

    private void walk(String prefix, Progress progress, Consumer<List<Key>> page) {
        long done = 0;
        for (Scan.Page read : Scan.of(prefix, PAGE).pages(store)) {
            if (!read.keys().isEmpty()) {
                page.accept(read.keys());
            }
            done += read.keys().size();
            progress.keys(done);
        }
    }

    private static <R> List<Read<R>> all(List<Key> keys, Function<Key, Read<R>> question) {
        return keys.stream().map(question).toList();
    }

    private String name(Key key, boolean reveal) {
        return reveal ? key.name() : schema.redact(key.name());
    }

    private static Optional<Duration> left(Life life) {
        return life instanceof Life.Ends ends ? Optional.of(ends.left()) : Optional.empty();
    }

    private static boolean isDeleted(Commit outcome) {
        return outcome instanceof Commit.Applied applied && applied.flag(0);
    }
}
