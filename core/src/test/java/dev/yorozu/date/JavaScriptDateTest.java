package dev.yorozu.date;

import static org.assertj.core.api.Assertions.assertThat;

import dev.yorozu.Node;
import dev.yorozu.json.Document;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;
import java.util.Random;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;

/** Node's own Date.parse reads the same, in the zone UTC: one process for all texts. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class JavaScriptDateTest {
    private static final int CHANGED = 5_000;

    private final List<String> forms = listed();
    private final List<String> changed = changed(forms);
    private List<String> node = List.of();

    /** The listed forms: JSON strings without their quotes, one a line. */
    private static List<String> listed() {
        try (InputStream in = JavaScriptDateTest.class.getResourceAsStream("forms.txt")) {
            return new String(in.readAllBytes(), StandardCharsets.UTF_8)
                    .lines()
                    .map(line -> Document.parse("{\"form\":\"" + line + "\"}")
                            .flatMap(form -> form.text("form"))
                            .orElseThrow())
                    .toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Listed forms with one to three characters left out, put in or replaced. */
    private static List<String> changed(List<String> forms) {
        Random random = new Random(17);
        String characters = "0123456789 -+:.TZtz/(),apmMGUE\u65e5\u0000";
        List<String> changed = new ArrayList<>();
        for (int i = 0; i < CHANGED; i++) {
            StringBuilder text = new StringBuilder(forms.get(random.nextInt(forms.size())));
            for (int edits = 1 + random.nextInt(3); edits > 0; edits--) {
                int place = random.nextInt(text.length() + 1);
                if (random.nextBoolean() && place < text.length()) {
                    text.deleteCharAt(place);
                }
                if (random.nextBoolean()) {
                    text.insert(Math.min(place, text.length()), characters.charAt(random.nextInt(characters.length())));
                }
            }
            changed.add(text.toString());
        }
        return changed;
    }

    @BeforeAll
    void askNode(@TempDir Path directory) throws Exception {
        List<String> texts = new ArrayList<>(forms);
        texts.addAll(changed);
        Path script = Node.script(JavaScriptDateTest.class, "date-parse.mjs", directory);
        node = Node.run(script, texts.stream().map(JavaScriptDateTest::quoted).toList());
    }

    private static String quoted(String text) {
        String document = Document.empty().with("t", text).bytes().text();
        return document.substring("{\"t\":".length(), document.length() - 1);
    }

    private static String compared(List<String> texts, List<String> answers) {
        StringBuilder lines = new StringBuilder();
        for (int i = 0; i < texts.size(); i++) {
            lines.append(quoted(texts.get(i)))
                    .append(" = ")
                    .append(answers.get(i))
                    .append('\n');
        }
        return lines.toString();
    }

    private static List<String> read(List<String> texts) {
        return texts.stream()
                .map(JavaScriptDate::parse)
                .map(date -> date.isPresent() ? Long.toString(date.getAsLong()) : "NaN")
                .toList();
    }

    @Test
    void everyListedFormIsReadAsNodeReadsIt() {
        assertThat(forms).doesNotHaveDuplicates().hasSizeGreaterThanOrEqualTo(200);
        assertThat(node.stream().limit(forms.size()).filter(answer -> !answer.equals("NaN")))
                .as("forms that are dates")
                .hasSizeGreaterThan(100);
        assertThat(compared(forms, read(forms))).isEqualTo(compared(forms, node.subList(0, forms.size())));
    }

    @Test
    void andSoAreFormsThatAreNearlyTheSame() {
        assertThat(compared(changed, read(changed)))
                .isEqualTo(compared(changed, node.subList(forms.size(), node.size())));
    }

    @Test
    void aDateWithoutAZoneIsOneOfUtc() {
        assertThat(JavaScriptDate.parse("1970-01-01T00:00")).isEqualTo(OptionalLong.of(0));
        assertThat(JavaScriptDate.parse("1 Jan 1970 00:00")).isEqualTo(OptionalLong.of(0));
    }
}
