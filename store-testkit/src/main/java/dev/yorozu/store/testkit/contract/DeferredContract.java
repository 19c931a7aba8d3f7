package dev.yorozu.store.testkit.contract;

import static org.assertj.core.api.Assertions.assertThat;

import dev.yorozu.store.Batch;
import dev.yorozu.store.Bytes;
import dev.yorozu.store.Commit;
import dev.yorozu.store.Durability;
import dev.yorozu.store.Expiry;
import dev.yorozu.store.Found;
import dev.yorozu.store.Guard;
import dev.yorozu.store.Key;
import dev.yorozu.store.Read;
import dev.yorozu.store.RoundTrip;
import dev.yorozu.store.StoreException.NotANumber;
import dev.yorozu.store.StoreException.WrongType;
import dev.yorozu.store.ValueType;
import dev.yorozu.store.Write;
import dev.yorozu.store.testkit.Race;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

/** A deferred count is seen by all at once, and gives what a relaxed one gives. */
abstract class DeferredContract extends ContractFixture {
    private static final Duration HOUR = Duration.ofHours(1);

    private long count(Key key, long delta, Expiry onCreate) {
        return apply(b -> b.add(key, delta, onCreate).durability(Durability.DEFERRED))
                .number(0);
    }

    private long count(Key key) {
        return count(key, 1, NEVER);
    }

    private Set<String> listed() {
        return names("test:" + partition(), 10);
    }

    @Test
    void everyReaderSeesWhatWasCounted() {
        Key key = key("seen");
        for (long i = 1; i <= 3; i++) {
            assertThat(count(key, 5, Expiry.after(HOUR))).isEqualTo(5 * i);
            assertValue(key, Long.toString(5 * i));
        }
        assertEndsWithin(key, HOUR);
        assertThat(store().type(key)).hasValue(ValueType.STRING);
        assertThat(store().<Object>readAll(List.of(new Read.Get(key), new Read.Get(key("none")))))
                .first()
                .isEqualTo(Optional.of(Bytes.of(15)));
        assertThat(store().read(new Read.Footprint(key))).isPositive();
        assertThat(listed()).containsExactly(key.name());
    }

    @Test
    void countsGoOnFromWhatOtherBatchesLeft() {
        Key key = key("mixed");
        apply(b -> b.put(key, "41", Expiry.after(HOUR)));
        assertThat(count(key)).isEqualTo(42);
        assertEndsWithin(key, HOUR);
        assertThat(apply(b -> b.add(key, 8)).number(0)).isEqualTo(50);
        assertThat(count(key)).isEqualTo(51);
        apply(b -> b.expire(key, NEVER));
        assertThat(count(key)).isEqualTo(52);
        assertEndless(key);
        assertThat(apply(b -> b.take(key)).value(0)).hasValue(Bytes.of(52));
        assertThat(count(key)).isEqualTo(1);
    }

    @Test
    void guardsSeeWhatWasCounted() {
        Key key = key("guarded");
        count(key, 3, NEVER);
        assertThat(reject(b -> b.require(Guard.absent(key)).delete(key))).isEqualTo(new Found.Value(Bytes.of(3)));
        assertThat(reject(b -> b.require(Guard.atLeast(key, 4)).delete(key))).isEqualTo(new Found.Value(Bytes.of(3)));
        count(key);
        apply(b -> b.require(Guard.equalTo(key, Bytes.of(4))).put(key("other"), "x", NEVER));
        assertThat(count(key)).isEqualTo(5);
    }

    @Test
    void aDeletedCountBeginsAnew() {
        Key key = key("deleted");
        count(key, 7, NEVER);
        assertThat(apply(b -> b.delete(key)).flag(0)).isTrue();
        assertAbsent(key);
        assertThat(listed()).isEmpty();
        assertThat(apply(b -> b.delete(key)).flag(0)).isFalse();
        assertThat(count(key)).isEqualTo(1);
    }

    @Test
    void anEndedCountIsAbsentAndBeginsAnew() {
        Key key = key("ended");
        Duration life = Duration.ofMillis(200);
        count(key, 7, Expiry.after(life));
        outlive(key, life);
        assertThat(listed()).isEmpty();
        assertThat(count(key, 2, Expiry.after(HOUR))).isEqualTo(2);
        assertEndsWithin(key, HOUR);
    }

    @Test
    void aCountThatEndsAtOnceLeavesNothing() {
        Key key = key("past");
        assertThat(count(key, 2, Expiry.at(now().minusSeconds(1)))).isEqualTo(2);
        assertAbsent(key);
        assertThat(count(key, 2, Expiry.at(now().minusSeconds(1)))).isEqualTo(2);
    }

    @Test
    void whatIsNoNumberIsAFaultAndStays() {
        Key word = key("word");
        Key set = key("set");
        Key most = key("most");
        apply(b -> b.put(word, "word", NEVER).setAdd(set, bytes("a")).put(most, Bytes.of(Long.MAX_VALUE), NEVER));
        assertFault(NotANumber.class, b -> b.add(word, 1).durability(Durability.DEFERRED));
        assertFault(WrongType.class, b -> b.add(set, 1).durability(Durability.DEFERRED));
        assertFault(NotANumber.class, b -> b.add(most, 1).durability(Durability.DEFERRED));
        assertValue(word, "word");
        assertThat(store().members(set)).containsExactly(bytes("a"));
        assertThat(count(most, -1, NEVER)).isEqualTo(Long.MAX_VALUE - 1);
        assertThat(count(most)).isEqualTo(Long.MAX_VALUE);
        assertFault(NotANumber.class, b -> b.add(most, 1).durability(Durability.DEFERRED));
    }

    @Test
    void deferredThrottlesDecideAsOthersDo() {
        Key key = key("throttle");
        Write.Throttle throttle = new Write.Throttle(key, 3, HOUR, 1);
        for (int left = 2; left >= 0; left--) {
            Durability durability = left == 1 ? Durability.RELAXED : Durability.DEFERRED;
            assertThat(apply(b -> b.write(throttle).durability(durability))
                            .decision(0)
                            .remaining())
                    .isEqualTo(left);
        }
        assertThat(apply(b -> b.write(throttle).durability(Durability.DEFERRED))
                        .decision(0)
                        .allowed())
                .isFalse();
        apply(b -> b.delete(key));
        assertThat(apply(b -> b.write(throttle).durability(Durability.DEFERRED))
                        .decision(0)
                        .remaining())
                .isEqualTo(2);
    }

    @Test
    void deferredBatchesOfAnyKindAreApplied() {
        Key key = key("any");
        apply(b -> b.require(Guard.absent(key)).put(key, "1", NEVER).durability(Durability.DEFERRED));
        apply(b -> b.add(key, 1).add(key("second"), 1).durability(Durability.DEFERRED));
        assertValue(key, "2");
        assertValue(key("second"), "1");
    }

    @Test
    void aTripMayCountToo() {
        Key key = key("trip");
        RoundTrip trip = new RoundTrip(store());
        Batch batch = Batch.builder()
                .add(key, 1, Expiry.after(HOUR))
                .durability(Durability.DEFERRED)
                .build();
        RoundTrip.Answer<Commit> first = trip.commit(batch);
        RoundTrip.Answer<Commit> second = trip.commit(batch);
        trip.send();
        assertThat(List.of(((Commit.Applied) first.get()).number(0), ((Commit.Applied) second.get()).number(0)))
                .containsExactlyInAnyOrder(1L, 2L);
    }

    @Test
    void ofManyCountsNoneIsLostAndNoneComesTwice() throws Exception {
        Key key = key("race");
        int threads = 32;
        int rounds = 50;
        List<List<Long>> sums = Race.of(
                threads,
                number -> LongStream.range(0, rounds)
                        .map(round -> round % 10 == number % 10
                                ? apply(b -> b.add(key, 1)).number(0)
                                : count(key))
                        .boxed()
                        .toList());
        assertThat(sums.stream().flatMap(List::stream))
                .containsExactlyInAnyOrderElementsOf(
                        LongStream.rangeClosed(1, threads * rounds).boxed().toList());
        assertValue(key, Integer.toString(threads * rounds));
    }
}
