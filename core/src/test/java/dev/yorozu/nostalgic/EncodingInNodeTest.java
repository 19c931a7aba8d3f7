package dev.yorozu.nostalgic;

import static org.assertj.core.api.Assertions.assertThat;

import dev.yorozu.Node;
import dev.yorozu.json.Document;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The keys of addresses are those that the platform's earlier program, which was JavaScript, made. */
class EncodingInNodeTest {
    private static final long SEED = 20_261_116;

    @TempDir
    Path directory;

    private static String text(Random random) {
        StringBuilder text = new StringBuilder();
        for (int length = random.nextInt(1, 40); length > 0; length--) {
            int c = switch (random.nextInt(4)) {
                case 0 -> random.nextInt(0x80);
                case 1 -> random.nextInt(0x800);
                case 2 -> random.nextInt(Character.MIN_SURROGATE);
                default -> random.nextInt(Character.MIN_SUPPLEMENTARY_CODE_POINT, Character.MAX_CODE_POINT + 1);
            };
            text.appendCodePoint(c);
        }
        return text.toString();
    }

    @Test
    void everyTextIsEncodedAsNodeDoes() throws Exception {
        Random random = new Random(SEED);
        List<String> texts = new ArrayList<>();
        for (int c = 0; c < 0x100; c++) {
            texts.add("x" + (char) c);
        }
        for (int i = 0; i < 2000; i++) {
            texts.add(text(random));
        }
        List<String> lines = new ArrayList<>();
        for (String text : texts) {
            String json = Document.empty().with("x", text).bytes().text();
            lines.add(json.substring(5, json.length() - 1)
                    .replace("\u2028", "\\u2028")
                    .replace("\u2029", "\\u2029"));
        }
        List<String> expected = Node.run(Node.script(EncodingInNodeTest.class, "encode.mjs", directory), lines);
        assertThat(texts.stream().map(SiteUrl::encode)).containsExactlyElementsOf(expected);
    }
}
