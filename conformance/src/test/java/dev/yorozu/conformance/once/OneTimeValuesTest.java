package dev.yorozu.conformance.once;

import static org.assertj.core.api.Assertions.assertThat;

import dev.yorozu.conformance.InBothStorages;
import dev.yorozu.conformance.OnEveryStore;
import dev.yorozu.conformance.Suite;
import dev.yorozu.keyspace.AppKeys;
import dev.yorozu.once.OneTimeValues;
import dev.yorozu.once.OneTimeValues.Put;
import dev.yorozu.once.OneTimeValues.Take;
import dev.yorozu.secret.RandomTokens;
import dev.yorozu.secret.Storage;
import dev.yorozu.store.Key;
import dev.yorozu.store.RoundTrip;
import dev.yorozu.store.Store;
import dev.yorozu.store.testkit.Race;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Values that a code takes once, with a number of tries, and claims that only the first can make. */
@OnEveryStore(heldClock = true)
final class OneTimeValuesTest extends Suite {
    private static final int THREADS = 16;
    private static final Duration LIFE = Duration.ofMinutes(10);

    private final String app = "app-" + RandomTokens.secure().hex(4);

    private OneTimeValues values() {
        return values(Storage.HARDENED);
    }

    private OneTimeValues values(Storage storage) {
        return new OneTimeValues(store(), app, storage, RandomTokens.secure());
    }

    private static Put put(String code, int tries) {
        return new Put("confirm", "花子@example.com", code, "a value", LIFE, tries);
    }

    private Take take(String code) {
        return values().take("confirm", "花子@example.com", code);
    }

    @InBothStorages
    void theRightCodeTakesTheValueOnce(Storage storage) {
        OneTimeValues values = values(storage);
        assertThat(values.put(put("123456", 3), false)).isTrue();

        assertThat(values.take("confirm", "花子@example.com", "123456")).isEqualTo(new Take.Taken("a value"));
        assertThat(values.take("confirm", "花子@example.com", "123456")).isEqualTo(new Take.Gone());
    }

    /** The parts of a trip come to the nodes of a cluster in any order. */
    private record Backwards(Store store) implements Store.Forwarding {
        @Override
        public void send(RoundTrip trip) {
            trip.items().reversed().forEach(item -> item.askOf(store));
        }
    }

    @Test
    void whatIsTakenIsToldWhicheverStepComesFirst() {
        OneTimeValues values = new OneTimeValues(new Backwards(store()), app, Storage.HARDENED, RandomTokens.secure());
        values.put(put("123456", 3), false);

        assertThat(values.take("confirm", "花子@example.com", "000000")).isEqualTo(new Take.Wrong(2));
        assertThat(values.take("confirm", "花子@example.com", "123456")).isEqualTo(new Take.Taken("a value"));
        assertThat(values.take("confirm", "花子@example.com", "123456")).isEqualTo(new Take.Gone());
    }

    @Test
    void afterTheLastTryTheRightCodeIsTooLate() {
        values().put(put("123456", 3), false);

        assertThat(take("000000")).isEqualTo(new Take.Wrong(2));
        assertThat(take("000001")).isEqualTo(new Take.Wrong(1));
        assertThat(take("000002")).isEqualTo(new Take.Wrong(0));
        assertThat(take("123456")).isEqualTo(new Take.Gone());
        assertThat(keys()).allMatch(key -> store().get(key).isEmpty());
    }

    private List<Key> keys() {
        return List.of(
                AppKeys.CODE.key(app, "confirm", "花子@example.com"),
                AppKeys.CODE_VALUE.key(app, "confirm", "花子@example.com"),
                AppKeys.CODE_TRIES.key(app, "confirm", "花子@example.com"));
    }

    @Test
    void theLastTryMayBeTheRightOne() {
        values().put(put("123456", 2), false);

        assertThat(take("000000")).isEqualTo(new Take.Wrong(1));
        assertThat(take("123456")).isEqualTo(new Take.Taken("a value"));
    }

    @Test
    void ofAllWhoTakeAtOnceOneIsGivenTheValue() throws Exception {
        values().put(put("123456", 100), false);

        List<Take> takes = Race.run(THREADS, () -> take("123456"));

        assertThat(takes).filteredOn(Take.Taken.class::isInstance).hasSize(1);
        assertThat(take("123456")).isEqualTo(new Take.Gone());
    }

    @Test
    void aHundredGuessesAtOnceAreNoMoreThanTheTries() throws Exception {
        values().put(put("7", 5), false);

        List<Take> takes = Race.of(THREADS, number -> take(Integer.toString(100 + number)));

        assertThat(takes).filteredOn(Take.Taken.class::isInstance).isEmpty();
        assertThat(take("7")).isEqualTo(new Take.Gone());
    }

    @Test
    void oneThatIsThereMakesWayOnlyWhereThatIsSaid() {
        values().put(put("111111", 3), false);

        assertThat(values().put(put("222222", 3), false)).isFalse();
        assertThat(take("222222")).isEqualTo(new Take.Wrong(2));
        assertThat(values().put(put("333333", 3), true)).isTrue();
        assertThat(take("111111")).isEqualTo(new Take.Wrong(2));
        assertThat(take("333333")).isEqualTo(new Take.Taken("a value"));
    }

    @Test
    void whatIsForgottenOrHasEndedIsGone() {
        values().put(put("123456", 3), false);
        assertThat(values().forget("confirm", "花子@example.com")).isTrue();
        assertThat(values().forget("confirm", "花子@example.com")).isFalse();
        assertThat(take("123456")).isEqualTo(new Take.Gone());

        values().put(put("123456", 3), false);
        storeClock().ifPresent(clock -> {
            clock.advance(LIFE);
            assertThat(take("123456")).isEqualTo(new Take.Gone());
        });
    }

    @Test
    void theStoreHoldsNeitherCodeNorValue() {
        values().put(put("a long code", 3), false);

        for (Key key : keys()) {
            assertThat(store().get(key).orElseThrow().text()).doesNotContain("a long code", "a value");
        }
    }

    @Test
    void ofAllWhoClaimTheSameOneIsFirst() throws Exception {
        List<Boolean> claims = Race.run(THREADS, () -> values().claim("webhook", "event 17", LIFE));

        assertThat(claims).filteredOn(first -> first).hasSize(1);
        assertThat(values().claim("webhook", "event 18", LIFE)).isTrue();
        assertThat(values().claim("other", "event 17", LIFE)).isTrue();
    }
}
