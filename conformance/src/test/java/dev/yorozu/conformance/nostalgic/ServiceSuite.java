package dev.yorozu.conformance.nostalgic;

import static org.assertj.core.api.Assertions.assertThat;

import dev.yorozu.conformance.Suite;
import dev.yorozu.date.Iso;
import dev.yorozu.json.Document;
import dev.yorozu.nostalgic.Event;
import dev.yorozu.nostalgic.Kind;
import dev.yorozu.nostalgic.Ownership;
import dev.yorozu.nostalgic.Services;
import dev.yorozu.nostalgic.SiteUrl;
import dev.yorozu.nostalgic.visitor.UserHashes;
import dev.yorozu.nostalgic.visitor.Visitor;
import dev.yorozu.store.Bytes;
import dev.yorozu.store.Key;
import dev.yorozu.store.Life;
import dev.yorozu.store.Read;
import dev.yorozu.store.Scan;
import dev.yorozu.store.testkit.HeldClock;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.TreeSet;
import java.util.UUID;
import java.util.concurrent.CopyOnWriteArrayList;

/** What the tests of rankings and boards share: addresses, owners, visitors, and a look at what is kept. */
abstract class ServiceSuite extends Suite {
    static final String TOKEN = "owner-token";
    static final UserHashes HASHES = new UserHashes(new byte[32]);
    static final Visitor ALICE = visitor(1);
    static final Visitor BOB = visitor(2);
    static final Instant NOON = Instant.parse("2026-03-01T12:00:00.123Z");

    final Kind kind;
    final SiteUrl url = address();
    final HeldClock clock = new HeldClock(NOON);
    final List<Event> events = new CopyOnWriteArrayList<>();

    ServiceSuite(Kind kind) {
        this.kind = kind;
    }

    /** The services of the kind that is tested. */
    abstract Services services();

    /** An address that no other test uses. */
    static SiteUrl address() {
        return SiteUrl.parse("https://site" + UUID.randomUUID().toString().substring(0, 8) + ".example.org/", false)
                .orElseThrow();
    }

    static Visitor visitor(int number) {
        return new Visitor("10.0." + number / 256 + "." + number % 256, "Browser/1.0");
    }

    Ownership.Owned owned() {
        Ownership ownership = services().owned(url, TOKEN);
        assertThat(ownership).isInstanceOf(Ownership.Owned.class);
        return (Ownership.Owned) ownership;
    }

    Key mark(String id, Visitor visitor) {
        return kind.mark().key(id, HASHES.of(visitor));
    }

    boolean isMarked(String id, Visitor visitor) {
        return store().type(mark(id, visitor)).isPresent();
    }

    Document record(String id) {
        return Document.parse(store().get(kind.keys().service().key(id)).orElseThrow())
                .orElseThrow();
    }

    Optional<String> text(Key key) {
        return store().get(key).map(Bytes::text);
    }

    /** The record as the document describes it, with what the owner's token became. */
    void assertRecord(String id, String last, String fields) {
        String owner = text(kind.keys().ownerToken().key(id)).orElseThrow();
        assertThat(text(kind.keys().service().key(id)))
                .hasValue("{\"service\":\"" + kind.id() + "\",\"id\":\"" + id + "\",\"url\":\"" + url.text()
                        + "\",\"created\":\"" + Iso.text(NOON) + "\",\"" + kind.last() + "\":" + last + ","
                        + fields + ",\"owner\":\"" + owner + "\"}");
    }

    /** Asserts that a key ends, by the store's clock, after about this time and no more. */
    void assertLives(Key key, Duration time) {
        Life life = store().remaining(key).orElseThrow();
        assertThat(life).isInstanceOf(Life.Ends.class);
        assertThat(((Life.Ends) life).left()).isBetween(time.dividedBy(2), time);
    }

    /** The names of all keys of a service behind its own, found by a walk over the keyspace. */
    TreeSet<String> keys(String id) {
        TreeSet<String> names = new TreeSet<>();
        String own = kind.id() + ":" + id;
        Scan scan = Scan.of(kind.id() + ":", 1000);
        while (true) {
            Scan.Page page = store().scan(scan);
            for (Key key : page.keys()) {
                if (key.name().equals(own) || key.name().startsWith(own + ":")) {
                    names.add(key.name().substring(own.length()));
                }
            }
            if (page.last()) {
                return names;
            }
            scan = scan.from(page.next());
        }
    }

    void assertNothingLeft(String id) {
        assertThat(keys(id)).isEmpty();
        assertThat(text(kind.keys().mapping().key(SiteUrl.encode(url.text())))).isEmpty();
        assertThat(store().read(new Read.ScoreOf(kind.keys().index().key(), Bytes.of(id))))
                .isEmpty();
    }
}
