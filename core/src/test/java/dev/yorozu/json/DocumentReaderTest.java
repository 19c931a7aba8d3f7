package dev.yorozu.json;

import static org.assertj.core.api.Assertions.assertThat;

import dev.yorozu.store.Bytes;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.core.JacksonException;
import tools.jackson.core.JsonGenerator;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;
import tools.jackson.core.ObjectReadContext;
import tools.jackson.core.ObjectWriteContext;
import tools.jackson.core.StreamReadConstraints;
import tools.jackson.core.StreamReadFeature;
import tools.jackson.core.json.JsonFactory;

/** Documents are read as Jackson's parser reads them, which knows JSON well. */
class DocumentReaderTest {
    private static final JsonFactory JACKSON = JsonFactory.builder()
            .streamReadConstraints(
                    StreamReadConstraints.builder().maxNestingDepth(32).build())
            .enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
            .build();

    private static final List<String> SAMPLES = List.of(
            "{\"uid\":\"1\",\"name\":\"Mika\",\"created_at\":1763400000000,\"ver\":1,\"avatar\":null}",
            " { \"a\" : [ 1 , -2 , 3.50 , 4e5 , -0 , 0.1E-7 ] , \"b\" : { \"c\" : [ ] , \"d\" : { } } } ",
            "{\"t\":\"\\u0041\\n\\\"\\\\\\/ 万屋 \uD83D\uDE00 \\ud83d\\ude00\",\"y\":true,\"n\":false}",
            "{\"token\":\"" + "a/b.~".repeat(20) + "\",\"list\":[\"" + "Z9-_ ".repeat(16) + "\",\"b\"]}",
            "{\"long\":9223372036854775807,\"less\":-9223372036854775808,\"more\":9223372036854775808,\"é\":1}");

    /** Values of a field, one on each line. */
    private static final String ODD_VALUES = """
            -
            01
            -01
            1.
            .5
            +1
            1e
            1e+
            1e99999999999
            -0.0
            1E+2
            tru
            nulll
            "\\x"
            "\\u12g4"
            "\\u12"
            "\t"
            "b
            "\\
            [,]
            [1,]
            [1 2]
            1,
            1,"a":2
            1,"\\u0061":2
            1}{"b":1
            "\\ud800"
            """;

    @Test
    void oddValuesAreReadAsByJackson() {
        ODD_VALUES.lines().forEach(value -> assertSame(("{\"a\":" + value + "}").getBytes(StandardCharsets.UTF_8)));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"{\"a\"}", "{\"a\" 1}", "{a:1}", "{,}", "{\"\":\"\"}", "\uFEFF{\"a\":1}", "{}\u0000", "{} ", " "
            })
    void oddTextsAreReadAsByJackson(String json) {
        assertSame(json.getBytes(StandardCharsets.UTF_8));
    }

    @ParameterizedTest
    @ValueSource(ints = {30, 31, 32, 33})
    void asDeepAsJacksonAndNoDeeper(int lists) {
        String json = "{\"a\":" + "[".repeat(lists) + "]".repeat(lists) + "}";
        assertSame(json.getBytes(StandardCharsets.UTF_8));
    }

    @Test
    void textsThatWereChangedAtRandomAreReadAsByJackson() {
        Random random = new Random(20);
        byte[] likely = "{}[]\",:\\ue.-+0129tfn \n\u0001".getBytes(StandardCharsets.US_ASCII);
        for (int i = 0; i < 200_000; i++) {
            byte[] json = SAMPLES.get(i % SAMPLES.size()).getBytes(StandardCharsets.UTF_8);
            for (int changes = random.nextInt(3); changes >= 0; changes--) {
                // The beginning stays: Jackson guesses other encodings by it.
                json[4 + random.nextInt(json.length - 4)] = likely[random.nextInt(likely.length)];
            }
            assertSame(json);
        }
    }

    @Test
    void everyCharacterIsReadAsByJacksonWhereverItStandsInALongText() {
        String json = "{\"a\":\"" + "x".repeat(80) + "\"}";
        for (int at = 6; at < 6 + 9; at++) {
            for (int octet = 0; octet < 256; octet++) {
                byte[] changed = json.getBytes(StandardCharsets.US_ASCII);
                changed[at] = (byte) octet;
                assertSame(changed);
            }
        }
    }

    @Test
    void aLongTextIsFoundAsATextAndInAList() {
        String text = "0123456789abcdef".repeat(8);
        Document read = Document.parse("{\"a\":\"" + text + "\",\"b\":[\"" + text + "\",\"c\"]}")
                .orElseThrow();
        assertThat(read.text("a")).hasValue(text);
        assertThat(read.texts("b")).containsExactly(text, "c");
        assertThat(read).isEqualTo(Document.empty().with("a", text).with("b", List.of(text, "c")));
    }

    @Test
    void bytesWithinOthersAreReadAlone() {
        byte[] around = "\"{\"a\":1,\"b\":\"x\"}\"".getBytes(StandardCharsets.US_ASCII);
        assertThat(Document.parse(Bytes.wrap(around, 1, around.length - 2)))
                .hasValue(Document.empty().with("a", 1).with("b", "x"));
        assertThat(Document.parse(Bytes.wrap(around, 1, around.length - 3))).isEmpty();
        assertThat(Document.parse(Bytes.wrap(around, 1, around.length - 5))).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(ints = {0x80, 0xC0, 0xC1, 0xF5, 0xFF, 0xE4})
    void whatIsNoUtf8IsNoDocument(int octet) {
        byte[] json = "{\"a\":\"x\"}".getBytes(StandardCharsets.US_ASCII);
        json[6] = (byte) octet;
        assertThat(Document.parse(Bytes.wrap(json))).isEmpty();
    }

    @Test
    void surrogatesInUtf8AreNoDocument() {
        byte[] json = "{\"a\":\"xyz\"}".getBytes(StandardCharsets.US_ASCII);
        json[6] = (byte) 0xED;
        json[7] = (byte) 0xA0;
        json[8] = (byte) 0x80;
        assertThat(Document.parse(Bytes.wrap(json))).isEmpty();
    }

    @Test
    void namesThatShareAPlaceAmongThoseKeptStayApart() {
        // Texts of one hash.
        assertThat(Document.parse("{\"AaAa\":1,\"BBBB\":2,\"AaBB\":3}")
                        .orElseThrow()
                        .number("BBBB"))
                .hasValue(2);
    }

    private static void assertSame(byte[] json) {
        Optional<Document> read = Document.parse(Bytes.wrap(json));
        Optional<String> expected = jackson(json);
        assertThat(read.isPresent())
                .as(() -> new String(json, StandardCharsets.UTF_8))
                .isEqualTo(expected.isPresent());
        if (expected.isPresent() && isWhole(expected.get())) {
            assertThat(read.get().bytes().text()).isEqualTo(expected.get());
        }
    }

    /** Lone surrogates can be read, but not be written. */
    private static boolean isWhole(String text) {
        return StandardCharsets.UTF_8.newEncoder().canEncode(text);
    }

    /** The object written anew from what Jackson reads; empty when it is none. */
    private static Optional<String> jackson(byte[] json) {
        java.io.StringWriter out = new java.io.StringWriter();
        try (JsonParser parser = JACKSON.createParser(ObjectReadContext.empty(), json);
                JsonGenerator generator = JACKSON.createGenerator(ObjectWriteContext.empty(), out)) {
            if (parser.nextToken() != JsonToken.START_OBJECT) {
                return Optional.empty();
            }
            generator.copyCurrentStructureExact(parser);
            if (parser.nextToken() != null) {
                return Optional.empty();
            }
        } catch (JacksonException | NumberFormatException malformed) {
            return Optional.empty();
        }
        return Optional.of(out.toString());
    }
}
