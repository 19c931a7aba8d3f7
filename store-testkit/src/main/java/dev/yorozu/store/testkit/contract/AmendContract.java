package dev.yorozu.store.testkit.contract;

import static org.assertj.core.api.Assertions.assertThat;

import dev.yorozu.store.Bytes;
import dev.yorozu.store.Expiry;
import dev.yorozu.store.Key;
import dev.yorozu.store.StoreException.NotAnObject;
import dev.yorozu.store.Write;
import dev.yorozu.store.Write.Amend.Change;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

abstract class AmendContract extends ContractFixture {
    private static final String CHANGED = "7";

    private static Change set(String path, String json) {
        return new Change(List.of(path.split("\\.")), new Write.Amend.Literal(bytes(json)));
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
}
