package dev.yorozu.server.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.yorozu.keyspace.Keyspace;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

class SchemaTextTest {
    @Test
    void thePageInTheDocumentationIsTheGeneratedOne() throws IOException {
        String page = Files.readString(Path.of("..", "docs", "keyspace.md"));

        assertThat(page)
                .as("Generate it anew: ./yorozu schema --format markdown > docs/keyspace.md")
                .isEqualTo(Commands.run("schema", "--format", "markdown").out());
    }

    @Test
    void tableAndJsonNameEveryPattern() {
        String table = Commands.run("schema").out();
        JsonNode json = JsonMapper.shared()
                .readTree(Commands.run("schema", "--format", "json").out());

        assertThat(table.lines()).hasSize(Keyspace.schema().patterns().size() + 1);
        assertThat(json.path("patterns").size())
                .isEqualTo(Keyspace.schema().patterns().size());
        Keyspace.schema().patterns().forEach(pattern -> assertThat(table).contains(pattern.template()));
    }
}
