package dev.yorozu.store.testkit.contract;

import static org.assertj.core.api.Assertions.assertThat;

import dev.yorozu.store.Batch;
import dev.yorozu.store.Expiry;
import dev.yorozu.store.Guard;
import dev.yorozu.store.Key;
import dev.yorozu.store.Order;
import dev.yorozu.store.StoreException.NotANumber;
import dev.yorozu.store.StoreException.NotAnObject;
import dev.yorozu.store.StoreException.WrongType;
import dev.yorozu.store.Write;
import dev.yorozu.store.Write.Amend.Change;
import dev.yorozu.store.Write.End;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** How an amendment goes with the other writes of its batch. */
abstract class AmendBatchesContract extends ContractFixture {
    private static final Change CHANGE = set("a", "7");

    private static Change set(String path, String json) {
        return new Change(List.of(path.split("\\.")), new Write.Amend.Literal(bytes(json)));
    }

    private static Change tally(String path, Key key) {
        return new Change(List.of(path.split("\\.")), new Write.Amend.Tally(key));
    }

    private Key object(String text) {
        Key key = key("object");
        apply(b -> b.put(key, text, NEVER));
        return key;
    }

    @Test
    void aTallyTellsWhatTheBatchHasMadeOfEachKind() {
        Key key = object("{\"count\":0}");
        apply(b -> b.setAdd(key("set"), bytes("a")).rankAdd(key("rank"), bytes("a"), 1));
        apply(b -> b.add(key("count"), 41)
                .add(key("count"), 1)
                .setAdd(key("set"), bytes("a"), bytes("b"))
                .rankAdd(key("rank"), bytes("b"), 1)
                .rankAdd(key("rank"), bytes("c"), 1)
                .listPush(key("list"), End.TAIL, bytes("a"), bytes("b"), bytes("c"), bytes("d"))
                .hashPut(key("hash"), bytes("a"), bytes("b"))
                .amend(
                        key,
                        tally("set", key("set")),
                        tally("rank", key("rank")),
                        tally("count", key("count")),
                        tally("list", key("list")),
                        tally("hash", key("hash"))));
        assertValue(key, "{\"count\":42,\"set\":2,\"rank\":3,\"list\":4,\"hash\":1}");
    }

    @Test
    void guardsDoNotChangeWhatATallyCounts() {
        Key key = object("{}");
        apply(b -> b.setAdd(key("set"), bytes("a"), bytes("b")));
        apply(b -> b.require(Guard.present(key))
                .require(Guard.absent(key("mark")))
                .put(key("mark"), "x", NEVER)
                .add(key("count"), 5)
                .add(key("daily"), 6, Expiry.after(Duration.ofHours(1)))
                .setAdd(key("set"), bytes("c"))
                .amend(key, tally("count", key("count")), tally("daily", key("daily")), tally("set", key("set"))));
        assertValue(key, "{\"count\":5,\"daily\":6,\"set\":3}");
        apply(b -> b.require(Guard.present(key))
                .require(Guard.present(key("set")))
                .require(Guard.absent(key("list")))
                .listPush(key("list"), End.TAIL, bytes("1"))
                .amend(key, tally("count", key("list"))));
        assertValue(key, "{\"count\":1,\"daily\":6,\"set\":3}");
    }

    @Test
    void aTallyComesAtItsTurn() {
        Key key = object("{}");
        apply(b -> b.add(key("count"), 1).amend(key, tally("a", key("count"))).add(key("count"), 1));
        assertValue(key, "{\"a\":1}");
        apply(b -> b.listPush(key("list"), End.TAIL, bytes("1"), bytes("2"))
                .listTrim(key("list"), End.TAIL, 1)
                .amend(key, tally("a", key("list"))));
        assertValue(key, "{\"a\":1}");
        apply(b -> b.setAdd(key("set"), bytes("x"), bytes("y"))
                .amend(key, tally("a", key("set")))
                .rankAdd(key("rank"), bytes("x"), 1));
        assertValue(key, "{\"a\":2}");
    }

    @Test
    void whereThereIsNoObjectTheRestOfTheBatchHappens() {
        Key key = key("absent");
        assertThat(apply(b -> b.add(key("count"), 1).amend(key, tally("a", key("count"))))
                        .flag(1))
                .isFalse();
        assertAbsent(key);
        assertValue(key("count"), "1");
    }

    @Test
    void nothingCountsAsZero() {
        Key key = object("{}");
        Expiry past = Expiry.at(Instant.parse("2001-01-01T00:00:00Z"));
        apply(b -> b.setRemove(key("set"), bytes("a"))
                .add(key("deleted"), 5)
                .delete(key("deleted"))
                .add(key("ended"), 5, past)
                .rankTrim(key("rank"), Order.RISING, 0)
                .amend(
                        key,
                        tally("set", key("set")),
                        tally("deleted", key("deleted")),
                        tally("ended", key("ended")),
                        tally("rank", key("rank"))));
        assertValue(key, "{\"set\":0,\"deleted\":0,\"ended\":0,\"rank\":0}");
    }

    @ParameterizedTest
    @ValueSource(longs = {Long.MAX_VALUE, -Long.MAX_VALUE, 9007199254740993L, 100_000_000_000_000L, -1})
    void aTallyIsExact(long count) {
        Key key = object("{\"a\":0}");
        apply(b -> b.add(key("count"), count).amend(key, tally("a", key("count"))));
        assertValue(key, "{\"a\":" + count + "}");
    }

    @Test
    void anotherTypeIsAFault() {
        Key key = key("set");
        apply(b -> b.setAdd(key, bytes("a")));
        assertFault(WrongType.class, b -> b.amend(key, CHANGE));
    }

    @Test
    void aFaultOfAnAmendmentAnywhereLeavesNothingDone() {
        Key key = object("no object");
        for (int position = 0; position <= 4; position++) {
            int turn = position;
            assertFault(NotAnObject.class, b -> amid(b, turn, new Write.Amend(key, List.of(CHANGE))));
            assertAbsent(key("text"));
            assertAbsent(key("count"));
            assertAbsent(key("daily"));
            assertAbsent(key("rank"));
        }
        assertValue(key, "no object");
    }

    @Test
    void anotherFaultLeavesTheObjectAsItWas() {
        Key key = object("{}");
        apply(b -> b.put(key("number"), "none", NEVER));
        for (int position = 0; position <= 4; position++) {
            int turn = position;
            assertFault(
                    NotANumber.class, b -> amid(b.amend(key, CHANGE), turn, new Write.Add(key("number"), 1, NEVER)));
            assertAbsent(key("text"));
            assertAbsent(key("count"));
        }
        assertValue(key, "{}");
    }

    /** Adds four good writes, and another at this turn among them. */
    private Batch.Builder amid(Batch.Builder batch, int turn, Write another) {
        List<Write> writes = new ArrayList<>(List.of(
                new Write.Put(key("text"), bytes("x"), NEVER),
                new Write.Add(key("count"), 1, NEVER),
                new Write.Add(key("daily"), 1, Expiry.after(Duration.ofHours(1))),
                new Write.RankAdd(key("rank"), bytes("a"), 1, Write.Replace.ALWAYS)));
        writes.add(turn, another);
        writes.forEach(batch::write);
        return batch;
    }

    @Test
    void ofTwoFaultsTheFirstIsReported() {
        Key key = object("no object");
        apply(b -> b.put(key("number"), "none", NEVER));
        assertFault(NotAnObject.class, b -> b.amend(key, CHANGE).add(key("number"), 1));
        assertFault(NotANumber.class, b -> b.add(key("number"), 1).amend(key, CHANGE));
    }

    @Test
    void aRejectionComesBeforeTheFault() {
        Key key = object("no object");
        reject(b -> b.require(Guard.absent(key)).amend(key, CHANGE));
        assertFault(NotAnObject.class, b -> b.require(Guard.present(key)).amend(key, CHANGE));
        assertValue(key, "no object");
    }

    @Test
    void severalObjectsMayBeAmendedAtOnce() {
        Key one = object("{\"a\":1}");
        Key two = key("two");
        apply(b -> b.put(two, "{\"b\":1}", NEVER));
        apply(b -> b.add(key("count"), 3)
                .amend(one, tally("a", key("count")))
                .amend(two, set("b", "7"), tally("c", key("count"))));
        assertValue(one, "{\"a\":3}");
        assertValue(two, "{\"b\":7,\"c\":3}");
    }
}
