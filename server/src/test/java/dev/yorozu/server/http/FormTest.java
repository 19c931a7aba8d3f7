package dev.yorozu.server.http;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class FormTest {
    @Test
    void eachNameHasItsFirstValue() {
        Form form = Form.parse("a=1&b=2%263&a=4&c=&d=x=y&e+f=g+h").orElseThrow();
        assertThat(form.field("a")).hasValue("1");
        assertThat(form.field("b")).hasValue("2&3");
        assertThat(form.field("c")).hasValue("");
        assertThat(form.field("d")).hasValue("x=y");
        assertThat(form.field("e f")).hasValue("g h");
        assertThat(form.field("g")).isEmpty();
    }

    @Test
    void whatIsNoFieldIsLeftOut() {
        Form form = Form.parse("&&a&=1&b=2&").orElseThrow();
        assertThat(form.field("a")).isEmpty();
        assertThat(form.field("")).isEmpty();
        assertThat(form.field("b")).hasValue("2");
        assertThat(Form.parse("").orElseThrow().field("")).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(strings = {"a=%", "a=%f", "%ff=1", "a=ü", "a=1&b=%"})
    void whatIsNotPercentEncodedIsNone(String raw) {
        assertThat(Form.parse(raw)).isEmpty();
    }

    @Test
    void noMoreThanSoManyFieldsAreLookedAt() {
        String raw =
                IntStream.rangeClosed(1, 70).mapToObj(i -> "n" + i + "=" + i).collect(Collectors.joining("&"));
        Form form = Form.parse(raw).orElseThrow();
        assertThat(form.field("n63")).hasValue("63");
        assertThat(form.text("n64")).startsWith("64&n65=65");
        assertThat(form.field("n65")).isEmpty();
    }
}
