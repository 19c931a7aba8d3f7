package dev.yorozu.examples;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The examples that {@link FrontDoor} compiles and runs, as text. */
final class Examples {
    private static final Path SOURCE = Path.of("src", "main", "java", "dev", "yorozu", "examples", "FrontDoor.java");
    private static final Pattern EXAMPLE = Pattern.compile("// example: (\\S+)\\n(.*?)\\n *// end", Pattern.DOTALL);

    private Examples() {}

    static String source() {
        try {
            return Files.readString(SOURCE);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** The lines of one example. */
    static String named(String name) {
        return Objects.requireNonNull(all().get(name), name);
    }

    /** By name, in their order, without the indentation that they share. */
    static Map<String, String> all() {
        Map<String, String> examples = new LinkedHashMap<>();
        Matcher found = EXAMPLE.matcher(source());
        while (found.find()) {
            examples.put(found.group(1), found.group(2).stripIndent());
        }
        return examples;
    }
}
