package dev.yorozu.conformance.feed;

import static org.assertj.core.api.Assertions.assertThat;

import dev.yorozu.conformance.OnEveryStore;
import dev.yorozu.feed.Cursor;
import dev.yorozu.feed.FeedAnswer;
import dev.yorozu.feed.FeedPolicy;
import dev.yorozu.feed.RevocationFeed;
import dev.yorozu.keyspace.Keyspace;
import dev.yorozu.keyspace.ServerKeys;
import dev.yorozu.recovery.Recovery;
import dev.yorozu.secret.RandomTokens;
import dev.yorozu.store.Batch;
import dev.yorozu.store.Bytes;
import dev.yorozu.store.Key;
import dev.yorozu.store.Read;
import dev.yorozu.store.Store;
import dev.yorozu.store.Write;
import dev.yorozu.store.testkit.Race;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** What readers are given: order, pages, cursors, waiting. */
@OnEveryStore(heldClock = true)
final class FeedTest extends FeedSuite {
    private static final Duration LONG = Duration.ofSeconds(30);

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
