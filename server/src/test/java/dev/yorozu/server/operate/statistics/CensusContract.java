package dev.yorozu.server.operate.statistics;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.yorozu.keyspace.Category;
import dev.yorozu.keyspace.DiscordKeys;
import dev.yorozu.keyspace.KeyPattern;
import dev.yorozu.keyspace.Keyspace;
import dev.yorozu.keyspace.UserKeys;
import dev.yorozu.secret.RandomTokens;
import dev.yorozu.server.operate.transport.Progress;
import dev.yorozu.store.Batch;
import dev.yorozu.store.Expiry;
import dev.yorozu.store.Key;
import dev.yorozu.store.Read;
import dev.yorozu.store.Store;
import dev.yorozu.store.StoreException;
import dev.yorozu.store.testkit.Poll;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Counting all keys, on every store. */
abstract class CensusContract {
    private static final int PAGE = 100;
    private static final int SESSIONS = 1000;
    private static final int REVOKED = 300;
    private static final Duration HOUR = Duration.ofHours(1);
    private static final CensusPolicy QUICK = new CensusPolicy(Optional.of(HOUR), true, Duration.ofDays(7), PAGE, 1, 1);

    private Store raw;
    private WatchedStore store;
    private Census census;

    /** An empty store of its own. */
    abstract Store open();

    @BeforeEach
    void fill() {
        raw = open();
        store = new WatchedStore(raw);
        census = census(store, QUICK);
        for (int i = 0; i < SESSIONS; i++) {
            put(session(i), "0123456789", Expiry.after(Duration.ofHours(2)));
        }
        for (int i = 0; i < REVOKED; i++) {
            put(UserKeys.REVOKED_ACCESS.key("jti-" + i), "true", Expiry.after(Duration.ofMinutes(30)));
        }
        put(Key.of("foreign"), "?", Expiry.never());
    }

    @AfterEach
    void close() {
        census.close();
        raw.close();
    }

    private static Census census(Store store, CensusPolicy policy) {
        return new Census(store, Keyspace.schema(), policy, List::of, RandomTokens.secure(), InstantSource.system());
    }

    private static Key session(int number) {
        String user = String.format(Locale.ROOT, "00000000-0000-4000-8000-%012d", number % 7);
        return UserKeys.SESSION.key(user, "sess-" + number);
    }

    private void put(Key key, String value, Expiry expiry) {
        raw.commit(Batch.builder().put(key, value, expiry).relaxed().build());
    }

    private static Statistics.Row row(Reading reading, KeyPattern pattern) {
        return reading.statistics().rows().stream()
                .filter(row -> row.pattern().equals(pattern.template()))
                .findFirst()
                .orElseThrow();
    }

    private static Statistics.Total category(Reading reading, Category category) {
        return reading.statistics().byCategory().stream()
                .filter(total -> total.category() == category)
                .findFirst()
                .orElseThrow();
    }

    @Test
    void theNumbersOfAStillStoreAreExact() {
        Reading reading = census.reading(true, Progress.NONE);

        assertThat(reading.complete()).isTrue();
        assertThat(reading.setback()).isEmpty();
        assertThat(reading.statistics().keys()).isEqualTo(SESSIONS + REVOKED + 1);
        assertThat(reading.statistics().unknown().keys()).isEqualTo(1);
        Statistics.Row sessions = row(reading, UserKeys.SESSION);
        assertThat(sessions.keys()).isEqualTo(SESSIONS);
        assertThat(sessions.bytes()).isEqualTo(bytesOfSessions());
        assertThat(sessions.spread().ending()).containsExactly(0L, 0L, (long) SESSIONS, 0L, 0L);
        assertThat(sessions.spread().mean().orElseThrow()).isBetween(Duration.ofMinutes(100), Duration.ofMinutes(120));
        assertThat(category(reading, Category.REVOCATION).keys()).isEqualTo(REVOKED);
        assertThat(category(reading, Category.SESSION).bytesPerKey()).isPositive();
        assertThat(reading.statistics().of("users").keys()).isEqualTo(SESSIONS + REVOKED);
        assertThat(reading.statistics().total().keys())
                .isEqualTo(reading.statistics().keys());
    }

    private long bytesOfSessions() {
        long bytes = 0;
        for (int i = 0; i < SESSIONS; i++) {
            bytes += raw.read(new Read.Footprint(session(i)));
        }
        return bytes;
    }

    @Test
    void aSecondCountSeesWhatChanged() {
        census.reading(true, Progress.NONE);
        raw.commit(Batch.builder().delete(session(0)).build());
        put(Key.of("another"), "?", Expiry.never());

        Reading reading = census.reading(true, Progress.NONE);
        assertThat(row(reading, UserKeys.SESSION).keys()).isEqualTo(SESSIONS - 1);
        assertThat(reading.statistics().unknown().keys()).isEqualTo(2);
    }

    @Test
    void aCountCostsTwoCallsForEachPage() {
        census.reading(true, Progress.NONE);

        int pages = (SESSIONS + REVOKED + 1) / PAGE + 1;
        // Redis fills its pages only about, some not half.
        assertThat(store.scans()).isBetween(1, 3 * pages);
        assertThat(store.reads()).isLessThanOrEqualTo(store.scans());
        assertThat(store.others()).isLessThanOrEqualTo(4);
    }

    @Test
    void aQuestionAsksTheStoreNothing() {
        census.start();
        census.reading(true, Progress.NONE);
        int scans = store.scans();
        for (int i = 0; i < 1000; i++) {
            assertThat(census.reading(false, Progress.NONE).statistics().keys()).isPositive();
            assertThat(census.latest()).isPresent();
        }
        assertThat(store.scans()).isEqualTo(scans);
        // Once the background has looked at the shared outcome, nothing at all is asked any more.
        Poll.until("the background has looked", () -> store.others() > 4 && !census.isCounting());
        int calls = store.calls();
        census.reading(false, Progress.NONE);
        assertThat(store.calls()).isEqualTo(calls);
    }

    @Test
    void fiftyWhoAskAtOnceGetOneCount() throws Exception {
        Reading alone = census.reading(true, Progress.NONE);
        int pages = store.scans();
        CountDownLatch gate = new CountDownLatch(1);
        store.beforePage(page -> await(gate));
        ConcurrentLinkedQueue<Reading> answers = new ConcurrentLinkedQueue<>();
        List<Thread> asking = new ArrayList<>();
        for (int i = 0; i < 50; i++) {
            asking.add(Thread.ofPlatform().start(() -> answers.add(census.reading(true, Progress.NONE))));
        }
        Poll.until(
                "all fifty wait",
                () -> asking.stream().allMatch(thread -> thread.getState() == Thread.State.TIMED_WAITING));
        gate.countDown();
        for (Thread thread : asking) {
            thread.join();
        }
        assertThat(answers)
                .hasSize(50)
                .allSatisfy(reading -> assertThat(reading.asOf()).isAfter(alone.asOf()));
        assertThat(answers.stream().map(Reading::asOf).distinct()).hasSize(1);
        // Redis does not always cut the same keys into as many pages.
        assertThat(store.scans()).isLessThan(3 * pages);
    }

    private static void await(CountDownLatch gate) {
        try {
            gate.await();
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
        }
    }

    @Test
    void aFaultInTheMiddleKeepsTheLastCountAndSaysSo() {
        Reading before = census.reading(true, Progress.NONE);
        int pages = store.scans();
        store.beforePage(page -> {
            if (page > pages + 2) {
                throw new StoreException.Unavailable("The store is out of reach");
            }
        });
        put(Key.of("another"), "?", Expiry.never());

        Reading after = census.reading(true, Progress.NONE);
        assertThat(after.asOf()).isEqualTo(before.asOf());
        assertThat(after.statistics()).isEqualTo(before.statistics());
        assertThat(after.setback().orElseThrow().message()).isEqualTo("The store is out of reach");

        store.beforePage(page -> {});
        Reading again = census.reading(true, Progress.NONE);
        assertThat(again.setback()).isEmpty();
        assertThat(again.statistics().unknown().keys()).isEqualTo(2);
    }

    @Test
    void aFirstCountThatFailsIsAFault() {
        store.beforePage(page -> {
            throw new StoreException.Unavailable("The store is out of reach");
        });
        assertThatThrownBy(() -> census.reading(true, Progress.NONE))
                .isInstanceOf(StoreException.Unavailable.class)
                .hasMessage("The store is out of reach");
        assertThat(census.latest()).isEmpty();
    }

    @Test
    void aStopInTheMiddleDoesNotWaitForTheEnd() throws Exception {
        // With such a share the pause after one page lasts for years.
        Census slow = census(store, new CensusPolicy(Optional.of(HOUR), true, HOUR, 1, 1e-12, 1e-12));
        AtomicReference<RuntimeException> told = new AtomicReference<>();
        Thread asking = Thread.ofPlatform().start(() -> {
            try {
                slow.reading(true, Progress.NONE);
            } catch (StoreException.Unavailable stopped) {
                told.set(stopped);
            }
        });
        Poll.until("the first page was counted", () -> slow.latest().isPresent());
        assertThat(slow.latest().orElseThrow().complete()).isFalse();
        slow.close();
        asking.join();
        int calls = store.calls();
        assertThat(told.get()).isNotNull();
        assertThatThrownBy(() -> slow.reading(true, Progress.NONE)).isInstanceOf(StoreException.Unavailable.class);
        assertThat(store.calls()).isEqualTo(calls);
        // The turn was given back, so that another server can count at once.
        assertThat(census.reading(true, Progress.NONE).complete()).isTrue();
    }

    @Test
    void serversOnOneStoreTakeTurnsAndShareTheOutcome() throws Exception {
        WatchedStore elsewhere = new WatchedStore(raw);
        try (Census other = census(elsewhere, QUICK)) {
            CountDownLatch gate = new CountDownLatch(1);
            store.beforePage(page -> await(gate));
            AtomicReference<Reading> theirs = new AtomicReference<>();
            Thread here = Thread.ofPlatform().start(() -> census.reading(true, Progress.NONE));
            Poll.until("the count here has begun", () -> store.scans() == 1);
            Thread there = Thread.ofPlatform().start(() -> theirs.set(other.reading(true, Progress.NONE)));
            Poll.until("the other server has seen that it is not its turn", () -> elsewhere.others() >= 2);
            gate.countDown();
            here.join();
            there.join();
            assertThat(elsewhere.scans()).isZero();
            assertThat(theirs.get().statistics())
                    .isEqualTo(census.latest().orElseThrow().statistics());
        }
    }

    @Test
    void aServerThatStartsShowsTheLastCountOfAnother() {
        Reading counted = census.reading(true, Progress.NONE);
        WatchedStore later = new WatchedStore(raw);
        try (Census started = census(later, QUICK)) {
            started.start();
            Reading shown = started.reading(false, Progress.NONE);
            assertThat(shown.statistics()).isEqualTo(counted.statistics());
            assertThat(shown.asOf()).isEqualTo(counted.asOf());
            assertThat(later.scans()).isZero();
        }
    }

    @Test
    void aServerCountsByItselfSoonAfterItsStart() {
        census.start();
        Poll.until(
                "the first count is done",
                () -> census.latest().filter(Reading::complete).isPresent());
        assertThat(census.latest().orElseThrow().statistics().keys()).isEqualTo(SESSIONS + REVOKED + 1);
    }

    @Test
    void aListenerSeesEveryKeyOfItsPatternAndCannotSpoilTheCount() {
        ConcurrentLinkedQueue<Key> seen = new ConcurrentLinkedQueue<>();
        census.listen(listener(UserKeys.SESSION, seen, ""));
        census.listen(listener(UserKeys.REVOKED_ACCESS, new ConcurrentLinkedQueue<>(), "This listener is broken"));
        census.listen(listener(DiscordKeys.SESSION, seen, "There is no such key"));

        Reading reading = census.reading(true, Progress.NONE);
        assertThat(row(reading, UserKeys.REVOKED_ACCESS).keys()).isEqualTo(REVOKED);
        assertThat(seen).hasSize(SESSIONS).doesNotHaveDuplicates();
        assertThat(seen).contains(session(0), session(SESSIONS - 1));
    }

    private static CensusListener listener(KeyPattern pattern, ConcurrentLinkedQueue<Key> seen, String fault) {
        return new CensusListener() {
            @Override
            public KeyPattern pattern() {
                return pattern;
            }

            @Override
            public void seen(List<Key> keys) {
                assertThat(keys).isNotEmpty().hasSizeLessThanOrEqualTo(2 * PAGE);
                if (!fault.isEmpty()) {
                    throw new IllegalStateException(fault);
                }
                seen.addAll(keys);
            }
        };
    }
}
