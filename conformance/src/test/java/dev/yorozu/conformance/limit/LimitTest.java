package dev.yorozu.conformance.limit;

import static org.assertj.core.api.Assertions.assertThat;

import dev.yorozu.conformance.OnEveryStore;
import dev.yorozu.conformance.Suite;
import dev.yorozu.keyspace.DiscordKeys;
import dev.yorozu.keyspace.LimitKeys;
import dev.yorozu.limit.Decision;
import dev.yorozu.limit.FailMode;
import dev.yorozu.limit.FixedWindow;
import dev.yorozu.limit.Gcra;
import dev.yorozu.limit.WindowLayout;
import dev.yorozu.limit.WindowPolicy;
import dev.yorozu.secret.RandomTokens;
import dev.yorozu.store.Batch;
import dev.yorozu.store.Bytes;
import dev.yorozu.store.Expiry;
import dev.yorozu.store.Key;
import dev.yorozu.store.Life;
import dev.yorozu.store.Read;
import dev.yorozu.store.RoundTrip;
import dev.yorozu.store.Store;
import dev.yorozu.store.Write;
import dev.yorozu.store.testkit.FaultyStore;
import dev.yorozu.store.testkit.HeldClock;
import dev.yorozu.store.testkit.Race;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

@OnEveryStore
final class LimitTest extends Suite {
    private static final int THREADS = 60;
    private static final int EACH = 5;
    /** 17 seconds into a minute. */
    private static final Instant START = Instant.parse("2026-03-01T12:00:17Z");

    private final HeldClock clock = new HeldClock(START);
    private final String id = RandomTokens.secure().hex(8);
    private final WindowPolicy policy = WindowPolicy.perMinute("me", 100, FailMode.CLOSED);

    private FixedWindow windows() {
        return new FixedWindow(store(), WindowLayout.DISCORD, clock);
    }

    private Gcra rates() {
        return new Gcra(store(), clock);
    }

    private Key counter() {
        return DiscordKeys.RATE.key("me", Long.toString(START.getEpochSecond() / 60), id);
    }

    @Test
    void theWindowLetsItsLimitPassAndSaysHowLongToWait() {
        WindowPolicy two = WindowPolicy.perMinute("me", 2, FailMode.CLOSED);
        Instant end = Instant.parse("2026-03-01T12:01:00Z");
        assertThat(windows().check(two, id)).isEqualTo(new Decision(true, 2, 1, end, Duration.ZERO));
        assertThat(windows().check(two, id)).isEqualTo(new Decision(true, 2, 0, end, Duration.ZERO));
        clock.advance(Duration.ofMillis(500));
        Decision refused = windows().check(two, id);
        assertThat(refused).isEqualTo(new Decision(false, 2, 0, end, Duration.ofMillis(42_500)));
        clock.advance(Duration.ofSeconds(refused.retryAfterSeconds()));
        assertThat(windows().check(two, id).allowed()).isTrue();
    }

    @Test
    void theCounterLiesWhereTheDocumentedSystemKeepsIt() {
        windows().check(policy, id);
        windows().check(policy, id);
        assertThat(store().get(counter())).hasValue(Bytes.of("2"));
        Life life = store().remaining(counter()).orElseThrow();
        assertThat(((Life.Ends) life).left()).isPositive().isLessThanOrEqualTo(Duration.ofSeconds(70));
    }

    @Test
    void aCheckIsOneRoundTrip() {
        FaultyStore counting = FaultyStore.counting(store());
        new FixedWindow(counting, WindowLayout.DISCORD, clock).check(policy, id);
        assertThat(counting.trips()).isEqualTo(1);
        new Gcra(counting, clock).check(policy, id);
        assertThat(counting.trips()).isEqualTo(2);
    }

    @Test
    void aRateTravelsWithOthers() {
        WindowPolicy one = new WindowPolicy("one", 1, Duration.ofDays(100), FailMode.CLOSED);
        FaultyStore counting = FaultyStore.counting(store());
        for (boolean allowed : new boolean[] {true, false}) {
            RoundTrip trip = new RoundTrip(counting);
            RoundTrip.Answer<Decision> rate = new Gcra(counting, clock).check(trip, one, id);
            RoundTrip.Answer<Optional<Bytes>> other = trip.read(new Read.Get(counter()));
            trip.send();
            assertThat(rate.get().allowed()).isEqualTo(allowed);
            assertThat(rate.get().allowed()).isEqualTo(allowed);
            assertThat(other.get()).isEmpty();
        }
        assertThat(counting.trips()).isEqualTo(2);
    }

    @Test
    void clientsAndLimitsAreCountedApart() {
        WindowPolicy one = WindowPolicy.perMinute("me", 1, FailMode.CLOSED);
        assertThat(windows().check(one, id).allowed()).isTrue();
        assertThat(windows().check(one, RandomTokens.secure().hex(8)).allowed()).isTrue();
        assertThat(windows()
                        .check(WindowPolicy.perMinute("logout", 1, FailMode.CLOSED), id)
                        .allowed())
                .isTrue();
        assertThat(windows().check(one, id).allowed()).isFalse();
    }

    @Test
    void theWindowIsExactUnderConcurrency() throws Exception {
        FixedWindow windows = windows();
        assertExact(() -> windows.check(policy, id));
    }

    @Test
    void theRateIsExactUnderConcurrency() throws Exception {
        Gcra rates = rates();
        WindowPolicy slow = new WindowPolicy("slow", 100, Duration.ofDays(100), FailMode.CLOSED);
        assertExact(() -> rates.check(slow, id));
    }

    /** Of all requests exactly the limit passes, and no two of those that pass are told the same. */
    static void assertExact(Supplier<Decision> check) throws Exception {
        List<List<Decision>> decisions = Race.of(
                THREADS,
                i -> LongStream.range(0, EACH).mapToObj(n -> check.get()).toList());
        assertThat(decisions.stream().flatMap(List::stream).filter(Decision::allowed))
                .extracting(Decision::remaining)
                .containsExactlyInAnyOrderElementsOf(
                        LongStream.range(0, 100).boxed().toList());
    }

    static List<Batch> garbage(Key key) {
        Bytes word = Bytes.of("word");
        return List.of(
                Batch.builder().put(key, "word", Expiry.never()).build(),
                Batch.builder().put(key, "", Expiry.never()).build(),
                Batch.builder().put(key, "007", Expiry.never()).build(),
                Batch.builder()
                        .put(key, Bytes.of(Long.MAX_VALUE), Expiry.never())
                        .build(),
                Batch.builder().setAdd(key, word).build(),
                Batch.builder().rankAdd(key, word, 1).build(),
                Batch.builder().listPush(key, Write.End.HEAD, word).build(),
                Batch.builder().hashPut(key, word, word).build());
    }

    @Test
    void whatDoesNotBelongInACounterIsReplacedAndEveryRequestStillCounted() throws Exception {
        for (Batch batch : garbage(counter())) {
            store().commit(Batch.builder().delete(counter()).build());
            store().commit(batch);
            FixedWindow windows = windows();
            assertExact(() -> windows.check(policy, id));
            assertThat(store().remaining(counter()).orElseThrow()).isInstanceOf(Life.Ends.class);
        }
    }

    @Test
    void whatDoesNotBelongInARateIsReplacedToo() {
        WindowPolicy one = new WindowPolicy("one", 1, Duration.ofDays(1), FailMode.OPEN);
        Key key = LimitKeys.RATE.key("one", id);
        for (Batch batch : garbage(key)) {
            if (batch.writes().getFirst() instanceof Write.Put put
                    && put.value().number().isPresent()) {
                continue; // A number is an instant, however far away, and the algorithm bounds what it makes of it.
            }
            store().commit(Batch.builder().delete(key).build());
            store().commit(batch);
            assertThat(rates().check(one, id).allowed()).isTrue();
            assertThat(rates().check(one, id).allowed()).isFalse();
        }
    }

    @Test
    void theRateSaysWhenTheNextRequestPasses() {
        WindowPolicy two = new WindowPolicy("two", 2, Duration.ofDays(2), FailMode.CLOSED);
        assertThat(rates().check(two, id).remaining()).isEqualTo(1);
        assertThat(rates().check(two, id).remaining()).isZero();
        Decision refused = rates().check(two, id);
        assertThat(refused.allowed()).isFalse();
        assertThat(refused.retryAfter()).isPositive().isLessThanOrEqualTo(Duration.ofDays(1));
        assertThat(refused.reset()).isAfter(START).isBeforeOrEqualTo(START.plus(Duration.ofDays(2)));
    }

    @Test
    void withoutItsStoreALimitFailsAsItsPolicySays() {
        Store closed = openAnother();
        closed.close();
        WindowPolicy open = WindowPolicy.perMinute("me", 5, FailMode.OPEN);
        WindowPolicy shut = WindowPolicy.perMinute("me", 5, FailMode.CLOSED);
        FixedWindow windows = new FixedWindow(closed, WindowLayout.DISCORD, clock);
        Gcra rates = new Gcra(closed, clock);
        for (Decision passed : List.of(windows.check(open, id), rates.check(open, id))) {
            assertThat(passed.allowed()).isTrue();
            assertThat(passed.retryAfter()).isZero();
        }
        for (Decision refused : List.of(windows.check(shut, id), rates.check(shut, id))) {
            assertThat(refused.allowed()).isFalse();
            assertThat(refused.retryAfterSeconds()).isEqualTo(5);
        }
    }
}
