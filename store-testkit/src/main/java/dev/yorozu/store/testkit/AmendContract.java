package dev.yorozu.store.testkit;

import static org.assertj.core.api.Assertions.assertThat;

import dev.yorozu.store.Batch;
import dev.yorozu.store.Bytes;
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
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

abstract class AmendContract extends Themed {
    private static final String CHANGED = "7";

    AmendContract(StoreContract contract) {
        super(contract);
    }

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

    private void assertAmended(String before, String after, Change... changes) {
        Key key = object(before);
        assertThat(apply(b -> b.amend(key, changes)).flag(0)).isTrue();
        assertValue(key, after);
    }

    @Test
    void fieldsChangeInTheirPlaces() {
        assertAmended("{\"a\":1,\"b\":2,\"c\":3}", "{\"a\":1,\"b\":7,\"c\":3}", set("b", CHANGED));
        assertAmended(
                "{\"a\":1,\"b\":2,\"c\":3}", "{\"a\":\"x\",\"b\":2,\"c\":null}", set("c", "null"), set("a", "\"x\""));
    }

    @Test
    void fieldsThatAreNotThereAreAddedAtTheEndInTheirOrder() {
        assertAmended("{}", "{\"a\":7}", set("a", CHANGED));
        assertAmended("{}", "{\"b\":1,\"a\":2,\"c\":3}", set("b", "1"), set("a", "2"), set("c", "3"));
        assertAmended("{\"a\":1}", "{\"a\":7,\"z\":8,\"y\":9}", set("z", "8"), set("a", CHANGED), set("y", "9"));
        assertAmended(
                "{\"a\":{}}", "{\"a\":{\"b\":1,\"c\":2},\"d\":3}", set("d", "3"), set("a.b", "1"), set("a.c", "2"));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "{\"a\":\"x\"}         | {\"a\":7}",
                "{\"a\":\"\"}          | {\"a\":7}",
                "{\"a\":-1.5e+10}      | {\"a\":7}",
                "{\"a\":true,\"b\":1}  | {\"a\":7,\"b\":1}",
                "{\"a\":{\"a\":[1]}}   | {\"a\":7}",
                "{\"a\":[{},[\"]\"]]}  | {\"a\":7}",
                "{\"b\":{\"a\":1}}     | {\"b\":{\"a\":1},\"a\":7}",
                "{\"b\":[\"a\",1]}     | {\"b\":[\"a\",1],\"a\":7}",
                "{\"b\":\"a\"}         | {\"b\":\"a\",\"a\":7}",
                "{\"aa\":1,\"A\":2}    | {\"aa\":1,\"A\":2,\"a\":7}",
                "{\"a\":1,\"a\":2}     | {\"a\":7,\"a\":2}",
                "{\"\":1}              | {\"\":1,\"a\":7}",
                "{\"日\":\"本\",\"a\":1} | {\"日\":\"本\",\"a\":7}"
            })
    void aFieldIsFoundWhateverStandsAround(String before, String after) {
        assertAmended(before, after, set("a", CHANGED));
    }

    @Test
    void spacesStayAsTheyAre() {
        assertAmended(" {\r\n\t\"a\" : 1 ,\n \"b\":\t2 } ", " {\r\n\t\"a\" : 7 ,\n \"b\":\t2 } ", set("a", CHANGED));
        assertAmended("{ \"b\" : 2 }", "{ \"b\" : 2 ,\"a\":7}", set("a", CHANGED));
        assertAmended("{ \n}", "{ \n\"a\":7}", set("a", CHANGED));
    }

    @Test
    void quotesWithinStringsEndNothing() {
        assertAmended("{\"b\":\"\\\"a\\\":1\",\"a\":\"}\\\\\"}", "{\"b\":\"\\\"a\\\":1\",\"a\":7}", set("a", CHANGED));
        assertAmended(
                "{\"b\":[\"\\\"]\",\"\\\\\"],\"a\":1}", "{\"b\":[\"\\\"]\",\"\\\\\"],\"a\":7}", set("a", CHANGED));
        assertAmended("{\"b\\\"\":1,\"a\":2}", "{\"b\\\"\":1,\"a\":7}", set("a", CHANGED));
    }

    @Test
    void aNameIsComparedAsItIsWritten() {
        assertAmended("{\"\\u0061\":1}", "{\"\\u0061\":1,\"a\":7}", set("a", CHANGED));
    }

    @Test
    void anyBytesAreKept() {
        Key key = key("bytes");
        byte[] odd = {
            '{', '"', (byte) 0xff, 0, '"', ':', '"', (byte) 0x80, (byte) 0xc3, 0, '"', ',', '"', 'a', '"', ':', '1', '}'
        };
        apply(b -> b.put(key, Bytes.of(odd), NEVER));
        apply(b -> b.amend(key, set("a", "\"é日\"")));
        byte[] changed = Bytes.of("\"é日\"").toArray();
        byte[] expected = new byte[odd.length - 1 + changed.length];
        System.arraycopy(odd, 0, expected, 0, odd.length - 2);
        System.arraycopy(changed, 0, expected, odd.length - 2, changed.length);
        expected[expected.length - 1] = '}';
        assertThat(store().get(key)).hasValue(Bytes.of(expected));
    }

    @Test
    void aPathLeadsIntoObjects() {
        assertAmended("{\"b\":1,\"a\":{\"x\":1,\"b\":2}}", "{\"b\":1,\"a\":{\"x\":1,\"b\":7}}", set("a.b", CHANGED));
        assertAmended("{\"a\":{\"b\":{\"c\":{ }}}}", "{\"a\":{\"b\":{\"c\":{ \"d\":7}}}}", set("a.b.c.d", CHANGED));
        assertAmended(
                "{\"a\":{\"x\":1},\"b\":{\"x\":1},\"x\":1}",
                "{\"a\":{\"x\":2,\"y\":5},\"b\":{\"x\":3},\"x\":4}",
                set("x", "4"),
                set("b.x", "3"),
                set("a.x", "2"),
                set("a.y", "5"));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                " ",
                "1",
                "null",
                "\"a\"",
                "[]",
                "[{\"a\":1}]",
                "abc",
                "{",
                "{\"",
                "{\"a",
                "{\"a\"",
                "{\"a\":",
                "{\"a\": ",
                "{\"a\":1",
                "{\"a\":\"1",
                "{\"a\":\"1\\\"",
                "{\"a\":\"1\\",
                "{\"a\":[1",
                "{\"a\":{\"x\":\"}",
                "{\"a\":}",
                "{\"a\":,}",
                "{\"a\":'1'}",
                "{\"a\" 1}",
                "{\"a\"::1}",
                "{a:1}",
                "{,\"a\":1}",
                "{\"b\":1,}",
                "{\"b\":1 \"a\":1}",
                "{\"b\":1,,\"a\":1}",
                "{\"b\":1]",
                "{\"b\":\"x\"7,\"a\":1}",
                "{\"b\":1\u000b,\"a\":1}",
                "\ufeff{\"a\":1}"
            })
    void whatIsNoObjectUpToTheFieldIsAFault(String text) {
        Key key = object(text);
        assertFault(NotAnObject.class, b -> b.amend(key, set("a", CHANGED)));
        assertValue(key, text);
    }

    @Test
    void whatComesBehindTheFieldIsNotLookedAt() {
        assertAmended("{\"a\":1 and so on", "{\"a\":7 and so on", set("a", CHANGED));
        assertAmended("{\"a\":\"1\"", "{\"a\":7", set("a", CHANGED));
        assertAmended("{}[]", "{\"a\":7}[]", set("a", CHANGED));
        Key key = object("{\"a\":1 and so on");
        assertFault(NotAnObject.class, b -> b.amend(key, set("a", CHANGED), set("b", CHANGED)));
        Key healed = object("{\"a\":\"x\"8,\"b\":1}");
        assertFault(NotAnObject.class, b -> b.amend(healed, set("a", CHANGED), set("b", CHANGED)));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"{}", "{\"b\":{\"a\":{}}}", "{\"a\":1}", "{\"a\":[{}]}", "{\"a\":\"{}\"}", "{\"a\":{\"b\":1]}"})
    void aPathThatLeadsToNoObjectIsAFault(String text) {
        Key key = object(text);
        assertFault(NotAnObject.class, b -> b.amend(key, set("a.x", CHANGED)));
        assertFault(NotAnObject.class, b -> b.amend(key, set("z", CHANGED), set("a.x.y", CHANGED)));
        assertValue(key, text);
    }

    @Test
    void anAbsentKeyStaysAbsent() {
        Key key = key("absent");
        assertThat(apply(b -> b.amend(key, set("a", CHANGED))).flag(0)).isFalse();
        assertAbsent(key);
        assertThat(apply(b -> b.add(key("count"), 1).amend(key, tally("a", key("count"))))
                        .flag(1))
                .isFalse();
        assertAbsent(key);
        assertValue(key("count"), "1");
    }

    @Test
    void theEndStaysAsItIs() {
        Key key = object("{}");
        apply(b -> b.amend(key, set("a", CHANGED)));
        assertEndless(key);
        apply(b -> b.expire(key, Expiry.after(Duration.ofHours(1))));
        apply(b -> b.amend(key, set("a", "8")));
        assertEndsWithin(key, Duration.ofHours(1));
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
        assertFault(WrongType.class, b -> b.amend(key, set("a", CHANGED)));
    }

    @Test
    void aFaultOfAnAmendmentAnywhereLeavesNothingDone() {
        Key key = object("no object");
        for (int position = 0; position <= 4; position++) {
            int turn = position;
            assertFault(NotAnObject.class, b -> amid(b, turn, new Write.Amend(key, List.of(set("a", CHANGED)))));
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
                    NotANumber.class,
                    b -> amid(b.amend(key, set("a", CHANGED)), turn, new Write.Add(key("number"), 1, NEVER)));
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
        assertFault(NotAnObject.class, b -> b.amend(key, set("a", CHANGED)).add(key("number"), 1));
        assertFault(NotANumber.class, b -> b.add(key("number"), 1).amend(key, set("a", CHANGED)));
    }

    @Test
    void aRejectionComesBeforeTheFault() {
        Key key = object("no object");
        reject(b -> b.require(Guard.absent(key)).amend(key, set("a", CHANGED)));
        assertFault(NotAnObject.class, b -> b.require(Guard.present(key)).amend(key, set("a", CHANGED)));
        assertValue(key, "no object");
    }

    @Test
    void severalObjectsMayBeAmendedAtOnce() {
        Key one = object("{\"a\":1}");
        Key two = key("two");
        apply(b -> b.put(two, "{\"b\":1}", NEVER));
        apply(b -> b.add(key("count"), 3)
                .amend(one, tally("a", key("count")))
                .amend(two, set("b", CHANGED), tally("c", key("count"))));
        assertValue(one, "{\"a\":3}");
        assertValue(two, "{\"b\":7,\"c\":3}");
    }
}
