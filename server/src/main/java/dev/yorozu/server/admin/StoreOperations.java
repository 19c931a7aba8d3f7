package dev.yorozu.server.admin;

import dev.yorozu.account.Account;
import dev.yorozu.account.Accounts;
import dev.yorozu.audit.AuditLog;
import dev.yorozu.audit.AuditPolicy;
import dev.yorozu.audit.Event;
import dev.yorozu.audit.EventPage;
import dev.yorozu.audit.Kind;
import dev.yorozu.audit.Query;
import dev.yorozu.keyspace.KeyPattern;
import dev.yorozu.keyspace.Schema;
import dev.yorozu.nostalgic.integrity.IntegrityPolicy;
import dev.yorozu.secret.RandomTokens;
import dev.yorozu.server.admin.keys.KeyChange;
import dev.yorozu.server.admin.keys.KeyEdit;
import dev.yorozu.server.admin.keys.KeyEdits;
import dev.yorozu.server.admin.nostalgic.NostalgicDesk;
import dev.yorozu.server.admin.nostalgic.StoreNostalgic;
import dev.yorozu.server.admin.people.People;
import dev.yorozu.server.admin.tokens.Backing;
import dev.yorozu.server.admin.tokens.StoreTokens;
import dev.yorozu.server.admin.tokens.TokenDesk;
import dev.yorozu.server.archive.BackupOptions;
import dev.yorozu.server.archive.Backups;
import dev.yorozu.server.archive.Restoration;
import dev.yorozu.server.archive.RestoreOptions;
import dev.yorozu.server.backup.BackupFile;
import dev.yorozu.server.backup.Part;
import dev.yorozu.server.backup.Pipeline;
import dev.yorozu.server.backup.Progress;
import dev.yorozu.server.backup.Section;
import dev.yorozu.server.backup.Summary;
import dev.yorozu.server.census.Census;
import dev.yorozu.server.census.Reading;
import dev.yorozu.server.signing.IssuerKeys;
import dev.yorozu.server.store.Snapshots;
import dev.yorozu.store.Batch;
import dev.yorozu.store.Commit;
import dev.yorozu.store.Key;
import dev.yorozu.store.Life;
import dev.yorozu.store.Limits;
import dev.yorozu.store.Read;
import dev.yorozu.store.Scan;
import dev.yorozu.store.Store;
import dev.yorozu.store.ValueType;
import java.io.OutputStream;
import java.time.InstantSource;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.stream.Collectors;

/**
 * The operations on a store that is open in this process. Closing them leaves the store open. Safe for use by many
 * threads.
 */
public final class StoreOperations implements Operations {
    private static final int PAGE = 256;
    /** How much of each key of a service is shown. */
    private static final View NOSTALGIC = new View(20, false);

    private final Store store;
    private final Schema schema;
    private final InstantSource clock;
    private final Backups backups;
    private final AuditLog audit;
    private final Optional<Backing> backing;
    private final TokenDesk tokens;
    private final UserSessions sessions;
    private final NostalgicDesk nostalgic;
    private final Census census;
    private final People people;
    private final KeyEdits edits;

    /**
     * @param kind the kind of store, as its URL names it
     * @param snapshots what a backup reads
     */
    public StoreOperations(
            Store store, Schema schema, Limits limits, InstantSource clock, Snapshots snapshots, String kind) {
        this(
                store,
                schema,
                clock,
                new Backups(store, schema, limits, clock, snapshots, kind, Optional.empty()),
                AuditPolicy.STANDARD,
                Map.of(),
                Optional.empty(),
                IntegrityPolicy.standard(ZoneOffset.UTC, clock),
                Census.alone(store, schema, clock));
    }

    /**
     * @param audited how long events are kept
     * @param sessions those of each system that has some, by its name
     * @param tokens what logins by tokens stand on
     * @param integrity how counters, likes, rankings and boards are run
     * @param census what statistics are answered from; stays the caller's
     */
    public StoreOperations(
            Store store,
            Schema schema,
            InstantSource clock,
            Backups backups,
            AuditPolicy audited,
            Map<String, SystemSessions> sessions,
            Optional<Backing> tokens,
            IntegrityPolicy integrity,
            Census census) {
        this.store = store;
        this.schema = schema;
        this.clock = clock;
        this.backups = backups;
        this.census = census;
        this.audit = new AuditLog(store, audited, RandomTokens.secure(), clock);
        this.backing = tokens;
        this.tokens = tokens.<TokenDesk>map(backing -> new StoreTokens(backing, audit, clock))
                .orElse(TokenDesk.NONE);
        Map<String, Function<String, List<String>>> names = new HashMap<>();
        sessions.forEach((system, each) -> names.put(system, each::names));
        this.people = new People(this::account, names);
        this.sessions = new UserSessions(sessions, this.tokens, people, audit, clock);
        this.edits = new KeyEdits(store, schema, audit, clock);
        this.nostalgic = new StoreNostalgic(store, integrity, name -> entry(name, NOSTALGIC));
    }

    @Override
    public Reading statistics(boolean fresh, Progress progress) {
        return census.reading(fresh, progress);
    }

    @Override
    public Optional<Entry> entry(String name, View view) {
        Key key = schema.key(name);
        Optional<ValueType> type = store.type(key);
        Optional<Life> life = store.remaining(key);
        if (type.isEmpty() || life.isEmpty()) {
            return Optional.empty();
        }
        Optional<KeyPattern> pattern = schema.match(key.name());
        boolean secret = pattern.map(KeyPattern::secretValue).orElse(true);
        boolean shown = view.elements() > 0 && (view.reveal() || !secret);
        Optional<Part> value = shown ? Beginning.of(store, key, type.get(), view.elements()) : Optional.empty();
        return Optional.of(new Entry(
                name(key, view.reveal()),
                pattern.map(KeyPattern::template),
                type.get(),
                life.get(),
                type.get() == ValueType.STRING ? 1 : store.size(key),
                store.read(new Read.Footprint(key)),
                value,
                secret));
    }

    @Override
    public Listing list(String prefix, String cursor, int limit, boolean reveal) {
        Scan.Page page = store.scan(new Scan(prefix, cursor, Math.min(limit, Listing.LONGEST)));
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
                        name(keys.get(i), reveal),
                        types.get(i).get(),
                        lives.get(i).get()));
            }
        }
        return new Listing(listed, page.next());
    }

    @Override
    public long count(String prefix, Progress progress) {
        AtomicLong count = new AtomicLong();
        walk(prefix, progress, keys -> count.addAndGet(keys.size()));
        return count.get();
    }

    @Override
    public KeyChange change(KeyEdit edit) {
        return edits.change(edit);
    }

    @Override
    public boolean delete(String name) {
        boolean deleted =
                deleted(store.commit(Batch.builder().delete(schema.key(name)).build()));
        if (deleted) {
            edits.audited("delete", schema.redact(name));
        }
        return deleted;
    }

    @Override
    public long deleteAll(String prefix, Progress progress) {
        AtomicLong count = new AtomicLong();
        try (Pipeline pipeline = new Pipeline(store, outcome -> count.addAndGet(deleted(outcome) ? 1 : 0))) {
            walk(
                    prefix,
                    progress,
                    keys -> keys.forEach(key ->
                            pipeline.send(Batch.builder().delete(key).relaxed().build())));
            pipeline.finish();
        }
        if (count.get() > 0) {
            edits.audited("delete", "%d of %s".formatted(count.get(), schema.redact(prefix)));
        }
        return count.get();
    }

    @Override
    public EventPage audit(Query query, String cursor, int limit) {
        return audit.page(people.everyName(query), cursor, limit);
    }

    @Override
    public boolean hasSessions(String system) {
        return sessions.has(system);
    }

    @Override
    public boolean knows(String user) {
        return sessions.knows(user);
    }

    @Override
    public List<SessionLine> sessions(String user, Optional<String> system) {
        return sessions.list(user, system);
    }

    @Override
    public OptionalInt revoke(String user, Optional<String> system, Optional<String> kept) {
        return sessions.revoke(user, system, kept);
    }

    @Override
    public boolean endSession(String user, String system, String id) {
        return sessions.end(user, system, id);
    }

    @Override
    public TokenDesk tokens() {
        return tokens;
    }

    private Optional<Account> account(String user) {
        return backing.flatMap(Backing::directory).flatMap(directory -> Accounts.named(directory, user));
    }

    @Override
    public NewKey newKey(String system) {
        Optional<IssuerKeys> keys = backing.flatMap(each -> each.keys(system));
        if (keys.isEmpty()) {
            return new NewKey.NoSystem();
        }
        Optional<String> made =
                keys.get().rotate().map(rotated -> rotated.newest().name());
        made.ifPresent(name -> audit.append(Event.of(clock.instant(), Kind.TOKEN, system, "new-key")
                .from(UserSessions.OPERATOR)
                .about(name, name)));
        return made.<NewKey>map(NewKey.Made::new).orElseGet(NewKey.Given::new);
    }

    @Override
    public NostalgicDesk nostalgic() {
        return nostalgic;
    }

    @Override
    public void backup(OutputStream out, BackupOptions options, Progress progress) {
        backups.write(out, options, progress);
    }

    /** Reads a file as a whole; a {@code DamagedBackup} says why it cannot be restored here. */
    Summary examine(BackupFile file) {
        return backups.examine(file);
    }

    @Override
    public Restoration restore(BackupFile file, Summary summary, RestoreOptions options, Progress progress) {
        return backups.restore(file, summary, options, isEmpty(), progress);
    }

    /**
     * Writes down that a backup was asked for from elsewhere, or put in.
     *
     * @param client a digest of the address that it came from
     */
    void audited(String action, String client, Set<Section> sections) {
        String shown = sections.stream().map(Section::word).collect(Collectors.joining(", "));
        audit.append(Event.of(clock.instant(), Kind.BACKUP, "yorozu", action)
                .by(Optional.of(UserSessions.OPERATOR))
                .from(client)
                .about(shown, ""));
    }

    /** Of what a backup made now would consist. */
    Set<Section> sections(BackupOptions options) {
        return backups.sections(options);
    }

    @Override
    public void close() {}

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

    private interface Question<R> {
        Read<R> of(Key key);
    }

    private static <R> List<Read<R>> all(List<Key> keys, Question<R> question) {
        return keys.stream().map(question::of).toList();
    }

    private String name(Key key, boolean reveal) {
        return reveal ? key.name() : schema.redact(key.name());
    }

    private static boolean deleted(Commit outcome) {
        return outcome instanceof Commit.Applied applied && applied.flag(0);
    }
}
