package dev.yorozu.examples;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class TokensTest {
    private static final Path SOURCE = Path.of("src", "main", "java", "dev", "yorozu", "examples", "Tokens.java");

    @Test
    void itSaysWhatThePagesSay(@TempDir Path data) throws IOException {
        ByteArrayOutputStream printed = new ByteArrayOutputStream();
        Tokens.run(data, new byte[32], new PrintStream(printed, true, StandardCharsets.UTF_8));
        String output = """
                signed in: 200 hanako
                refreshed: 200 hanako
                logins ended: 1
                signed out: 401
                """;
        assertThat(printed.toString(StandardCharsets.UTF_8)).isEqualToNormalizingNewlines(output);
        assertThat(Files.readString(Path.of("..", "docs", "library.md"))).contains("```\n" + output + "```");
        assertThat(Files.readString(Path.of("..", "docs", "guide.ja.md"))).contains("```\n" + output + "```");
    }

    @ParameterizedTest
    @ValueSource(strings = {"docs/library.md", "docs/guide.ja.md"})
    void thePagesShowThisProgram(String readme) throws IOException {
        String source = Files.readString(SOURCE);
        String shown = source.substring(source.indexOf("    static void run("), source.lastIndexOf("\n}"));
        assertThat(Files.readString(Path.of("..", readme))).contains("```java\n" + shown.stripIndent() + "\n```");
    }
}
