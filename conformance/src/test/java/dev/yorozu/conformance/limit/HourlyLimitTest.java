package dev.yorozu.conformance.limit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.yorozu.conformance.OnEveryStore;
import dev.yorozu.conformance.Suite;
import dev.yorozu.keyspace.UserKeys;
import dev.yorozu.limit.Decision;
import dev.yorozu.limit.FailMode;
import dev.yorozu.limit.FixedWindow;
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
import dev.yorozu.store.StoreException;
import dev.yorozu.store.testkit.FaultyStore;
import dev.yorozu.store.testkit.HeldClock;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** Limits by the hour, at keys that other programs count at too. */
@OnEveryStore
final class HourlyLimitTest extends Suite {
    private static final String ENDPOINT = UserKeys.Endpoint.PROFILE.path();
    /** 17.25 seconds before the turn of an hour. */
    private static final Instant START = Instant.parse("2026-03-01T12:59:42.750Z");

    private static final Instant TURN = Instant.parse("2026-03-01T13:00:00Z");
    private static final Duration LONGEST = Duration.between(START, TURN).plusSeconds(60);

    private final HeldClock clock = new HeldClock(START);
    private final String id = RandomTokens.secure().hex(8);
    private final WindowPolicy policy = WindowPolicy.perHour(ENDPOINT, 100, FailMode.CLOSED);
    private final WindowPolicy two = WindowPolicy.perHour(ENDPOINT, 2, FailMode.CLOSED);

    private FixedWindow windows() {
        return windows(store());
    }

    private FixedWindow windows(Store store) {
        return new FixedWindow(store, WindowLayout.USERS, clock);
    }

    private Key counter() {
        return UserKeys.RATE.key(id, ENDPOINT, "2026030112");
    }

    private void commit(Batch.Builder batch) {
        store().commit(batch.build());
    }

    private void assertEnds() {
        assertThat(store().remaining(counter()))
                .hasValueSatisfying(life ->
                        assertThat(((Life.Ends) life).left()).isPositive().isLessThanOrEqualTo(LONGEST));
    }

    @Test
    void theCounterLiesWhereTheDocumentSaysAndEndsAMinuteAfterItsHour() {
        windows().check(policy, id);
        windows().check(policy, id);
        assertThat(counter().name()).isEqualTo("rate:" + id + ":/api/profiles:2026030112");
        assertThat(store().get(counter())).hasValue(Bytes.of("2"));
        assertEnds();
    }

    @Test
    void ofThreeHundredAtOnceExactlyTheHundredPass() throws Exception {
        FixedWindow windows = windows();
        LimitTest.assertExact(() -> windows.check(policy, id));
    }

    @Test
    void whatDoesNotBelongThereIsReplacedAndEveryRequestStillCounted() throws Exception {
        for (Batch batch : LimitTest.garbage(counter())) {
            commit(Batch.builder().delete(counter()));
            store().commit(batch);
            FixedWindow windows = windows();
            LimitTest.assertExact(() -> windows.check(policy, id));
            assertEnds();
        }
    }

    @Test
    void whatDoesNotBelongThereIsNobodyElsesFault() {
        for (Batch batch : LimitTest.garbage(counter())) {
            commit(Batch.builder().delete(counter()));
            store().commit(batch);
            RoundTrip trip = new RoundTrip(store());
            RoundTrip.Answer<Decision> decision = windows().check(trip, two, id);
            RoundTrip.Answer<Optional<Bytes>> other =
                    trip.read(new Read.Get(UserKeys.RATE.key(id, ENDPOINT, "2026030111")));
            trip.send();
            assertThat(decision.get().remaining()).isEqualTo(1);
            assertThat(decision.get().remaining()).isEqualTo(1);
            assertThat(other.get()).isEmpty();
            assertThat(store().get(counter())).hasValue(Bytes.of("1"));
            assertEnds();
        }
    }

    @Test
    void theFaultOfAnotherIsNotThatOfTheCount() {
        commit(Batch.builder().setAdd(UserKeys.RATE.key(id, ENDPOINT, "2026030110"), Bytes.of("a")));
        RoundTrip trip = new RoundTrip(store());
        RoundTrip.Answer<Optional<Bytes>> wrong =
                trip.read(new Read.Get(UserKeys.RATE.key(id, ENDPOINT, "2026030110")));
        RoundTrip.Answer<Decision> decision = windows().check(trip, two, id);
        trip.send();
        assertThatThrownBy(wrong::get).isInstanceOf(StoreException.WrongType.class);
        assertThat(decision.get().remaining()).isEqualTo(1);
        assertThat(store().get(counter())).hasValue(Bytes.of("1"));
    }

    @Test
    void everyRequestIsOneTripHoweverManyCameBefore() {
        FaultyStore counting = FaultyStore.counting(store());
        FixedWindow windows = windows(counting);
        for (int i = 1; i <= 20; i++) {
            RoundTrip trip = new RoundTrip(counting);
            RoundTrip.Answer<Decision> decision = windows.check(trip, policy, id);
            trip.read(new Read.Type(counter()));
            trip.send();
            assertThat(decision.get().remaining()).isEqualTo(100 - i);
            assertThat(counting.trips()).isEqualTo(i);
        }
    }

    @Test
    void whoeverIsRefusedFromMemoryAddsNothingToATrip() {
        FaultyStore counting = FaultyStore.counting(store());
        FixedWindow windows = windows(counting);
        for (int i = 0; i < 3; i++) {
            windows.check(two, id);
        }
        int calls = counting.calls();
        RoundTrip trip = new RoundTrip(counting);
        RoundTrip.Answer<Decision> decision = windows.check(trip, two, id);
        RoundTrip.Answer<Optional<Bytes>> other = trip.read(new Read.Get(counter()));
        trip.send();
        assertThat(decision.get().allowed()).isFalse();
        assertThat(other.get()).hasValue(Bytes.of("3"));
        assertThat(counting.calls()).isEqualTo(calls + 1);
    }

    @Test
    void atTheTurnOfTheHourTheCountStartsAnew() {
        assertThat(windows().check(two, id).remaining()).isEqualTo(1);
        assertThat(windows().check(two, id).remaining()).isZero();
        clock.set(TURN.minusMillis(1));
        assertThat(windows().check(two, id)).isEqualTo(new Decision(false, 2, 0, TURN, Duration.ofMillis(1)));
        clock.set(TURN);
        Decision fresh = windows().check(two, id);
        assertThat(fresh).isEqualTo(new Decision(true, 2, 1, TURN.plusSeconds(3600), Duration.ZERO));
        assertThat(store().get(UserKeys.RATE.key(id, ENDPOINT, "2026030113"))).hasValue(Bytes.of("1"));
    }

    @Test
    void theTimeToWaitIsTrueToTheSecond() {
        windows().check(two, id);
        windows().check(two, id);
        long wait = windows().check(two, id).retryAfterSeconds();
        assertThat(wait).isEqualTo(18);
        clock.advance(Duration.ofSeconds(wait - 1));
        assertThat(windows().check(two, id).allowed()).isFalse();
        assertThat(windows().check(two, id).retryAfterSeconds()).isEqualTo(1);
        clock.advance(Duration.ofSeconds(1));
        assertThat(windows().check(two, id).allowed()).isTrue();
    }

    @Test
    void theCounterHasAnEndHoweverItsFirstRequestBreaksOff() {
        for (FaultyStore.Fault fault : FaultyStore.Fault.values()) {
            for (int call = 1; call <= 3; call++) {
                commit(Batch.builder().delete(counter()));
                windows(FaultyStore.failing(store(), fault, call)).check(policy, id);
                if (store().get(counter()).isPresent()) {
                    assertEnds();
                }
            }
        }
    }

    @Test
    void aCounterThatAnotherProgramLeftWithoutAnEndGetsOne() {
        commit(Batch.builder().add(counter(), 1));
        FaultyStore counting = FaultyStore.counting(store());
        assertThat(windows(counting).check(two, id).remaining()).isZero();
        assertEnds();
        assertThat(counting.trips()).isEqualTo(1);
        assertThat(windows(counting).check(two, id).allowed()).isFalse();
        assertThat(counting.trips()).isEqualTo(2);
    }

    @Test
    void whoeverKeepsAskingIsRefusedFromMemoryForASecond() {
        FaultyStore counting = FaultyStore.counting(store());
        FixedWindow windows = windows(counting);
        for (int i = 0; i < 3; i++) {
            windows.check(two, id);
        }
        int calls = counting.calls();
        Decision refused = windows.check(two, id);
        assertThat(refused.allowed()).isFalse();
        assertThat(refused.remaining()).isZero();
        assertThat(refused.retryAfter()).isEqualTo(Duration.between(clock.instant(), refused.reset()));
        assertThat(counting.calls()).isEqualTo(calls);
        assertThat(windows.check(two, "another").allowed()).isTrue();
        clock.advance(Duration.ofSeconds(1));
        assertThat(windows.check(two, id).allowed()).isFalse();
        assertThat(counting.calls()).isGreaterThan(calls + 1);
    }

    /** To a Redis others write too, of whom this process does not hear; it asks again after a second. */
    @Test
    void whatSomebodyElseTakesBackIsNotRefusedFromMemory() {
        FixedWindow windows = windows();
        for (int i = 0; i < 3; i++) {
            windows.check(two, id);
        }
        assertThat(windows.check(two, id).allowed()).isFalse();
        commit(Batch.builder().delete(counter()));
        if (store().revision(counter()).isEmpty()) {
            clock.advance(Duration.ofSeconds(1));
        }
        assertThat(windows.check(two, id).allowed()).isTrue();
    }

    @Test
    void whatIsGivenBackIsNotRefusedFromMemory() {
        FixedWindow windows = windows();
        windows.check(two, id);
        Decision second = windows.check(two, id);
        assertThat(windows.check(two, id).allowed()).isFalse();
        windows.giveBack(two, id, second);
        windows.giveBack(two, id, second);
        assertThat(windows.check(two, id).allowed()).isTrue();
    }

    @Test
    void aCounterThatRunsHotIsGivenItsEndBackToo() {
        WindowPolicy many = WindowPolicy.perHour(ENDPOINT, 100_000, FailMode.CLOSED);
        FixedWindow windows = windows();
        commit(Batch.builder().add(counter(), 200));
        windows.check(many, id);
        assertEnds();
        windows.check(many, id);
        for (String left : List.of("5", "202")) {
            commit(Batch.builder().put(counter(), left, Expiry.never()));
            for (int i = 0; i <= 66; i++) {
                windows.check(many, id);
            }
            assertEnds();
        }
    }

    @Test
    void aCounterWithoutAnEndGetsOneFromTheNextRequestWhenTheFirstBreaksOff() {
        for (FaultyStore.Fault fault : FaultyStore.Fault.values()) {
            for (int call = 1; call <= 2; call++) {
                commit(Batch.builder().put(counter(), "1", Expiry.never()));
                windows(FaultyStore.failing(store(), fault, call)).check(policy, id);
                windows().check(policy, id);
                assertEnds();
            }
        }
    }

    @Test
    void whatIsGivenBackMayBeUsedAgain() {
        windows().check(two, id);
        Decision second = windows().check(two, id);
        windows().giveBack(two, id, second);
        assertThat(windows().check(two, id).allowed()).isTrue();
        assertThat(windows().check(two, id).allowed()).isFalse();
        assertEnds();
    }

    @Test
    void givingBackNeverMakesACounterNorFallsBelowZero() {
        Decision counted = windows().check(two, id);
        windows().giveBack(two, id, counted);
        windows().giveBack(two, id, counted);
        assertThat(store().get(counter())).hasValue(Bytes.of("0"));
        commit(Batch.builder().delete(counter()));
        windows().giveBack(two, id, counted);
        assertThat(store().type(counter())).isEmpty();
    }

    @Test
    void whatIsGivenBackAfterTheHourDoesNotHelpTheNext() {
        Decision counted = windows().check(two, id);
        clock.set(TURN);
        windows().check(two, id);
        windows().giveBack(two, id, counted);
        assertThat(windows().check(two, id).remaining()).isZero();
        clock.advance(Duration.ofHours(3));
        windows().giveBack(two, id, counted);
        assertThat(store().get(counter())).hasValue(Bytes.of("1"));
    }

    @Test
    void withoutItsStoreNothingOfThisIsAFault() {
        Store closed = openAnother();
        closed.close();
        WindowPolicy open = WindowPolicy.perHour(ENDPOINT, 5, FailMode.OPEN);
        Decision passed = windows(closed).check(open, id);
        assertThat(passed.allowed()).isTrue();
        windows(closed).giveBack(open, id, passed);
        RoundTrip trip = new RoundTrip(closed);
        RoundTrip.Answer<Decision> refused = windows(closed).check(trip, two, id);
        trip.send();
        assertThat(refused.get().allowed()).isFalse();
    }
}
