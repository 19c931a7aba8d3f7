package dev.yorozu.json;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class DocumentTest {
    @Test
    void fieldsKeepTheirOrderAndTheirPlace() {
        Document document =
                Document.empty().with("uid", "1").with("name", "Mika").with("ver", 1);
        assertThat(document.with("name", "Ken").bytes().text()).isEqualTo("{\"uid\":\"1\",\"name\":\"Ken\",\"ver\":1}");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{}",
                "{\"a\":{\"b\":[1,2.50,null,true,\"x\",{}]},\"c\":12345678901234567890123}",
                "{\"text\":\"\\u0000 quote \\\" 万屋 \uD83D\uDE00\"}",
            })
    void whatIsNotKnownComesBackUnchanged(String json) {
        assertThat(Document.parse(json).orElseThrow().bytes().text()).isEqualTo(json);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "null",
                "1",
                "[]",
                "{",
                "{\"a\":1}{",
                "{\"a\":1,}",
                "{'a':1}",
                "{\"a\":NaN}",
                "{\"a\":1,\"a\":2}",
            })
    void anythingButOneObjectIsNoDocument(String json) {
        assertThat(Document.parse(json)).isEmpty();
    }

    /** Few fields are found in another way than many. */
    @ParameterizedTest
    @ValueSource(ints = {1, 8, 9, 16, 17, 18, 1000})
    void howeverManyFieldsThereAreEachIsFoundAndKeepsItsPlace(int count) {
        List<String> names =
                IntStream.range(0, count).mapToObj(number -> "field" + number).toList();
        String json = names.stream()
                .map(name -> "\"" + name + "\":\"of " + name + "\"")
                .collect(Collectors.joining(",", "{", "}"));
        Document document = Document.parse(json).orElseThrow();
        assertThat(document.names()).containsExactlyElementsOf(names);
        assertThat(names).allSatisfy(name -> assertThat(document.text(name)).hasValue("of " + name));
        assertThat(document.has("field" + count)).isFalse();
        assertThat(document.with("field0", 1).with("more", 2).names())
                .startsWith("field0")
                .endsWith("more");
        assertThat(document.with("more", 2).without("more")).isEqualTo(document);
        assertThat(Document.empty().withAll(document).without("field0").names())
                .containsExactlyElementsOf(names.subList(1, count));
        String twice = json.substring(0, json.length() - 1) + ",\"field0\":1}";
        assertThat(Document.parse(twice)).isEmpty();
    }

    @Test
    void whatABuilderMadeIsNotChangedByIt() {
        Document.Builder builder = Document.builder().with("a", 1);
        Document made = builder.build();
        builder.with("a", 2).with("b", 3);
        assertThat(made.bytes().text()).isEqualTo("{\"a\":1}");
    }

    @Test
    void deepNestingIsNoDocument() {
        String json = "{\"a\":" + "[".repeat(5_000) + "]".repeat(5_000) + "}";
        assertThat(Document.parse(json)).isEmpty();
    }

    @Test
    void aFieldOfAnotherTypeIsAsGoodAsAbsent() {
        Document document = Document.parse("{\"n\":\"5\",\"t\":5,\"d\":1.5}").orElseThrow();
        assertThat(document.number("n")).isEmpty();
        assertThat(document.text("t")).isEmpty();
        assertThat(document.number("t")).isEqualTo(OptionalLong.of(5));
        assertThat(document.number("d")).isEmpty();
        assertThat(document.flag("t")).isEmpty();
        assertThat(document.document("t")).isEmpty();
    }

    @Test
    void nestedObjectsCanBeReadAndSet() {
        Document outer = Document.empty().with("user", Document.empty().with("id", "7"));
        Document again = Document.parse(outer.bytes()).orElseThrow();
        assertThat(again.document("user").flatMap(user -> user.text("id"))).isEqualTo(Optional.of("7"));
        assertThat(again).isEqualTo(outer);
    }

    @Test
    void fieldsCanBeTakenAwayAndMerged() {
        Document one = Document.empty().with("a", 1).with("b", true).withNull("c");
        assertThat(one.without("b").bytes().text()).isEqualTo("{\"a\":1,\"c\":null}");
        assertThat(one.withAll(Document.empty().with("a", 2).with("d", 3))
                        .bytes()
                        .text())
                .isEqualTo("{\"a\":2,\"b\":true,\"c\":null,\"d\":3}");
        assertThat(one.withIfPresent("e", Optional.empty())).isEqualTo(one);
    }

    @Test
    void itsTextFormShowsNoValue() {
        assertThat(Document.empty().with("token", "very-secret").toString()).isEqualTo("Document[token]");
    }

    @Test
    void aFieldThatIsNullIsThereAndIsNothing() {
        Document document = Document.parse("{\"a\":null,\"b\":\"null\"}").orElseThrow();

        assertThat(document.isNull("a")).isTrue();
        assertThat(document.has("a")).isTrue();
        assertThat(document.text("a")).isEmpty();
        assertThat(document.isNull("b")).isFalse();
        assertThat(document.isNull("c")).isFalse();
    }
}
