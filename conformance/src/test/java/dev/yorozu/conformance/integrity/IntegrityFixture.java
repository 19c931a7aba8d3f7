package dev.yorozu.conformance.integrity;

import dev.yorozu.conformance.QuickPasswords;
import dev.yorozu.json.Document;
import dev.yorozu.keyspace.Keyspace;
import dev.yorozu.nostalgic.Creation;
import dev.yorozu.nostalgic.Days;
import dev.yorozu.nostalgic.Events;
import dev.yorozu.nostalgic.Kind;
import dev.yorozu.nostalgic.Service;
import dev.yorozu.nostalgic.SiteUrl;
import dev.yorozu.nostalgic.board.BoardPolicy;
import dev.yorozu.nostalgic.board.Boards;
import dev.yorozu.nostalgic.board.rule.Contribution;
import dev.yorozu.nostalgic.board.settings.BoardSettings;
import dev.yorozu.nostalgic.counter.CounterPolicy;
import dev.yorozu.nostalgic.counter.Counters;
import dev.yorozu.nostalgic.integrity.Finding;
import dev.yorozu.nostalgic.integrity.Integrity;
import dev.yorozu.nostalgic.integrity.IntegrityPolicy;
import dev.yorozu.nostalgic.integrity.Report;
import dev.yorozu.nostalgic.like.LikePolicy;
import dev.yorozu.nostalgic.like.Likes;
import dev.yorozu.nostalgic.ranking.RankingPolicy;
import dev.yorozu.nostalgic.ranking.RankingSettings;
import dev.yorozu.nostalgic.ranking.Rankings;
import dev.yorozu.nostalgic.visitor.UserHashes;
import dev.yorozu.nostalgic.visitor.Visitor;
import dev.yorozu.secret.Passwords;
import dev.yorozu.secret.RandomTokens;
import dev.yorozu.store.Batch;
import dev.yorozu.store.Bytes;
import dev.yorozu.store.Durability;
import dev.yorozu.store.Expiry;
import dev.yorozu.store.Key;
import dev.yorozu.store.Life;
import dev.yorozu.store.Order;
import dev.yorozu.store.Ranked;
import dev.yorozu.store.Read;
import dev.yorozu.store.Scan;
import dev.yorozu.store.Store;
import dev.yorozu.store.ValueType;
import java.time.Duration;
import java.time.InstantSource;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;

/** Four sound services in use, beside whatever else the store holds, and a way to see all that belongs to them. */
final class IntegrityFixture {
    static final String TOKEN = "a-secret-token";
    /** So long that no test outlives it. */
    static final Duration COOLDOWN = Duration.ofMinutes(10);

    private static final Duration PAUSE = Duration.ofMillis(2);

    final Store store;
    /** Part of the names of all that belongs to this fixture. */
    final String label = "s" + RandomTokens.secure().hex(6);

    final InstantSource clock = InstantSource.system();
    final Days days = new Days(ZoneOffset.UTC, clock);
    final Integrity integrity;
    final Counters counters;
    final Likes likes;
    final Rankings rankings;
    final Boards boards;

    IntegrityFixture(Store store) {
        this.store = store;
        this.integrity =
                new Integrity(store, new IntegrityPolicy(days, Duration.ofDays(400), COOLDOWN, COOLDOWN, PAUSE));
        UserHashes hashes = new UserHashes(new byte[16]);
        Passwords passwords = QuickPasswords.SET;
        counters = new Counters(store, CounterPolicy.DEFAULT, days, hashes, passwords, Events.NONE);
        likes = new Likes(store, LikePolicy.DEFAULT, days, hashes, passwords, Events.NONE);
        RankingPolicy ranked = new RankingPolicy(COOLDOWN, Durability.RELAXED, 10);
        rankings = new Rankings(store, ranked, hashes, passwords, Events.NONE, clock);
        boards = new Boards(
                store,
                new BoardPolicy(COOLDOWN, List.of(), Durability.RELAXED, 5, 60),
                days,
                hashes,
                passwords,
                RandomTokens.secure(),
                Events.NONE);
    }

    SiteUrl url(String path) {
        return SiteUrl.parse("https://" + label + ".example/" + path, false).orElseThrow();
    }

    static Visitor visitor(int number) {
        return new Visitor("192.0.2." + number, "browser");
    }

    Service counter(String path) {
        Service counter = made(counters.create(url(path), TOKEN, Document.empty()));
        for (int i = 0; i < 3; i++) {
            counters.visit(counter.id(), visitor(i));
        }
        return counter;
    }

    Service like(String path) {
        Service like = made(likes.create(url(path), TOKEN, Document.empty()));
        likes.toggle(like.id(), visitor(1));
        likes.toggle(like.id(), visitor(2));
        return like;
    }

    Service ranking(String path) {
        RankingSettings settings = new RankingSettings(Optional.of("Best"), 3, Order.FALLING);
        Service ranking = made(rankings.create(url(path), TOKEN, settings, Document.empty()));
        for (int i = 0; i < 3; i++) {
            rankings.submit(ranking.id(), visitor(i), "player" + i, 10 + i, Optional.of("#" + i), 10);
        }
        return ranking;
    }

    Service board(String path) {
        BoardSettings settings = new BoardSettings("Board", 3, 10, List.of(), List.of());
        Service board = made(boards.create(url(path), TOKEN, settings, Document.empty()));
        for (int i = 0; i < 3; i++) {
            boards.post(board.id(), visitor(i), Contribution.of("Message " + i));
        }
        return board;
    }

    static Service made(Creation creation) {
        return ((Creation.Settled) creation).service();
    }

    static Key record(Service service) {
        return service.kind().keys().service().key(service.id());
    }

    static Key owner(Service service) {
        return service.kind().keys().ownerToken().key(service.id());
    }

    static Key mapping(Service service) {
        return mapping(service.kind(), service.url());
    }

    static Key mapping(Kind kind, String url) {
        return kind.keys().mapping().key(SiteUrl.encode(url));
    }

    void write(UnaryOperator<Batch.Builder> writes) {
        store.commit(writes.apply(Batch.builder()).build());
    }

    void put(Key key, String value) {
        write(batch -> batch.put(key, value, Expiry.never()));
    }

    Report check() {
        return mine(integrity.check(new Integrity.Scope.All(), done -> {}));
    }

    Report fix() {
        return mine(integrity.fix(new Integrity.Scope.All(), done -> {}));
    }

    Report clear() {
        return mine(integrity.clear(done -> {}));
    }

    /** What is about this fixture; other tests may have left other things. */
    Report mine(Report report) {
        return new Report(report.keys(), mine(report.findings()), mine(report.repaired()), report.complete());
    }

    private List<Finding> mine(List<Finding> findings) {
        return findings.stream()
                .filter(finding -> finding.id().contains(label) || finding.key().contains(label))
                .toList();
    }

    /** All that belongs to this fixture: each key with its type, its value and whether it ends, and its index entries. */
    SortedMap<String, String> dump() {
        SortedMap<String, String> dump = new TreeMap<>();
        Stream.of("url:", "counter:", "like:", "ranking:", "bbs:").forEach(prefix -> dump(prefix, dump));
        for (Kind kind : Kind.values()) {
            store.ranks(kind.keys().index().key(), Order.RISING, 0, -1).stream()
                    .filter(each -> each.member().text().contains(label))
                    .forEach(each -> dump.put(
                            kind.keys().index().template() + " " + each.member().text(), "" + each.score()));
        }
        return dump;
    }

    /** Removes all of it, so that other tests need not walk over it. */
    void leave() {
        dump().keySet().forEach(name -> {
            String[] parts = name.split(" ", 2);
            Key key = Keyspace.schema().key(parts[0]);
            write(batch -> parts.length > 1 ? batch.rankRemove(key, Bytes.of(parts[1])) : batch.delete(key));
        });
    }

    private void dump(String prefix, SortedMap<String, String> dump) {
        Scan scan = Scan.of(prefix, 200);
        Scan.Page page;
        do {
            page = store.scan(scan);
            dump(
                    page.keys().stream()
                            .filter(key -> key.name().contains(label))
                            .map(key -> Keyspace.schema().key(key.name()))
                            .toList(),
                    dump);
            scan = scan.from(page.next());
        } while (!page.last());
    }

    /** Asks for many keys at once: types first, because what else can be asked depends on them. */
    private void dump(List<Key> keys, SortedMap<String, String> dump) {
        List<Optional<ValueType>> types =
                store.readAll(keys.stream().map(Read.Type::new).toList());
        List<Read<?>> values = new ArrayList<>();
        List<Read.Remaining> lives = new ArrayList<>();
        List<String> names = new ArrayList<>();
        for (int i = 0; i < keys.size(); i++) {
            if (types.get(i).isPresent()) {
                names.add(keys.get(i).name() + " " + types.get(i).get());
                values.add(value(keys.get(i), types.get(i).get()));
                lives.add(new Read.Remaining(keys.get(i)));
            }
        }
        List<Object> contents = store.readAll(values);
        List<Optional<Life>> ends = store.readAll(lives);
        for (int i = 0; i < names.size(); i++) {
            String[] name = names.get(i).split(" ", 2);
            String life =
                    ends.get(i).map(left -> left.getClass().getSimpleName()).orElse("gone");
            dump.put(name[0], name[1] + " " + text(contents.get(i)) + " " + life);
        }
    }

    private static Read<?> value(Key key, ValueType type) {
        return switch (type) {
            case STRING -> new Read.Get(key);
            case SET -> new Read.Members(key);
            case RANK -> new Read.Ranks(key, Order.RISING, 0, -1);
            case LIST -> new Read.Slice(key, 0, -1);
            case HASH -> new Read.Fields(key);
        };
    }

    /** The same for the same contents: what has no order is sorted. */
    private static String text(Object content) {
        return switch (content) {
            case Optional<?> value -> value.map(IntegrityFixture::text).orElse("gone");
            case Bytes bytes -> bytes.text();
            case Ranked ranked -> ranked.member().text() + "=" + ranked.score();
            case Set<?> members ->
                members.stream().map(IntegrityFixture::text).sorted().toList().toString();
            case List<?> elements ->
                elements.stream().map(IntegrityFixture::text).toList().toString();
            case Map<?, ?> fields ->
                fields.entrySet().stream()
                        .map(field -> text(field.getKey()) + "=" + text(field.getValue()))
                        .sorted()
                        .toList()
                        .toString();
            default -> throw new IllegalStateException("What no read answers: " + content);
        };
    }
}
