package dev.yorozu.conformance.feed;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.yorozu.command.Session;
import dev.yorozu.conformance.OnEveryStore;
import dev.yorozu.feed.Cursor;
import dev.yorozu.feed.FeedPolicy;
import dev.yorozu.feed.RevocationFeed;
import dev.yorozu.keyspace.AppKeys;
import dev.yorozu.keyspace.ServerKeys;
import dev.yorozu.secret.RandomTokens;
import dev.yorozu.store.Batch;
import dev.yorozu.store.Bytes;
import dev.yorozu.store.Commit;
import dev.yorozu.store.Durability;
import dev.yorozu.store.Key;
import dev.yorozu.store.Read;
import dev.yorozu.store.RoundTrip;
import dev.yorozu.store.Store;
import dev.yorozu.store.StoreException;
import dev.yorozu.store.backend.Limits;
import dev.yorozu.store.testkit.Poll;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** What of all that is written is told, whoever writes it and whatever fails meanwhile. */
@OnEveryStore(heldClock = true)
final class FedWritesTest extends FeedSuite {
    @Test
    void whatIsSentTogetherIsToldWithIt() {
        RevocationFeed feed = feed();
        Key session = AppKeys.SESSION.key(app, "s".repeat(32));
        Key before = AppKeys.INVALID_BEFORE.key(app, "mia");
        Key listed = AppKeys.USER_ACCESS.key(app, "mia");
        store().commit(Batch.builder().put(session, "{}", LIFE).build());
        store().commit(Batch.builder()
                .setAdd(listed, Bytes.of("x"), Bytes.of("y"))
                .build());
        RoundTrip trip = new RoundTrip(feed.store());
        RoundTrip.Answer<?> put = trip.commit(revoking("a"));
        RoundTrip.Answer<?> taken = trip.commit(Batch.builder().take(session).build());
        RoundTrip.Answer<?> second =
                trip.commit(Batch.builder().put(before, "77", LIFE).build());
        RoundTrip.Answer<?> cleared = trip.commit(Batch.builder().delete(listed).build());
        RoundTrip.Answer<Long> other = trip.read(new Read.Size(AppKeys.USER_ACCESS.key(app, "noa")));
        trip.send();
        Stream.of(put, taken, second, cleared)
                .forEach(answer -> assertThat(answer.get()).isNotNull());
        assertThat(other.get()).isZero();
        assertThat(all(feed, Cursor.start(), 10))
                .hasSize(5)
                .contains("a", "x", "y", "mia before 77")
                .noneMatch(id -> id.startsWith("ss"));
        assertThat(store().type(ServerKeys.FEED_PENDING.key("app." + app))).isEmpty();
    }

    /** A session that is not there ended before, or never was: made-up ids must not fill the feed. */
    @Test
    void theEndOfASessionThatIsNotThereIsNotTold() {
        RevocationFeed feed = feed();
        Key there = AppKeys.SESSION.key(app, "t".repeat(32));
        Key other = AppKeys.SESSION.key(app, "o".repeat(32));
        store().commit(Batch.builder().put(there, "{}", LIFE).build());
        Batch ending = Batch.builder().take(there).build();
        feed.store().commit(Batch.builder().take(other).build());
        feed.store().commit(ending);
        feed.store().commit(ending);
        RoundTrip.commitAll(
                feed.store(), List.of(ending, Batch.builder().delete(other).build()));
        Session client = client(feed, Durability.DURABLE);
        call(client, "DEL", there.name());
        call(client, "SET", other.name(), "{}", "EX", "60");
        call(client, "GETDEL", other.name());
        call(client, "GETDEL", other.name());
        assertThat(all(feed, Cursor.start(), 10))
                .containsExactly(
                        dev.yorozu.session.Session.publicId("t".repeat(32)),
                        dev.yorozu.session.Session.publicId("o".repeat(32)));
    }

    /** Another program may keep anything in a set of ids; it must go all the same, with the ids beside it. */
    @Test
    void whatIsNoIdOfATokenIsNotToldAndHindersNothing() {
        RevocationFeed feed = feed();
        Key listed = AppKeys.USER_ACCESS.key(app, "odd");
        store().commit(Batch.builder()
                .setAdd(
                        listed,
                        Bytes.of("\u0001".repeat(300_000)),
                        Bytes.of("x".repeat(Limits.DEFAULT.valueBytes())),
                        Bytes.of("an-id"))
                .build());
        assertThat(feed.store().commit(Batch.builder().delete(listed).build()).applied())
                .isTrue();
        assertThat(all(feed, Cursor.start(), 10)).containsExactly("an-id");
    }

    @Test
    void whatIsInThePlaceOfASetGoesAsWhatItIs() {
        RevocationFeed feed = feed();
        Key listed = AppKeys.USER_ACCESS.key(app, "odd");
        Batch deleting = Batch.builder().delete(listed).build();
        store().commit(Batch.builder().put(listed, "no set", LIFE).build());
        assertThat(feed.store().commit(deleting).applied()).isTrue();
        assertThat(store().type(listed)).isEmpty();
        store().commit(Batch.builder().put(listed, "no set", LIFE).build());
        RoundTrip.commitAll(feed.store(), List.of(deleting, revoking("a")));
        assertThat(store().type(listed)).isEmpty();
        assertThat(all(feed, Cursor.start(), 10)).containsExactly("a");
    }

    /** A reader may rest on an entry, which so must be on the disk whatever its writer cares for. */
    @Test
    void whatIsToldIsOnTheDiskAlsoWhereAClientDoesNotWaitForThat() {
        List<Durability> steps = new ArrayList<>();
        RevocationFeed feed = feed(new Steps(store(), steps));
        Session client = client(feed, Durability.RELAXED);
        call(client, "SET", AppKeys.LOCK.key(app, "other").name(), "1", "EX", "60");
        assertThat(steps).doesNotContain(Durability.DURABLE);
        call(client, "SET", revoked("a").name(), "1", "EX", "60");
        assertThat(steps.isEmpty() || steps.getLast() == Durability.DURABLE).isTrue();
        assertThat(all(feed, Cursor.start(), 10)).containsExactly("a");
    }

    private record Steps(Store store, List<Durability> steps) implements Store.Forwarding {
        @Override
        public <R> R run(Program<R> program, Durability durability) {
            steps.add(durability);
            return store.run(program, durability);
        }
    }

    /** What a client of a door writes, whichever command it takes; a look changes nothing. */
    @Test
    void whatDoorsWriteIsTold() {
        RevocationFeed feed = feed();
        Session client = client(feed, Durability.DURABLE);
        String session = AppKeys.SESSION.key(app, "d".repeat(32)).name();
        String listed = AppKeys.USER_ACCESS.key(app, "mia").name();
        call(client, "SET", session, "{}", "EX", "60");
        call(client, "SADD", listed, "x", "y", "z");
        call(client, "GET", session);
        call(client, "EXISTS", revoked("a").name());
        assertThat(all(feed, Cursor.start(), 10)).isEmpty();
        call(client, "SET", revoked("a").name(), "1", "EX", "60");
        call(client, "SREM", listed, "x");
        call(client, "DEL", listed);
        call(client, "PEXPIRE", session, "-1");
        call(client, "SET", AppKeys.INVALID_BEFORE.key(app, "mia").name(), "5", "EX", "60");
        assertThat(all(feed, Cursor.start(), 10))
                .hasSize(6)
                .startsWith("a", "x")
                .contains("y", "z", "mia before 5");
        assertThat(store().type(ServerKeys.FEED_PENDING.key("app." + app))).isEmpty();
    }

    /** A store on which nothing can be written down: where a Redis is behind it, its other nodes work on. */
    private record WithoutFeed(Store store, AtomicBoolean down) implements Store.Forwarding {
        @Override
        public Commit commit(Batch batch) {
            if (down.get() && batch.first().name().startsWith(ServerKeys.FEED.prefix())) {
                throw new StoreException.Unavailable("This node is down");
            }
            return store.commit(batch);
        }

        @Override
        public void send(RoundTrip trip) {
            trip.items().forEach(item -> item.askOf(this));
        }
    }

    @Test
    void whatCannotBeAnnouncedIsRevokedAllTheSameAndToldLater() {
        AtomicBoolean down = new AtomicBoolean(true);
        RevocationFeed feed = feed(new WithoutFeed(store(), down));
        feed.store().commit(revoking("a"));
        RoundTrip.commitAll(feed.store(), List.of(revoking("b"), revoking("c")));
        assertThat(store().type(revoked("a"))).isPresent();
        assertThat(store().type(revoked("c"))).isPresent();
        down.set(false);
        assertThat(all(feed, Cursor.start(), 10)).containsExactlyInAnyOrder("a", "b", "c");
        assertThat(all(feed(), Cursor.start(), 10)).containsExactlyInAnyOrder("a", "b", "c");
    }

    /** Readers may all be at another server. */
    @Test
    void whatCannotBeAnnouncedIsToldWithoutAReaderHere() throws Exception {
        AtomicBoolean down = new AtomicBoolean(true);
        RevocationFeed feed = feed(new WithoutFeed(store(), down));
        feed.store().commit(revoking("a"));
        RoundTrip.commitAll(feed.store(), List.of(revoking("b"), revoking("c")));
        down.set(false);
        RevocationFeed other = feed();
        Poll.until(
                "all are told by the other server",
                () -> all(other, Cursor.start(), 10).size() == 3);
    }

    /** A store on which it takes three seconds to write something down. */
    private record Slow(Store store, AtomicLong nanos) implements Store.Forwarding {
        @Override
        public Commit commit(Batch batch) {
            Commit commit = store.commit(batch);
            if (batch.first().name().startsWith(ServerKeys.FEED.prefix())) {
                nanos.addAndGet(Duration.ofSeconds(3).toNanos());
            }
            return commit;
        }

        @Override
        public void send(RoundTrip trip) {
            trip.items().forEach(item -> item.askOf(this));
        }
    }

    @Test
    void whoTakesTooLongToAnnounceSomethingDoesNotDoIt() {
        AtomicLong nanos = new AtomicLong();
        RevocationFeed feed = new RevocationFeed(
                new Slow(store(), nanos), new FeedPolicy(KEEP, FEWEST), RandomTokens.secure(), clock(), nanos::get);
        if (store().relay().isEmpty()) {
            // Nothing is announced here.
            feed.store().commit(revoking("a"));
            assertThat(all(feed, Cursor.start(), 10)).containsExactly("a");
        } else {
            assertThatThrownBy(() -> feed.store().commit(revoking("a"))).isInstanceOf(StoreException.Unavailable.class);
            assertThat(store().type(revoked("a"))).isEmpty();
            assertThat(all(feed, Cursor.start(), 10)).isEmpty();
            assertThat(store().type(ServerKeys.FEED_PENDING.key("app." + app))).isEmpty();
        }
    }
}
