package dev.yorozu.server.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.HexFormat;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class FieldsTest {
    private enum Colour {
        RED,
        DARK_BLUE;

        String spelled() {
            return this == RED ? "Red" : "DarkBlue";
        }
    }

    private static Fields fields(String json) {
        return Fields.parse(json.getBytes(StandardCharsets.UTF_8));
    }

    private static Problem problem(Fields fields) {
        return catchThrowableOfType(ProblemException.class, fields::check).problem();
    }

    @Test
    void aFieldIsFoundWhateverTheCaseOfItsName() {
        Fields fields = fields("{\"LoginIdentifier\":\" hanako \",\"APPVERSION\":\"1\"}");

        assertThat(fields.required("loginIdentifier", 50)).isEqualTo("hanako");
        assertThat(fields.text("appVersion", 50)).contains("1");
        fields.check();
    }

    @Test
    void aSecretIsTakenAsItIs() {
        assertThat(fields("{\"password\":\"  a\\nb \"}").secret("password", 50)).isEqualTo("  a\nb ");
    }

    @Test
    void nullAndBlankAreAbsent() {
        Fields fields = fields("{\"a\":null,\"b\":\"  \",\"c\":\"\"}");

        assertThat(fields.text("a", 9)).isEmpty();
        assertThat(fields.text("b", 9)).isEmpty();
        assertThat(fields.text("c", 9)).isEmpty();
        fields.check();
    }

    @Test
    void everythingThatIsWrongIsToldAtOnce() {
        Fields fields =
                fields("{\"a\":1,\"b\":\"12345\",\"c\":\"x\\u0000\",\"d\":\"x\\ny\",\"e\":\"\\ud800\",\"f\":{}}");
        for (String name : new String[] {"a", "b", "c", "d", "e", "f"}) {
            assertThat(fields.text(name, 4)).as(name).isEmpty();
        }
        fields.required("g", 4);
        fields.secret("h", 4);

        Problem problem = problem(fields);
        assertThat(problem.status()).isEqualTo(400);
        assertThat(problem.details()).containsOnlyKeys("a", "b", "c", "d", "e", "f", "g", "h");
        assertThat(problem.details()).containsEntry("b", "must have at most 4 characters");
        assertThat(problem.details()).containsEntry("g", "is required");
    }

    @Test
    void aLengthCountsCharactersAndNotTheirHalves() {
        assertThat(fields("{\"a\":\"𠮷野家\"}").text("a", 3)).contains("𠮷野家");
    }

    @Test
    void aChoiceIsOneOfItsNames() {
        assertThat(fields("{\"c\":\"darkblue\"}").choice("c", Colour.class, Colour::spelled))
                .contains(Colour.DARK_BLUE);
        Fields fields = fields("{\"c\":\"1\"}");
        assertThat(fields.choice("c", Colour.class, Colour::spelled)).isEmpty();
        assertThat(problem(fields).details()).containsEntry("c", "must be one of Red, DarkBlue");
    }

    @Test
    void anInstantHasItsOffset() {
        assertThat(fields("{\"t\":\"2026-11-16T12:00:00+09:00\"}").instant("t"))
                .contains(Instant.parse("2026-11-16T03:00:00Z"));
        Fields fields = fields("{\"t\":\"2026-11-16\"}");
        assertThat(fields.instant("t")).isEqualTo(Optional.empty());
        assertThat(problem(fields).details()).containsKey("t");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                " ",
                "{",
                "null",
                "[]",
                "\"x\"",
                "{}{}",
                "{\"a\":1,\"a\":2}",
                "{\"a\":1,\"A\":2}",
                "{\"a\":\"x\ny\"}",
                "{\"a\":NaN}",
                "{'a':1}"
            })
    void whatIsNoObjectOfItsOwnIsRefused(String body) {
        assertThatThrownBy(() -> fields(body)).isInstanceOf(ProblemException.class);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "7b2261223a22ff227d", // a byte that never occurs
                "7b2261223a22c080227d", // NUL the long way
                "7b2261223a22eda080227d", // half a character
                "7b2261223a22f0908d227d", // cut off
                "feff007b007d", // UTF-16
                "7b002261", // UTF-16 without a mark
            })
    void whatIsNotUtf8IsRefused(String hex) {
        assertThatThrownBy(() -> Fields.parse(HexFormat.of().parseHex(hex))).isInstanceOf(ProblemException.class);
    }

    @Test
    void deepNestingIsRefused() {
        assertThatThrownBy(() -> fields("{\"a\":" + "[".repeat(5000) + "]".repeat(5000) + "}"))
                .isInstanceOf(ProblemException.class);
    }

    @Test
    void aBlankFieldIsThereAndOneThatIsNullIsNot() {
        Fields fields = fields("{\"Phone\":\" \",\"address\":null}");

        assertThat(fields.has("phone")).isTrue();
        assertThat(fields.has("address")).isFalse();
        assertThat(fields.has("name")).isFalse();
    }

    @Test
    void aListIsOfTextsAndNoLongerThanAllowed() {
        assertThat(fields("{\"ids\":[\"a\",\"b\"]}").texts("ids", 2)).containsExactly("a", "b");
        for (String wrong : new String[] {"{}", "{\"ids\":[]}", "{\"ids\":\"a\"}", "{\"ids\":[7]}", "{\"ids\":null}"}) {
            Fields fields = fields(wrong);
            fields.texts("ids", 2);
            assertThat(problem(fields).details()).containsEntry("ids", "must be a list of texts");
        }
        Fields tooLong = fields("{\"ids\":[\"a\",\"b\",\"c\"]}");
        tooLong.texts("ids", 2);
        assertThat(problem(tooLong).details()).containsEntry("ids", "must have at most 2 elements");
    }
}
