package dev.yorozu.conformance.nostalgic;

import static org.assertj.core.api.Assertions.assertThat;

import dev.yorozu.conformance.QuickPasswords;
import dev.yorozu.conformance.Suite;
import dev.yorozu.json.Document;
import dev.yorozu.nostalgic.Creation;
import dev.yorozu.nostalgic.Days;
import dev.yorozu.nostalgic.Event;
import dev.yorozu.nostalgic.Kind;
import dev.yorozu.nostalgic.Marks;
import dev.yorozu.nostalgic.Ownership;
import dev.yorozu.nostalgic.Service;
import dev.yorozu.nostalgic.ServiceId;
import dev.yorozu.nostalgic.Services;
import dev.yorozu.nostalgic.SiteUrl;
import dev.yorozu.nostalgic.counter.CounterPolicy;
import dev.yorozu.nostalgic.counter.Counters;
import dev.yorozu.nostalgic.counter.Counts;
import dev.yorozu.nostalgic.counter.Visit;
import dev.yorozu.nostalgic.like.LikePolicy;
import dev.yorozu.nostalgic.like.LikeView;
import dev.yorozu.nostalgic.like.Likes;
import dev.yorozu.nostalgic.like.Toggle;
import dev.yorozu.nostalgic.visitor.UserHashes;
import dev.yorozu.nostalgic.visitor.Visitor;
import dev.yorozu.secret.Digests;
import dev.yorozu.store.Batch;
import dev.yorozu.store.Bytes;
import dev.yorozu.store.Key;
import dev.yorozu.store.Life;
import dev.yorozu.store.Read;
import dev.yorozu.store.Scan;
import dev.yorozu.store.Store;
import dev.yorozu.store.testkit.HeldClock;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalTime;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.TreeSet;
import java.util.UUID;
import java.util.concurrent.CopyOnWriteArrayList;

/**
 * What the tests of counters and likes share.
 *
 * <p>The clock is held some days ahead: the store keeps real time, and what is written until a held instant must not end
 * before the test does.
 */
abstract class CountingSuite extends Suite {
    static final String TOKEN = "owner-token";
    static final String OTHER_TOKEN = "somebody-else";
    static final Visitor ALICE = visitor(1);
    static final Visitor BOB = visitor(2);
    static final UserHashes HASHES = new UserHashes(new byte[32]);

    final HeldClock clock = new HeldClock(Instant.now()
            .atZone(ZoneOffset.UTC)
            .toLocalDate()
            .plusDays(3)
            .atTime(LocalTime.NOON)
            .toInstant(ZoneOffset.UTC));
    final List<Event> events = new CopyOnWriteArrayList<>();

    static Visitor visitor(int number) {
        return new Visitor("203.0.113." + number, "Browser/1.0");
    }

    Counters counters() {
        return counters(store(), ZoneOffset.UTC);
    }

    Counters counters(Store store, ZoneId zone) {
        return new Counters(
                store, CounterPolicy.DEFAULT, new Days(zone, clock), HASHES, QuickPasswords.SET, events::add);
    }

    Likes likes() {
        return likes(store(), ZoneOffset.UTC);
    }

    Likes likes(Store store, ZoneId zone) {
        return new Likes(store, LikePolicy.DEFAULT, new Days(zone, clock), HASHES, QuickPasswords.SET, events::add);
    }

    /** The services of counters or likes; the rules are the same. */
    Services services(Kind kind, Store store) {
        return kind == Kind.COUNTER
                ? counters(store, ZoneOffset.UTC).services()
                : likes(store, ZoneOffset.UTC).services();
    }

    Creation create(Kind kind, Store store, SiteUrl url, String token) {
        return kind == Kind.COUNTER
                ? counters(store, ZoneOffset.UTC).create(url, token, Document.empty())
                : likes(store, ZoneOffset.UTC).create(url, token, Document.empty());
    }

    /** An address that no other test uses. */
    static SiteUrl address() {
        return address("https://site" + UUID.randomUUID().toString().substring(0, 8) + ".example.org/");
    }

    static SiteUrl address(String text) {
        return SiteUrl.parse(text, false).orElseThrow();
    }

    Service created(Kind kind, SiteUrl url) {
        Creation creation = create(kind, store(), url, TOKEN);
        assertThat(creation).isInstanceOf(Creation.Created.class);
        return ((Creation.Created) creation).service();
    }

    String counter() {
        return created(Kind.COUNTER, address()).id();
    }

    String like() {
        return created(Kind.LIKE, address()).id();
    }

    Ownership.Owned owned(Kind kind, SiteUrl url) {
        Ownership ownership = services(kind, store()).owned(url, TOKEN);
        assertThat(ownership).isInstanceOf(Ownership.Owned.class);
        return (Ownership.Owned) ownership;
    }

    static Counts counted(Visit visit) {
        assertThat(visit).isInstanceOf(Visit.Counted.class);
        return ((Visit.Counted) visit).view().counts();
    }

    static Counts repeated(Visit visit) {
        assertThat(visit).isInstanceOf(Visit.Repeated.class);
        return ((Visit.Repeated) visit).view().counts();
    }

    static LikeView toggled(Toggle toggle) {
        assertThat(toggle).isInstanceOf(Toggle.Toggled.class);
        return ((Toggle.Toggled) toggle).view();
    }

    /** Lets a day pass, and with it the marks that these visitors left: the store's clock does not know of it. */
    void turnDay(Kind kind, String id, Visitor... visitors) {
        Batch.Builder batch = Batch.builder();
        for (Visitor visitor : visitors) {
            batch.delete(kind.mark().key(id, HASHES.on(visitor, LocalDate.ofInstant(clock.instant(), ZoneOffset.UTC))));
        }
        store().commit(batch.build());
        clock.advance(Duration.ofDays(1));
    }

    /** The names of all keys of a service, found by a walk over the keyspace. */
    TreeSet<String> keys(Kind kind, String id) {
        TreeSet<String> names = new TreeSet<>();
        Scan scan = Scan.of(kind.id() + ":" + id, 1000);
        while (true) {
            Scan.Page page = store().scan(scan);
            for (Key key : page.keys()) {
                if (key.name().equals(kind.id() + ":" + id) || key.name().startsWith(kind.id() + ":" + id + ":")) {
                    names.add(key.name());
                }
            }
            if (page.last()) {
                return names;
            }
            scan = scan.from(page.next());
        }
    }

    Optional<String> mapped(Kind kind, SiteUrl url) {
        return text(kind.keys().mapping().key(SiteUrl.encode(url.text())));
    }

    boolean indexed(Kind kind, String id) {
        return store().read(new Read.ScoreOf(kind.keys().index().key(), Bytes.of(id)))
                .isPresent();
    }

    Optional<String> text(Key key) {
        return store().get(key).map(Bytes::text);
    }

    Document record(Kind kind, String id) {
        return Document.parse(store().get(kind.keys().service().key(id)).orElseThrow())
                .orElseThrow();
    }

    /** Asserts that an address has no service, and that nothing at all is left of any that it could have had. */
    void assertNothingLeft(Kind kind, SiteUrl url) {
        assertThat(mapped(kind, url)).isEmpty();
        for (String id : names(url)) {
            assertThat(indexed(kind, id)).as("index of " + id).isFalse();
            assertThat(keys(kind, id)).isEmpty();
        }
    }

    /** Asserts that an address has one whole service, and says its name. */
    String assertWhole(Kind kind, SiteUrl url) {
        List<String> there = new ArrayList<>();
        for (String id : names(url)) {
            services(kind, store())
                    .find(id)
                    .filter(service -> service.url().equals(url.text()))
                    .ifPresent(service -> there.add(id));
        }
        assertThat(there).hasSize(1);
        String id = there.getFirst();
        assertThat(mapped(kind, url)).hasValue(id);
        assertThat(indexed(kind, id)).isTrue();
        assertThat(text(kind.keys().ownerToken().key(id)))
                .isEqualTo(record(kind, id).text("owner"));
        return id;
    }

    /** The two shortest names that an address can have. */
    static List<String> names(SiteUrl url) {
        String id = ServiceId.of(url);
        String hash = Digests.hex(url.text());
        return List.of(id, id + "-" + hash.substring(8, 16));
    }

    /** The list of those who left a mark on this day. */
    Key marks(Kind kind, String id) {
        return new Marks(kind).list(id, clock.instant());
    }

    /** How long a key lives from now on by the real clock, against the instant at which it should end. */
    void assertEndsAt(Key key, Instant end) {
        Life life = store().remaining(key).orElseThrow();
        assertThat(life).isInstanceOf(Life.Ends.class);
        Instant found = Instant.now().plus(((Life.Ends) life).left());
        assertThat(Duration.between(found, end).abs()).isLessThan(Duration.ofMinutes(1));
    }
}
