package dev.yorozu.examples;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The examples run, and what is shown of them elsewhere is what runs. */
class FrontDoorTest {
    private static final Path DOOR = Path.of("..", "core", "src", "main", "java", "dev", "yorozu");
    private static final Pattern SHOWN = Pattern.compile("<pre>\\{@code\\n(.*?)\\n \\* }</pre>", Pattern.DOTALL);

    @Test
    void everyExampleRuns(@TempDir Path data) {
        ByteArrayOutputStream printed = new ByteArrayOutputStream();
        FrontDoor.run(data, new byte[32], new PrintStream(printed, true, StandardCharsets.UTF_8));
        assertThat(printed.toString(StandardCharsets.UTF_8).lines())
                .containsExactly(
                        "signed in",
                        "a session begins",
                        "a good token",
                        "go on",
                        "reporting",
                        "reported",
                        "profile of 花子",
                        "a link to https://files.example.com/photo.jpg",
                        "1 views, 1 visitor",
                        "1, and yours",
                        "1. hanako",
                        "taro: Hello!",
                        "hanako@example.com is confirmed");
    }

    @Test
    void theDocumentationShowsExamplesThatRun() throws IOException {
        Map<String, String> examples = Examples.all();
        List<String> shown = new ArrayList<>();
        try (Stream<Path> files = Files.list(DOOR)) {
            for (Path file :
                    files.filter(path -> path.toString().endsWith(".java")).toList()) {
                Matcher found = SHOWN.matcher(Files.readString(file));
                while (found.find()) {
                    shown.add(found.group(1).replaceAll("(?m)^ \\* ?", ""));
                }
            }
        }
        assertThat(shown)
                .hasSizeGreaterThan(8)
                .allSatisfy(text -> assertThat(examples).containsValue(text));
    }

    @ParameterizedTest
    @ValueSource(strings = {"docs/library.md", "docs/guide.ja.md"})
    void thePagesShowExamplesThatRun(String readme) throws IOException {
        String page = Files.readString(Path.of("..", readme));
        for (String name : List.of("open", "session", "tokens", "limit", "lock", "cache", "one-time", "settings")) {
            assertThat(page).contains("```java\n" + Examples.named(name) + "\n```");
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"README.md", "README.ja.md"})
    void theReadmeShowsTheFirstExample(String readme) throws IOException {
        assertThat(Files.readString(Path.of("..", readme))).contains("```java\n" + Examples.named("open") + "\n```");
    }
}
