package dev.yorozu.conformance.feed;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.yorozu.command.Access;
import dev.yorozu.command.Commands;
import dev.yorozu.command.SchemaMode;
import dev.yorozu.command.Session;
import dev.yorozu.conformance.OnEveryStore;
import dev.yorozu.conformance.Suite;
import dev.yorozu.feed.Cursor;
import dev.yorozu.feed.FeedAnswer;
import dev.yorozu.feed.FeedPolicy;
import dev.yorozu.feed.RevocationFeed;
import dev.yorozu.json.Document;
import dev.yorozu.keyspace.AppKeys;
import dev.yorozu.keyspace.Keyspace;
import dev.yorozu.keyspace.ServerKeys;
import dev.yorozu.recovery.Recovery;
import dev.yorozu.secret.RandomTokens;
import dev.yorozu.store.Batch;
import dev.yorozu.store.Bytes;
import dev.yorozu.store.Commit;
import dev.yorozu.store.Durability;
import dev.yorozu.store.Expiry;
import dev.yorozu.store.Key;
import dev.yorozu.store.Read;
import dev.yorozu.store.RoundTrip;
import dev.yorozu.store.Store;
import dev.yorozu.store.StoreException;
import dev.yorozu.store.Write;
import dev.yorozu.store.backend.Limits;
import dev.yorozu.store.testkit.Poll;
import dev.yorozu.store.testkit.Race;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** The feed itself: order, pages, cursors, waiting, and what comes by doors. */
@OnEveryStore(heldClock = true)
final class FeedTest extends Suite {
    private static final Duration KEEP = Duration.ofHours(1);
    private static final Expiry LIFE = Expiry.after(Duration.ofDays(1));
    private static final int FEWEST = 2000;
    private static final Duration LONG = Duration.ofSeconds(30);

    private final String app = "kit" + UUID.randomUUID().toString().substring(0, 8);
    private final List<String> realm = List.of("app/" + app);

    private RevocationFeed feed() {
        return feed(store());
    }

    /** A machine that is held up for seconds is not taken for a server that died. */
    private RevocationFeed feed(Store through) {
        return new RevocationFeed(through, new FeedPolicy(KEEP, FEWEST), RandomTokens.secure(), clock(), () -> 0);
    }

    private Key revoked(String id) {
        return AppKeys.REVOKED.key(app, id);
    }

    private Batch revoking(String id) {
        return Batch.builder().put(revoked(id), "1", LIFE).build();
    }

    private FeedAnswer.Page page(RevocationFeed feed, Cursor after, int limit) {
        FeedAnswer answer = feed.read(after, realm, limit);
        assertThat(answer).isInstanceOf(FeedAnswer.Page.class);
        return (FeedAnswer.Page) answer;
    }

    private static List<String> ids(FeedAnswer.Page page) {
        return page.told().stream().map(told -> id(told.event())).toList();
    }

    private static String id(Document event) {
        return event.text("jti")
                .or(() -> event.text("sid"))
                .or(() -> event.text("user")
                        .map(user -> user + " before " + event.number("before").orElseThrow()))
                .orElseThrow();
    }

    private List<String> all(RevocationFeed feed, Cursor after, int limit) {
        List<String> ids = new ArrayList<>();
        FeedAnswer.Page page = page(feed, after, limit);
        ids.addAll(ids(page));
        while (page.more()) {
            page = page(feed, Cursor.of(page.next().toString()).orElseThrow(), limit);
            ids.addAll(ids(page));
        }
        return ids;
    }

    /** Revokes so many in one step, and gives their ids, which all begin so. */
    private List<String> revokeMany(RevocationFeed feed, String prefix, int count) {
        List<String> ids = IntStream.range(0, count).mapToObj(i -> prefix + i).toList();
        List<Bytes> members = ids.stream().map(Bytes::of).toList();
        Key listed = AppKeys.USER_ACCESS.key(app, "many");
        store().commit(Batch.builder()
                .write(new Write.SetAdd(listed, members))
                .expire(listed, LIFE)
                .build());
        feed.store()
                .commit(Batch.builder()
                        .write(new Write.SetRemove(listed, members))
                        .build());
        return ids;
    }

    @Test
    void whoHasNotReadWhatGoesForLackOfRoomIsNotGivenTheRestAsAll() {
        RevocationFeed feed = feed();
        Cursor begin = page(feed, Cursor.start(), 10).next();
        List<String> first = revokeMany(feed, "first", 600);
        Cursor read = page(feed, begin, 1000).next();
        revokeMany(feed, "second", 600);
        Cursor middle = page(feed, read, 1000).next();
        revokeMany(feed, "third", 600);
        List<String> last = revokeMany(feed, "last", 600);
        // Two pages are kept, and the first went, because there were too many.
        assertThat(feed.read(Cursor.start(), realm, 10)).isInstanceOf(FeedAnswer.Incomplete.class);
        assertThat(feed.read(begin, realm, 10)).isInstanceOf(FeedAnswer.Outdated.class);
        assertThat(all(feed, middle, 700)).hasSize(1200).containsAll(last);
        clock().advance(KEEP);
        // By then nobody needs it; the others went too, where the store has the same clock.
        List<String> left = all(feed(), Cursor.start(), 700);
        assertThat(left).doesNotHaveDuplicates().doesNotContainAnyElementsOf(first);
        assertThat(left.containsAll(last)).isEqualTo(storeClock().isEmpty());
    }

    @Test
    void eachIsToldOnceInTheOrderOfTheStepsAcrossPages() {
        RevocationFeed feed = feed();
        List<String> all = new ArrayList<>();
        for (String prefix : List.of("a", "b", "c", "d")) {
            all.addAll(revokeMany(feed, prefix, 300));
        }
        List<String> told = all(feed(), Cursor.start(), 70);
        assertThat(told).containsExactlyInAnyOrderElementsOf(all);
        assertThat(told.stream().map(id -> id.substring(0, 1)).distinct()).containsExactly("a", "b", "c", "d");
        assertThat(told.stream().map(id -> id.charAt(0))).isSorted();
        assertThat(store().size(page(1))).isGreaterThanOrEqualTo(1000);
        assertThat(store().size(page(2))).isPositive();
        assertLife(page(2), KEEP);
    }

    private Key page(int number) {
        String head =
                store().get(ServerKeys.FEED.key("app." + app)).orElseThrow().text();
        return ServerKeys.FEED_PAGE.key("app." + app, head.substring(0, head.indexOf(' ')), Integer.toString(number));
    }

    @Test
    void aReaderGoesOnWhereItWasWithAnyServer() {
        RevocationFeed one = feed();
        RevocationFeed two = feed();
        one.store().commit(revoking("a"));
        Cursor cursor = page(two, Cursor.start(), 10).next();
        two.store().commit(revoking("b"));
        one.store().commit(revoking("c"));
        assertThat(ids(page(one, cursor, 10))).containsExactly("b", "c");
        assertThat(ids(page(two, cursor, 1))).containsExactly("b");
        assertThat(all(feed(), Cursor.start(), 2)).containsExactly("a", "b", "c");
        assertThat(ids(page(one, page(one, cursor, 10).next(), 10))).isEmpty();
    }

    @Test
    void aPageThatEndedIsNotBegunAgain() {
        RevocationFeed feed = feed();
        Stream.of("a", "b", "c").forEach(id -> feed.store().commit(revoking(id)));
        Cursor cursor = page(feed, Cursor.start(), 10).next();
        Cursor late = page(feed, Cursor.start(), 1).next();
        store().commit(Batch.builder().delete(page(1)).build());
        assertThat(ids(page(feed, Cursor.start(), 10))).isEmpty();
        Stream.of("d", "e", "f", "g").forEach(id -> feed.store().commit(revoking(id)));
        assertThat(ids(page(feed, cursor, 10))).containsExactly("d", "e", "f", "g");
        assertThat(ids(page(feed, late, 10))).containsExactly("d", "e", "f", "g");
        assertThat(all(feed, Cursor.start(), 10)).containsExactly("d", "e", "f", "g");
    }

    /** As after a failover to a replica that lacked the last entries, which others then took the places of. */
    @Test
    void aPlaceThatWasGivenTwiceIsRefused() {
        RevocationFeed feed = feed();
        Stream.of("a", "b", "c").forEach(id -> feed.store().commit(revoking(id)));
        Cursor two = page(feed, Cursor.start(), 2).next();
        Cursor three = page(feed, two, 2).next();
        Bytes first = store().slice(page(1), 0, 0).getFirst();
        store().commit(Batch.builder()
                .delete(page(1))
                .listPush(page(1), Write.End.TAIL, first)
                .expire(page(1), LIFE)
                .build());
        assertThat(feed.read(two, realm, 10)).isInstanceOf(FeedAnswer.Outdated.class);
        Stream.of("d", "e").forEach(id -> feed.store().commit(revoking(id)));
        assertThat(feed.read(two, realm, 10)).isInstanceOf(FeedAnswer.Outdated.class);
        assertThat(feed.read(three, realm, 10)).isInstanceOf(FeedAnswer.Outdated.class);
        assertThat(all(feed, Cursor.start(), 10)).containsExactly("a", "d", "e");
    }

    @Test
    void aFeedThatBeginsAnewRefusesEarlierCursors() {
        RevocationFeed feed = feed();
        feed.open();
        feed.store().commit(revoking("a"));
        FeedAnswer.Page before = page(feed, Cursor.start(), 10);
        clock().advance(Duration.ofSeconds(5));
        new Recovery(store(), Keyspace.schema(), clock()).endAll(keys -> {});
        assertThat(feed.read(before.next(), realm, 10)).isInstanceOf(FeedAnswer.Outdated.class);
        FeedAnswer.Page after = page(feed, Cursor.start(), 10);
        assertThat(after.told()).isEmpty();
        assertThat(after.since()).isGreaterThan(clock().instant().getEpochSecond());
        feed.store().commit(revoking("b"));
        assertThat(ids(page(feed, after.next(), 10))).containsExactly("b");
        RevocationFeed.forget(store());
        assertThat(feed.read(after.next(), realm, 10)).isInstanceOf(FeedAnswer.Outdated.class);
    }

    @Test
    void cursorsThatWereMadeUpAreRefused() {
        assertThat(Stream.of("", "x", "YQ", "YXBwL2EgMDAgMSAx", "*").flatMap(text -> Cursor.of(text).stream()))
                .isEmpty();
        RevocationFeed feed = feed();
        feed.store().commit(revoking("a"));
        Cursor cursor = page(feed, Cursor.start(), 10).next();
        assertThat(Cursor.of(cursor.toString())).contains(cursor);
    }

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

    /** A server with less room than the one before, or than another one, must not take its share for all. */
    @Test
    void whatWasKeptWithMoreRoomIsReadWithLess() {
        RevocationFeed roomy =
                new RevocationFeed(store(), new FeedPolicy(KEEP, 10 * FEWEST), RandomTokens.secure(), clock(), () -> 0);
        List<String> all = new ArrayList<>();
        for (String prefix : List.of("a", "b", "c", "d", "e", "f")) {
            all.addAll(revokeMany(roomy, prefix, 600));
        }
        Cursor early = page(roomy, Cursor.start(), 10).next();
        assertThat(all(feed(), Cursor.start(), 700)).containsExactlyInAnyOrderElementsOf(all);
        assertThat(all(feed(), early, 700)).hasSize(all.size() - 10);
    }

    /** A store in which something happens right before a page is read. */
    private record Meanwhile(Store store, AtomicReference<Runnable> once) implements Store.Forwarding {
        @Override
        public <R> R read(Read<R> question) {
            if (question instanceof Read.Slice) {
                once.getAndSet(() -> {}).run();
            }
            return store.read(question);
        }
    }

    @Test
    void aPageThatGoesForLackOfRoomWhileItIsReadIsNotTakenForOneThatEnded() {
        RevocationFeed writer = feed();
        AtomicReference<Runnable> meanwhile = new AtomicReference<>(() -> {});
        RevocationFeed reader = feed(new Meanwhile(store(), meanwhile));
        revokeMany(writer, "first", 600);
        Cursor early = page(reader, Cursor.start(), 10).next();
        revokeMany(writer, "second", 600);
        meanwhile.set(() -> Stream.of("third", "fourth").forEach(prefix -> revokeMany(writer, prefix, 600)));
        assertThat(reader.read(early, realm, 1000)).isInstanceOf(FeedAnswer.Outdated.class);
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

    private Session client(RevocationFeed feed, Durability durability) {
        Commands commands =
                new Commands(feed.store(), Keyspace.schema(), SchemaMode.OFF, Limits.DEFAULT, clock(), new Random(7));
        return commands.session(durability, Access.ALL);
    }

    private static void call(Session client, String... parts) {
        assertThat(client.execute(Stream.of(parts).map(Bytes::of).toList()).toString())
                .doesNotContain("ERR");
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

    @Test
    void whoWaitsIsWokenByAnyServer() throws Exception {
        RevocationFeed writer = feed();
        // Nobody but this process has a store that runs programs.
        List<RevocationFeed> readers = store().relay().isEmpty() ? List.of(writer) : List.of(writer, feed());
        for (RevocationFeed waiting : readers) {
            Cursor cursor = page(waiting, Cursor.start(), 10).next();
            CompletableFuture<FeedAnswer> answer = background(() -> {
                try {
                    return waiting.await(cursor, realm, 10, LONG);
                } catch (InterruptedException e) {
                    throw new IllegalStateException(e);
                }
            });
            String id = UUID.randomUUID().toString();
            writer.store().commit(revoking(id));
            assertThat(ids((FeedAnswer.Page) answer.get())).containsExactly(id);
        }
    }

    @Test
    void whoWaitsIsLetGoWhenTheServerStops() throws Exception {
        RevocationFeed feed = feed();
        Cursor cursor = page(feed, Cursor.start(), 10).next();
        CompletableFuture<FeedAnswer> answer = background(() -> {
            try {
                return feed.await(cursor, realm, 10, Duration.ofHours(1));
            } catch (InterruptedException e) {
                throw new IllegalStateException(e);
            }
        });
        feed.close();
        assertThat(((FeedAnswer.Page) answer.get()).told()).isEmpty();
    }

    @Test
    void manyWhoRevokeAtOnceAreAllTold() throws Exception {
        RevocationFeed one = feed();
        RevocationFeed two = feed();
        int each = 40;
        Race.of(8, thread -> {
            Store store = (thread % 2 == 0 ? one : two).store();
            for (int i = 0; i < each; i++) {
                store.commit(revoking("r" + thread + "-" + i));
            }
            return thread;
        });
        assertThat(all(feed(), Cursor.start(), 7))
                .containsExactlyInAnyOrderElementsOf(IntStream.range(0, 8)
                        .boxed()
                        .flatMap(thread -> IntStream.range(0, each).mapToObj(i -> "r" + thread + "-" + i))
                        .toList());
    }
}
