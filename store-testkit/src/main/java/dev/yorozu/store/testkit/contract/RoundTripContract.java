package dev.yorozu.store.testkit.contract;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.yorozu.store.Batch;
import dev.yorozu.store.Bytes;
import dev.yorozu.store.Commit;
import dev.yorozu.store.Expiry;
import dev.yorozu.store.Guard;
import dev.yorozu.store.Key;
import dev.yorozu.store.Life;
import dev.yorozu.store.Read;
import dev.yorozu.store.RoundTrip;
import dev.yorozu.store.Store;
import dev.yorozu.store.StoreException.LimitExceeded;
import dev.yorozu.store.StoreException.NotANumber;
import dev.yorozu.store.StoreException.Unavailable;
import dev.yorozu.store.StoreException.WrongType;
import dev.yorozu.store.Write;
import dev.yorozu.store.testkit.Race;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

abstract class RoundTripContract extends ContractFixture {
    private static final Duration HOUR = Duration.ofHours(1);

    private static Batch adding(Key key) {
        return Batch.builder().add(key, 1).build();
    }

    private static long number(RoundTrip.Answer<Commit> answer) {
        return ((Commit.Applied) answer.get()).number(0);
    }

    @Test
    void batchesAndQuestionsOfManyPartitionsTravelTogether() {
        apply(b -> b.put(elsewhere("text"), "known", NEVER));
        apply(b -> b.rankAdd(elsewhere("rank"), bytes("a"), 1));
        RoundTrip trip = new RoundTrip(store());
        RoundTrip.Answer<Optional<Bytes>> text = trip.read(new Read.Get(elsewhere("text")));
        RoundTrip.Answer<Commit> durable = trip.commit(adding(elsewhere("durable")));
        RoundTrip.Answer<Commit> relaxed = trip.commit(
                Batch.builder().add(elsewhere("relaxed"), 7).relaxed().build());
        RoundTrip.Answer<Long> size = trip.read(new Read.Size(elsewhere("rank")));
        RoundTrip.Answer<Commit> scripted = trip.commit(Batch.builder()
                .require(Guard.absent(key("a")))
                .put(key("a"), "1", NEVER)
                .put(key("b"), "2", NEVER)
                .build());
        RoundTrip.Answer<Optional<Bytes>> absent = trip.read(new Read.Get(elsewhere("absent")));
        trip.send();
        assertThat(text.get()).contains(bytes("known"));
        assertThat(number(durable)).isEqualTo(1);
        assertThat(number(relaxed)).isEqualTo(7);
        assertThat(size.get()).isEqualTo(1);
        assertThat(scripted.get().applied()).isTrue();
        assertThat(absent.get()).isEmpty();
        assertValue(elsewhere("durable"), "1");
        assertValue(elsewhere("relaxed"), "7");
        assertValue(key("b"), "2");
    }

    @Test
    void theCountsOfATripAreEachCountedByItself() {
        apply(b -> b.put(elsewhere("full"), Bytes.of(Long.MAX_VALUE - 1), NEVER));
        apply(b -> b.put(elsewhere("word"), "word", NEVER));
        apply(b -> b.setAdd(elsewhere("set"), bytes("a")));
        RoundTrip trip = new RoundTrip(store());
        List<RoundTrip.Answer<Commit>> often = new ArrayList<>();
        List<RoundTrip.Answer<Commit>> full = new ArrayList<>();
        for (int i = 0; i < 3; i++) {
            often.add(trip.commit(counting(elsewhere("often"))));
            full.add(trip.commit(counting(elsewhere("full"))));
        }
        RoundTrip.Answer<Commit> once = trip.commit(counting(elsewhere("once")));
        RoundTrip.Answer<Commit> word = trip.commit(counting(elsewhere("word")));
        RoundTrip.Answer<Commit> set = trip.commit(counting(elsewhere("set")));
        trip.send();
        assertThat(often.stream().map(RoundTripContract::number)).containsExactlyInAnyOrder(1L, 2L, 3L);
        assertThat(number(once)).isEqualTo(1);
        assertThatThrownBy(word::get).isInstanceOf(NotANumber.class);
        assertThatThrownBy(set::get).isInstanceOf(WrongType.class);
        assertThat(full.stream().filter(each -> counted(each)).map(RoundTripContract::number))
                .containsExactly(Long.MAX_VALUE);
        for (String counter : List.of("often", "once", "full")) {
            assertEndsWithin(elsewhere(counter), HOUR);
        }
        assertValue(elsewhere("often"), "3");
        assertValue(elsewhere("full"), Long.toString(Long.MAX_VALUE));
    }

    private static boolean counted(RoundTrip.Answer<Commit> answer) {
        try {
            return answer.get().applied();
        } catch (NotANumber full) {
            return false;
        }
    }

    @Test
    void theCountsOfATripGiveEachCounterItsOwnLife() {
        Duration day = Duration.ofDays(1);
        apply(b -> b.add(elsewhere("endless"), 5));
        for (Duration second : List.of(HOUR, day)) {
            RoundTrip trip = new RoundTrip(store());
            Key other = elsewhere("other" + second.toHours());
            RoundTrip.Answer<Commit> mended = trip.commit(counting(elsewhere("endless")));
            RoundTrip.Answer<Commit> made = trip.commit(counting(other, second));
            trip.send();
            assertThat(number(mended)).isEqualTo(second.equals(HOUR) ? 6 : 7);
            assertThat(number(made)).isEqualTo(1);
            assertEndsWithin(elsewhere("endless"), HOUR);
            assertEndsWithin(other, second);
        }
        assertThat(store().remaining(elsewhere("other24")))
                .containsInstanceOf(Life.Ends.class)
                .get()
                .satisfies(life -> assertThat(((Life.Ends) life).left()).isGreaterThan(HOUR));
    }

    /** What a limit does. */
    private static Batch counting(Key key) {
        return counting(key, HOUR);
    }

    private static Batch counting(Key key, Duration life) {
        return Batch.builder()
                .write(new Write.Add(key, 1, Expiry.after(life), true))
                .relaxed()
                .build();
    }

    @Test
    void anEmptyTripAsksNothing() {
        assertThatCode(() -> new RoundTrip(store()).send()).doesNotThrowAnyException();
    }

    @Test
    void aTripIsSentOnceAndTakesNothingAfterwards() {
        RoundTrip trip = new RoundTrip(store());
        RoundTrip.Answer<Commit> answer = trip.commit(adding(key("count")));
        assertThatThrownBy(answer::get).isInstanceOf(IllegalStateException.class);
        trip.send();
        assertThatThrownBy(trip::send).isInstanceOf(IllegalStateException.class);
        assertThatThrownBy(() -> trip.commit(adding(key("count")))).isInstanceOf(IllegalStateException.class);
        assertThatThrownBy(() -> trip.read(new Read.Get(key("count")))).isInstanceOf(IllegalStateException.class);
        assertThat(number(answer)).isEqualTo(1);
        assertThat(number(answer)).isEqualTo(1);
        assertValue(key("count"), "1");
    }

    @Test
    void aRejectedBatchChangesNothingAndIsNobodyElsesMatter() {
        apply(b -> b.put(key("taken"), "1", NEVER));
        RoundTrip trip = new RoundTrip(store());
        RoundTrip.Answer<Commit> rejected = trip.commit(Batch.builder()
                .require(Guard.absent(key("taken")))
                .put(key("taken"), "2", NEVER)
                .put(key("beside"), "2", NEVER)
                .build());
        RoundTrip.Answer<Commit> created = trip.commit(Batch.builder()
                .require(Guard.absent(elsewhere("free")))
                .put(elsewhere("free"), "2", NEVER)
                .build());
        RoundTrip.Answer<Optional<Bytes>> taken = trip.read(new Read.Get(key("taken")));
        trip.send();
        assertThat(rejected.get()).isInstanceOf(Commit.Rejected.class);
        assertThat(created.get().applied()).isTrue();
        assertThat(taken.get()).contains(bytes("1"));
        assertAbsent(key("beside"));
    }

    @Test
    void aFaultIsThatOfItsOwnAnswer() {
        apply(b -> b.setAdd(elsewhere("set"), bytes("a")));
        apply(b -> b.setAdd(key("set"), bytes("a")));
        apply(b -> b.put(elsewhere("word"), "word", NEVER));
        RoundTrip trip = new RoundTrip(store());
        RoundTrip.Answer<Optional<Bytes>> wrongRead = trip.read(new Read.Get(elsewhere("set")));
        RoundTrip.Answer<Commit> wrongAdd = trip.commit(adding(elsewhere("set")));
        RoundTrip.Answer<Commit> wrongInScript = trip.commit(
                Batch.builder().put(key("a"), "1", NEVER).add(key("set"), 1).build());
        RoundTrip.Answer<Commit> noNumber = trip.commit(adding(elsewhere("word")));
        RoundTrip.Answer<Commit> wrongCreate = trip.commit(Batch.builder()
                .require(Guard.absent(elsewhere("set")))
                .put(elsewhere("set"), "1", NEVER)
                .build());
        RoundTrip.Answer<Optional<Bytes>> tooLong = trip.read(new Read.Get(key("k".repeat(2000))));
        RoundTrip.Answer<Commit> tooLongToo = trip.commit(adding(key("k".repeat(2000))));
        RoundTrip.Answer<Commit> right = trip.commit(adding(key("count")));
        RoundTrip.Answer<Optional<Bytes>> word = trip.read(new Read.Get(elsewhere("word")));
        trip.send();
        assertThatThrownBy(wrongRead::get).isInstanceOf(WrongType.class);
        assertThatThrownBy(wrongAdd::get).isInstanceOf(WrongType.class);
        assertThatThrownBy(wrongInScript::get).isInstanceOf(WrongType.class);
        assertThatThrownBy(noNumber::get).isInstanceOf(NotANumber.class);
        assertThat(wrongCreate.get()).isInstanceOf(Commit.Rejected.class);
        assertThatThrownBy(tooLong::get).isInstanceOf(LimitExceeded.class);
        assertThatThrownBy(tooLongToo::get).isInstanceOf(LimitExceeded.class);
        assertThat(number(right)).isEqualTo(1);
        assertThat(word.get()).contains(bytes("word"));
        assertAbsent(key("a"));
        assertThat(store().members(elsewhere("set"))).containsExactly(bytes("a"));
    }

    @Test
    void questionsThatBelongTogetherHaveOneFault() {
        apply(b -> b.put(elsewhere("text"), "known", NEVER));
        apply(b -> b.setAdd(elsewhere("set"), bytes("a")));
        RoundTrip trip = new RoundTrip(store());
        RoundTrip.Answer<List<Object>> right = trip.readAll(List.of(
                new Read.Get(elsewhere("text")), new Read.Size(elsewhere("set")), new Read.Get(elsewhere("absent"))));
        RoundTrip.Answer<List<Optional<Bytes>>> wrong =
                trip.readAll(List.of(new Read.Get(elsewhere("text")), new Read.Get(elsewhere("set"))));
        trip.send();
        assertThat(right.get()).containsExactly(Optional.of(bytes("known")), 1L, Optional.empty());
        assertThatThrownBy(wrong::get).isInstanceOf(WrongType.class);
        assertThat(RoundTrip.<Optional<Bytes>>ask(store(), each -> each.read(new Read.Get(elsewhere("text")))))
                .contains(bytes("known"));
    }

    @Test
    void aTripHoldsManyButNotTooMany() {
        RoundTrip trip = new RoundTrip(store());
        List<RoundTrip.Answer<Commit>> counts = new ArrayList<>();
        List<RoundTrip.Answer<Optional<Bytes>>> values = new ArrayList<>();
        for (int i = 0; i < RoundTrip.MOST_ITEMS / 2; i++) {
            counts.add(trip.commit(adding(elsewhere("count-" + i % 100))));
            values.add(trip.read(new Read.Get(elsewhere("absent-" + i % 100))));
        }
        assertThatThrownBy(() -> trip.read(new Read.Get(key("more")))).isInstanceOf(LimitExceeded.class);
        assertThatThrownBy(() -> trip.commit(adding(key("more")))).isInstanceOf(LimitExceeded.class);
        trip.send();
        // Of the batches of one key each sees the others whole, in whatever order.
        assertThat(counts.stream().mapToLong(RoundTripContract::number).sum()).isEqualTo(12 * 21 + 88 * 15);
        assertThat(values).allSatisfy(value -> assertThat(value.get()).isEmpty());
        assertAbsent(key("more"));
    }

    @Test
    void batchesOfTripsAreSerialWithAllOthers() throws Exception {
        List<Integer> creations = Race.run(8, () -> {
            int mine = 0;
            for (int i = 0; i < 20; i++) {
                RoundTrip trip = new RoundTrip(store());
                RoundTrip.Answer<Commit> created = trip.commit(Batch.builder()
                        .require(Guard.absent(key("one-" + i)))
                        .put(key("one-" + i), "x", NEVER)
                        .add(key("created"), 1)
                        .build());
                trip.commit(adding(elsewhere("count")));
                trip.read(new Read.Get(key("one-" + i)));
                trip.send();
                mine += created.get().applied() ? 1 : 0;
            }
            return mine;
        });
        assertThat(creations.stream().mapToInt(Integer::intValue).sum()).isEqualTo(20);
        assertValue(key("created"), "20");
        assertValue(elsewhere("count"), "160");
    }

    @Test
    void aClosedStoreIsTheFaultOfEachAnswer() {
        Store closed = openAnother();
        closed.close();
        RoundTrip trip = new RoundTrip(closed);
        RoundTrip.Answer<Commit> commit = trip.commit(adding(key("late")));
        RoundTrip.Answer<Commit> relaxed =
                trip.commit(Batch.builder().add(key("late"), 1).relaxed().build());
        RoundTrip.Answer<Optional<Bytes>> value = trip.read(new Read.Get(key("late")));
        trip.send();
        assertThatThrownBy(commit::get).isInstanceOf(Unavailable.class);
        assertThatThrownBy(relaxed::get).isInstanceOf(Unavailable.class);
        assertThatThrownBy(value::get).isInstanceOf(Unavailable.class);
    }
}
