package dev.yorozu.store.backend;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.yorozu.store.Bytes;
import dev.yorozu.store.Key;
import dev.yorozu.store.StoreException;
import dev.yorozu.store.Write;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.RepetitionInfo;
import org.junit.jupiter.api.Test;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;
import tools.jackson.core.ObjectReadContext;
import tools.jackson.core.json.JsonFactory;

final class JsonTextTest {
    private static final JsonFactory JSON = new JsonFactory();
    private static final List<String> NAMES = List.of("a", "b", "c", "Name_9", "zz");
    private static final List<String> STRINGS =
            List.of("\"\"", "\"x\"", "\"\\\"\"", "\"\\\\\"", "\"}\"", "\"[{\\\"a\\\":1\"", "\"日本語\"", "\"\\u0061\"");
    private static final List<String> WORDS = List.of("0", "-1.5e+10", "true", "false", "null", "9007199254740993");
    private static final List<String> SPACES = List.of("", "", "", " ", "\n\t", "\r\n  ");

    private static Write.Amend.Change set(List<String> path, String json) {
        return new Write.Amend.Change(path, new Write.Amend.Literal(Bytes.of(json)));
    }

    private static String amend(String text, Write.Amend.Change... changes) {
        return JsonText.amend(Bytes.of(text), List.of(changes), tally -> 42).text();
    }

    /** What a parser makes of the amended text is what it made of the text before, with the fields set, in order. */
    @RepeatedTest(20)
    void aParserSeesTheChangesAndNothingElse(RepetitionInfo repetition) {
        Random random = new Random(repetition.getCurrentRepetition());
        for (int i = 0; i < 200; i++) {
            String text = space(random) + object(random, 3) + space(random);
            List<Write.Amend.Change> changes = changes(random, parsed(text));
            Map<String, Object> expected = parsed(text);
            for (Write.Amend.Change change : changes) {
                put(
                        expected,
                        change.path(),
                        parse(((Write.Amend.Literal) change.source()).json().text()));
            }
            String amended = JsonText.amend(Bytes.of(text), changes, tally -> 0).text();
            Map<String, Object> found = parsed(amended);
            assertThat(found).as("%s with %s", text, changes).isEqualTo(expected);
            assertThat(found.toString()).as("the order of %s", amended).isEqualTo(expected.toString());
        }
    }

    /** Of a text that is cut short or spoilt, the part before the change is kept, or there is a fault and no other. */
    @RepeatedTest(20)
    void aBrokenTextIsAmendedOrRefusedAndNothingElse(RepetitionInfo repetition) {
        Random random = new Random(repetition.getCurrentRepetition());
        for (int i = 0; i < 500; i++) {
            byte[] text = Bytes.of(object(random, 3)).toArray();
            text[random.nextInt(text.length)] = (byte) "{}[]\",:\\ a1\0".charAt(random.nextInt(12));
            Bytes broken = Bytes.wrap(text, 0, random.nextInt(text.length + 1));
            try {
                Bytes amended = JsonText.amend(broken, List.of(set(List.of("a"), "[7]")), tally -> 0);
                assertThat(amended.text()).contains("[7]");
            } catch (StoreException.NotAnObject refused) {
                assertThat(refused).hasMessageNotContaining("\"");
            }
        }
    }

    /** Whether whole or cut short, it is amended or refused as it would be in an array of its own. */
    @RepeatedTest(20)
    void whatLiesAroundTheObjectIsNotLookedAt(RepetitionInfo repetition) {
        Random random = new Random(repetition.getCurrentRepetition());
        for (int i = 0; i < 500; i++) {
            byte[] array =
                    Bytes.of("{\"a\":1," + object(random, 3) + "],\"a\":2}").toArray();
            int from = "{\"a\":1,".length();
            Bytes within = Bytes.wrap(array, from, random.nextInt(array.length - from + 1));
            List<Write.Amend.Change> changes = List.of(set(List.of("a"), "[7]"), set(List.of("zz"), "8"));
            assertThat(outcome(within, changes)).isEqualTo(outcome(Bytes.of(within.toArray()), changes));
        }
    }

    private static String outcome(Bytes object, List<Write.Amend.Change> changes) {
        try {
            JsonText.check(object, changes);
            return JsonText.amend(object, changes, tally -> 0).text();
        } catch (StoreException.NotAnObject refused) {
            return "refused";
        }
    }

    @Test
    void aTallyIsWrittenAsANumber() {
        Write.Amend.Change tally =
                new Write.Amend.Change(List.of("count"), new Write.Amend.Tally(Key.of("test:", "here", ":count")));
        assertThat(amend("{\"count\":1}", tally)).isEqualTo("{\"count\":42}");
        assertThat(amend("{}", tally)).isEqualTo("{\"count\":42}");
    }

    @Test
    void additionsToSeveralObjectsComeInTheirPlaces() {
        assertThat(amend(
                        "{\"a\":{},\"b\":{\"x\":1}}",
                        set(List.of("z"), "1"),
                        set(List.of("b", "y"), "2"),
                        set(List.of("a", "y"), "3"),
                        set(List.of("a", "x"), "4"),
                        set(List.of("y"), "5")))
                .isEqualTo("{\"a\":{\"y\":3,\"x\":4},\"b\":{\"x\":1,\"y\":2},\"z\":1,\"y\":5}");
    }

    @Test
    void aChangeDoesNotHealWhatTheNextMeets() {
        String text = "{\"a\":\"x\"8,\"b\":1}";
        assertThat(amend(text, set(List.of("a"), "7"))).isEqualTo("{\"a\":78,\"b\":1}");
        assertThatThrownBy(() -> amend(text, set(List.of("a"), "7"), set(List.of("b"), "7")))
                .isInstanceOf(StoreException.NotAnObject.class);
    }

    private static String object(Random random, int depth) {
        List<String> names = new ArrayList<>(NAMES);
        names.addAll(List.of("", "\\\"a\\\"", "日"));
        StringBuilder text = new StringBuilder("{").append(space(random));
        int count = random.nextInt(5);
        for (int i = 0; i < count; i++) {
            text.append(i == 0 ? "" : ",").append(space(random));
            text.append('"').append(names.remove(random.nextInt(names.size()))).append('"');
            text.append(space(random)).append(':').append(space(random));
            text.append(value(random, depth)).append(space(random));
        }
        return text.append('}').toString();
    }

    private static String value(Random random, int depth) {
        return switch (random.nextInt(depth == 0 ? 2 : 4)) {
            case 0 -> STRINGS.get(random.nextInt(STRINGS.size()));
            case 1 -> WORDS.get(random.nextInt(WORDS.size()));
            case 2 -> "[" + value(random, depth - 1) + "," + space(random) + value(random, depth - 1) + "]";
            default -> object(random, depth - 1);
        };
    }

    private static String space(Random random) {
        return SPACES.get(random.nextInt(SPACES.size()));
    }

    /** One to three changes of fields that lie apart, below objects that are there. */
    private static List<Write.Amend.Change> changes(Random random, Map<String, Object> object) {
        List<Write.Amend.Change> changes = new ArrayList<>();
        for (int i = 0; i < 3; i++) {
            List<String> path = path(random, object);
            boolean apart = changes.stream().noneMatch(other -> {
                int shared = Math.min(path.size(), other.path().size());
                return path.subList(0, shared).equals(other.path().subList(0, shared));
            });
            if (apart) {
                changes.add(set(path, value(random, 1)));
            }
        }
        return changes;
    }

    @SuppressWarnings("unchecked")
    private static List<String> path(Random random, Map<String, Object> object) {
        List<String> path = new ArrayList<>();
        Map<String, Object> at = object;
        while (true) {
            String name = NAMES.get(random.nextInt(NAMES.size()));
            path.add(name);
            if (path.size() == 4 || !(at.get(name) instanceof Map) || random.nextInt(4) == 0) {
                return path;
            }
            at = (Map<String, Object>) Objects.requireNonNull(at.get(name));
        }
    }

    @SuppressWarnings("unchecked")
    private static void put(Map<String, Object> object, List<String> path, Object value) {
        Map<String, Object> at = object;
        for (String name : path.subList(0, path.size() - 1)) {
            at = (Map<String, Object>) Objects.requireNonNull(at.get(name));
        }
        at.put(path.getLast(), value);
    }

    @SuppressWarnings("unchecked")
    private static Map<String, Object> parsed(String text) {
        return (Map<String, Object>) parse(text);
    }

    private static Object parse(String text) {
        try (JsonParser parser = JSON.createParser(ObjectReadContext.empty(), text)) {
            parser.nextToken();
            Object value = read(parser);
            assertThat(parser.nextToken()).as("what follows %s", text).isNull();
            return value;
        }
    }

    private static Object read(JsonParser parser) {
        return switch (parser.currentToken()) {
            case START_OBJECT -> {
                Map<String, Object> fields = new LinkedHashMap<>();
                while (parser.nextToken() != JsonToken.END_OBJECT) {
                    String name = parser.currentName();
                    parser.nextToken();
                    fields.put(name, read(parser));
                }
                yield fields;
            }
            case START_ARRAY -> {
                List<Object> elements = new ArrayList<>();
                while (parser.nextToken() != JsonToken.END_ARRAY) {
                    elements.add(read(parser));
                }
                yield elements;
            }
            default -> parser.currentToken() + " " + parser.getString();
        };
    }
}
