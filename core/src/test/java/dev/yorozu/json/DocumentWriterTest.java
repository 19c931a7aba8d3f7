package dev.yorozu.json;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.core.JsonGenerator;
import tools.jackson.core.ObjectWriteContext;
import tools.jackson.core.json.JsonFactory;

/** Documents are written as Jackson's generator writes them; {@link DocumentReaderTest} compares whole ones. */
class DocumentWriterTest {
    private static final int LAST = 0x2FFFF;

    @Test
    void everyCharacterIsWrittenAsByJackson() {
        List<String> pieces = IntStream.range(0, LAST)
                .filter(c -> Character.getType(c) != Character.SURROGATE)
                .mapToObj(Character::toString)
                .collect(Collectors.groupingBy(c -> c.codePointAt(0) / 0x100, Collectors.joining()))
                .values()
                .stream()
                .toList();
        assertThat(pieces).allSatisfy(text -> {
            assertThat(Document.empty().with("a" + text, text).bytes().text()).isEqualTo(jackson("a" + text, text));
            String among = "plain "
                    + text.codePoints()
                            .mapToObj(c -> Character.toString(c) + " ")
                            .collect(Collectors.joining());
            assertThat(Document.empty().with("b", among).bytes().text()).isEqualTo(jackson("b", among));
        });
    }

    private static String jackson(String name, String text) {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        try (JsonGenerator generator = new JsonFactory().createGenerator(ObjectWriteContext.empty(), out)) {
            generator.writeStartObject();
            generator.writeName(name);
            generator.writeString(text);
            generator.writeEndObject();
        }
        return out.toString(StandardCharsets.UTF_8);
    }

    @ParameterizedTest
    @ValueSource(strings = {"\uD83D", "\uDE00", "x\uDE00\uD83D", "é\uD83Dx"})
    void halfACharacterIsWrittenAsItsNumber(String text) {
        Document document = Document.empty().with("a", text);
        assertThat(document.bytes().text()).isEqualTo(jackson("a", text));
        assertThat(Document.parse(document.bytes()).orElseThrow().text("a")).hasValue(text);
    }

    @Test
    void whatIsWrittenTakesNoMoreMemoryThanItsLetters() {
        Document document = Document.empty()
                .with("a", "é\"\u0001".repeat(100))
                .with("b", List.of("x", "y"))
                .with("t", true)
                .with("c", Document.empty().with("d", 1));
        assertThat((int) document.bytes().read((array, from, to) -> array.length - (to - from)))
                .isZero();
    }
}
