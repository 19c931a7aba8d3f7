package dev.yorozu.app;

import dev.yorozu.app.App.KeyNumber;
import dev.yorozu.json.Document;
import dev.yorozu.keyspace.AppKeys;
import dev.yorozu.keyspace.Schema;
import dev.yorozu.keyspace.ServerKeys;
import dev.yorozu.store.Batch;
import dev.yorozu.store.Bytes;
import dev.yorozu.store.Commit;
import dev.yorozu.store.Expiry;
import dev.yorozu.store.Guard;
import dev.yorozu.store.Key;
import dev.yorozu.store.Read;
import dev.yorozu.store.RoundTrip;
import dev.yorozu.store.Scan;
import dev.yorozu.store.Store;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeSet;
import java.util.function.LongConsumer;
import java.util.function.UnaryOperator;

/**
 * The apps of a store. Every change is one batch: the records and the list of their names share a partition, so that a crash
 * leaves neither without the other. Safe for use by many threads.
 */
public final class Apps {
    /** The most that there can be. */
    public static final int MOST = 200;

    private static final Key LIST = ServerKeys.APPS.key(ServerKeys.ALL_APPS);
    private static final Key REMOVED = ServerKeys.REMOVED_APPS.key(ServerKeys.ALL_APPS);
    private static final int PAGE = 500;

    private final Store store;
    private final Schema schema;
    private final InstantSource clock;

    public Apps(Store store, Schema schema, InstantSource clock) {
        this.store = store;
        this.schema = schema;
        this.clock = clock;
    }

    /** What comes of making an app. */
    public sealed interface Creation {
        record Created(App app) implements Creation {}

        /** There is one of this name. */
        record NameTaken() implements Creation {}

        /** One of this name was removed, and some of its keys may still be there. */
        record Remains() implements Creation {}

        /** There are {@link #MOST} already. */
        record TooMany() implements Creation {}
    }

    /** Makes an app; a name that cannot be one is a fault. */
    public Creation create(String name, AppSettings settings) {
        App app = App.of(name, clock.instant(), settings);
        Commit commit = store.commit(Batch.builder()
                .require(Guard.absent(key(name)))
                .require(Guard.notMember(REMOVED, Bytes.of(name)))
                .require(Guard.sizeBelow(LIST, MOST))
                .put(key(name), bytes(app), Expiry.never())
                .setAdd(LIST, Bytes.of(name))
                .build());
        return switch (commit) {
            case Commit.Applied applied -> new Creation.Created(app);
            case Commit.Rejected rejected when rejected.guard() instanceof Guard.Absent -> new Creation.NameTaken();
            case Commit.Rejected rejected when rejected.guard() instanceof Guard.NotMember -> new Creation.Remains();
            case Commit.Rejected rejected -> new Creation.TooMany();
        };
    }

    public Optional<App> find(String name) {
        return App.isName(name) ? store.get(key(name)).flatMap(stored -> read(name, stored)) : Optional.empty();
    }

    /** All that there are, by their names. */
    public List<App> list() {
        List<String> names = new ArrayList<>(new TreeSet<>(store.members(LIST).stream()
                .map(Bytes::text)
                .filter(App::isName)
                .toList()));
        List<Read<Optional<Bytes>>> questions = new ArrayList<>();
        names.forEach(name -> questions.add(new Read.Get(key(name))));
        List<Optional<Bytes>> answers = store.readAll(questions);
        List<App> apps = new ArrayList<>();
        for (int i = 0; i < names.size(); i++) {
            String name = names.get(i);
            answers.get(i).flatMap(stored -> read(name, stored)).ifPresent(apps::add);
        }
        return apps;
    }

    /** Gives an app other settings; empty when there is none of this name. */
    public Optional<App> change(String name, AppSettings settings) {
        return change(name, app -> app.with(settings));
    }

    /**
     * Makes the apps that a settings file declares, and gives those that there are its settings. One that it declares no more
     * stays as it is, and can be changed again. What is left of a removed one is deleted first. A crash leaves some done; the
     * next start does the rest.
     *
     * @return those that there is no room for
     */
    public List<String> declare(Map<String, AppSettings> declared) {
        List<String> surplus = new ArrayList<>();
        declared.forEach((name, settings) -> {
            Creation creation = create(name, settings);
            if (creation instanceof Creation.Remains) {
                deleteKeys(name, deleted -> {});
                creation = create(name, settings);
            }
            Optional<App> marked = change(name, app -> app.declaredAs(settings));
            if (creation instanceof Creation.TooMany && marked.isEmpty()) {
                surplus.add(name);
            }
        });
        list().stream()
                .filter(app -> app.declared() && !declared.containsKey(app.name()))
                .forEach(app -> change(app.name(), App::undeclared));
        return surplus;
    }

    /** Has a further key sign the tokens of an app; empty when there is none of this name. */
    public Optional<App> rotateKey(String name) {
        return change(name, app -> app.withNextKey(clock.instant()));
    }

    private Optional<App> change(String name, UnaryOperator<App> edit) {
        while (true) {
            Optional<Bytes> seen = store.get(key(name));
            Optional<App> changed = seen.flatMap(stored -> read(name, stored)).map(edit);
            if (changed.isEmpty()
                    || store.apply(Batch.builder()
                            .require(Guard.unchanged(key(name), seen))
                            .put(key(name), bytes(changed.get()), Expiry.never()))) {
                return changed;
            }
        }
    }

    /**
     * Ends an app, whose keys are still there: no other is made under its name before they are {@linkplain #deleteKeys deleted}.
     * False when there was none.
     */
    public boolean remove(String name) {
        return store.apply(removal(name).setAdd(REMOVED, Bytes.of(name)));
    }

    /** Takes back an app that was just made, and that nobody could use. */
    public void takeBack(String name) {
        store.apply(removal(name));
    }

    private static Batch.Builder removal(String name) {
        return Batch.builder()
                .require(Guard.present(key(name)))
                .delete(key(name))
                .setRemove(LIST, Bytes.of(name));
    }

    /**
     * Deletes all keys of a name whose app was removed, a page at a time, and says how many there were. Then the name is free.
     * A crash leaves some; to do it again does no harm.
     *
     * @param progress is told from time to time how many were deleted
     */
    public long deleteKeys(String name, LongConsumer progress) {
        long deleted = 0;
        for (Scan.Page page : Scan.of(AppKeys.prefix(name), PAGE).pages(store)) {
            List<Batch> deletions = page.keys().stream()
                    .map(key -> Batch.builder().delete(schema.key(key.name())).build())
                    .toList();
            deleted += RoundTrip.commitAll(store, deletions).stream()
                    .filter(commit -> commit instanceof Commit.Applied applied && applied.flag(0))
                    .count();
            progress.accept(deleted);
        }
        store.commit(Batch.builder().setRemove(REMOVED, Bytes.of(name)).build());
        return deleted;
    }

    private static Bytes bytes(App app) {
        return Document.empty()
                .with("made", app.made().toEpochMilli())
                .withAll(
                        "keys",
                        app.keys().stream()
                                .map(key -> Document.empty()
                                        .with("number", key.number())
                                        .with("since", key.since().toEpochMilli()))
                                .toList())
                .with("settings", AppSettingsFormat.document(app.settings()))
                .with("declared", app.declared())
                .bytes();
    }

    /** One whose settings this version cannot read has the usual ones: what it keeps must not be out of reach for that. */
    private static Optional<App> read(String name, Bytes stored) {
        return Document.parse(stored)
                .filter(record -> record.number("made").isPresent())
                .map(record -> {
                    Instant made = Instant.ofEpochMilli(record.number("made").getAsLong());
                    List<KeyNumber> keys = record.documents("keys").stream()
                            .map(key -> new KeyNumber(
                                    key.number("number").orElse(1),
                                    Instant.ofEpochMilli(key.number("since").orElse(0))))
                            .toList();
                    return new App(
                            name,
                            made,
                            keys.isEmpty() ? List.of(new KeyNumber(1, made)) : keys,
                            settings(record),
                            record.flag("declared").orElse(false));
                });
    }

    private static AppSettings settings(Document record) {
        try {
            return record.document("settings").map(AppSettingsFormat::read).orElse(AppSettings.STANDARD);
        } catch (IllegalArgumentException unknown) {
            return AppSettings.STANDARD;
        }
    }

    private static Key key(String name) {
        return ServerKeys.APP.key(ServerKeys.ALL_APPS, name);
    }
}
