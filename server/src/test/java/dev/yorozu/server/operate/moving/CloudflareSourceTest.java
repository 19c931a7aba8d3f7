package dev.yorozu.server.operate.moving;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.yorozu.keyspace.Keyspace;
import dev.yorozu.server.operate.backup.format.Line;
import dev.yorozu.server.operate.backup.format.Part;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The forms in which wrangler prints and takes a namespace of Workers KV. */
class CloudflareSourceTest {
    private static final String LIST = """
            [{"name":"usertoken:7","expiration":1772366400,"metadata":{"a":1}},{"name":"crashreport:ratelimit:::1"},
             {"name":"cache/quota:7:2026-03","expiration":1772366400}]
            """;
    private static final Map<String, String> EXPECTED = Map.of(
            "usertoken:7", "{\"email\":\"a@example.com\"} until 2026-03-01T12:00:00Z",
            "crashreport:ratelimit:::1", "2 for ever",
            "cache/quota:7:2026-03", "{\"a\":1} until 2026-03-01T12:00:00Z");

    @TempDir
    Path directory;

    private Path file(String name, String text) {
        try {
            return Files.writeString(directory.resolve(name), text);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static Map<String, String> read(CloudflareSource source) {
        Map<String, String> found = new TreeMap<>();
        source.read(line -> {
            Line.Start start = (Line.Start) line;
            String value = ((Part.Text) start.part()).value().text();
            found.put(
                    start.key().name(),
                    value
                            + start.ends()
                                    .map(Instant::toString)
                                    .map(end -> " until " + end)
                                    .orElse(" for ever"));
        });
        return found;
    }

    private static CloudflareSource source(Path path, Path... list) {
        return new CloudflareSource(path, Optional.ofNullable(list.length == 0 ? null : list[0]), Keyspace.schema());
    }

    @Test
    void anArrayAsBulkPutTakesIt() {
        Path file = file("values.json", """
                [{"key":"usertoken:7","value":"{\\"email\\":\\"a@example.com\\"}","expiration":1772366400},
                 {"key":"crashreport:ratelimit:::1","value":"Mg==","base64":true},
                 {"key":"cache/quota:7:2026-03","value":"{\\"a\\":1}","expiration":1772366400,"metadata":null}]
                """);

        assertThat(read(source(file))).isEqualTo(EXPECTED);
    }

    @Test
    void anObjectAsBulkGetPrintsItWithTheListOfKeys() {
        Path list = file("keys.json", LIST);
        for (String form : List.of("{\"success\":true,\"result\":{\"values\":%s}}", "{\"values\":%s}", "%s")) {
            Path file = file("values.json", form.formatted("""
                    {"usertoken:7":{"value":"{\\"email\\":\\"a@example.com\\"}","metadata":{"a":1}},
                     "crashreport:ratelimit:::1":"2","cache/quota:7:2026-03":{"a":1},"gone":null}
                    """));
            CloudflareSource source = source(file, list);

            assertThat(read(source)).as(form).containsAllEntriesOf(EXPECTED);
            assertThat(source.notes())
                    .anyMatch(note -> note.startsWith("Of ") && note.contains("no value, or no line in the list"))
                    .anyMatch(note -> note.equals("The metadata of 1 keys is left out."));
            assertThatThrownBy(() -> read(source(file)))
                    .isInstanceOf(ImportException.class)
                    .hasMessageContaining("give what `wrangler kv key list` printed with --keys FILE");
        }
    }

    @Test
    void aDirectoryWithTheListAndAFileForEachValue() {
        file("keys.json", LIST.replace("[{", "[{\"name\":\"../outside\"},{\"name\":\"..\"},{\"name\":\"\"},{"));
        file("usertoken%3A7", "{\"email\":\"a@example.com\"}");
        file("crashreport%3Aratelimit%3A%3A%3A1", "2");
        file("cache%2Fquota%3A7%3A2026-03", "{\"a\":1}");
        CloudflareSource source = source(directory);

        assertThat(read(source)).isEqualTo(EXPECTED);
        assertThat(source.notes()).anyMatch(note -> note.startsWith("Of 3 keys there is no value"));
    }

    @Test
    void anythingElseIsRefusedInOneSentence() {
        for (String text : List.of(
                "",
                "hello",
                "[1]",
                "[{\"key\":7}]",
                "[{\"key\":\"a\",\"value\":\"b\",\"expiration\":\"soon\"}]",
                "[{\"key\":\"a\",\"value\":\"b\",\"expiration_ttl\":60}]",
                "[{\"key\":\"a\"",
                "\"text\"")) {
            Path file = file("values.json", text);
            assertThatThrownBy(() -> read(source(file))).as(text).isInstanceOf(ImportException.class);
        }
    }
}
