package dev.yorozu.conformance;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/**
 * Keeps the packages of {@code core} in the order that ARCHITECTURE.md draws: the drawing is read, so that it cannot
 * drift. Names are those below {@code dev.yorozu}; that package itself is the front door, which imports what it likes and
 * is imported by none.
 */
class PackagesTest {
    private static final Path ROOT = Path.of("..").toAbsolutePath().normalize();
    private static final Path CORE = ROOT.resolve("core/src/main/java/dev/yorozu");
    private static final String FRONT_DOOR = "";
    private static final int MOST_TYPES = 20;

    /** Packages that are still larger, and may only shrink. A line goes when its package is small enough. */
    private static final Map<String, Integer> STILL_LARGER = Map.of(
            "nostalgic", 25,
            "nostalgic.board", 25,
            "nostalgic.integrity", 29,
            "store", 26);

    private static final Pattern COMMENT = Pattern.compile("/\\*.*?\\*/|//[^\n]*", Pattern.DOTALL);
    private static final Pattern NAME = Pattern.compile("\\bdev\\.yorozu((?:\\.[a-z]+)*)\\.[A-Z]");
    private static final Pattern DRAWING =
            Pattern.compile("### Packages of `core`\n.*?\n```\n(.*?)```", Pattern.DOTALL);

    private final Map<String, Set<String>> drawn = drawn();
    private final Map<String, Set<String>> imports = new TreeMap<>();
    private final Map<String, Integer> types = new TreeMap<>();

    PackagesTest() {
        try (Stream<Path> files = Files.walk(CORE)) {
            files.filter(file -> file.toString().endsWith(".java")
                            && !file.endsWith("package-info.java")
                            && !file.endsWith("module-info.java"))
                    .forEach(this::read);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private void read(Path file) {
        String name = CORE.relativize(file.getParent()).toString().replace('/', '.');
        types.merge(name, 1, Integer::sum);
        Set<String> used = imports.computeIfAbsent(name, any -> new TreeSet<>());
        Matcher matcher = NAME.matcher(COMMENT.matcher(text(file)).replaceAll(""));
        while (matcher.find()) {
            String other =
                    matcher.group(1).isEmpty() ? FRONT_DOOR : matcher.group(1).substring(1);
            if (!other.equals(name)) {
                used.add(other);
            }
        }
    }

    /** Lines such as {@code a  b → c d}: packages, and those that they may import. An asterisk stands for its own line. */
    private static Map<String, Set<String>> drawn() {
        Matcher drawing = DRAWING.matcher(text(ROOT.resolve("ARCHITECTURE.md")));
        assertThat(drawing.find()).as("ARCHITECTURE.md draws the packages").isTrue();
        Map<String, Set<String>> drawn = new TreeMap<>();
        Set<String> asterisk = Set.of();
        for (String line : drawing.group(1).split("\n")) {
            if (line.startsWith("* =")) {
                asterisk = names(line.substring(3));
            } else if (!line.isBlank()) {
                String[] sides = line.split("→", 2);
                assertThat(sides).as(line).hasSize(2);
                Set<String> allowed = names(sides[1]);
                if (allowed.remove("*")) {
                    allowed.addAll(asterisk);
                }
                names(sides[0])
                        .forEach(name ->
                                assertThat(drawn.put(name, allowed)).as(name).isNull());
            }
        }
        return drawn;
    }

    private static Set<String> names(String text) {
        Set<String> names = new TreeSet<>(List.of(text.strip().split("\\s+")));
        names.remove("");
        return names;
    }

    private static String text(Path file) {
        try {
            return Files.readString(file);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Test
    void everyPackageIsDrawnAndEveryDrawnOneExists() {
        Set<String> there = new TreeSet<>(types.keySet());
        there.remove(FRONT_DOOR);
        assertThat(drawn.keySet()).isEqualTo(there);
    }

    @Test
    void noPackageImportsOneThatTheDrawingDoesNotAllow() {
        List<String> wrong = new ArrayList<>();
        imports.forEach((name, used) -> used.stream()
                .filter(other -> !name.equals(FRONT_DOOR)
                        && !drawn.getOrDefault(name, Set.of()).contains(other))
                .forEach(other -> wrong.add(name + " → " + (other.equals(FRONT_DOOR) ? "dev.yorozu" : other))));
        assertThat(wrong).isEmpty();
    }

    @Test
    void neitherTheImportsNorTheDrawingGoInACircle() {
        assertThat(circles(imports)).isEmpty();
        assertThat(circles(drawn)).isEmpty();
    }

    /** The packages from which one comes back to the same package. */
    private static Set<String> circles(Map<String, Set<String>> graph) {
        Set<String> circles = new TreeSet<>();
        for (String start : graph.keySet()) {
            Map<String, String> reached = new HashMap<>();
            List<String> open = new ArrayList<>(List.of(start));
            while (!open.isEmpty()) {
                String name = open.removeLast();
                for (String next : graph.getOrDefault(name, Set.of())) {
                    if (reached.putIfAbsent(next, name) == null) {
                        open.add(next);
                    }
                }
            }
            if (reached.containsKey(start)) {
                circles.add(start + " ← " + reached.get(start));
            }
        }
        return circles;
    }

    @Test
    void aPackageHoldsAtMostTwentyTypes() {
        List<String> wrong = new ArrayList<>();
        types.forEach((name, count) -> {
            int most = STILL_LARGER.getOrDefault(name, MOST_TYPES);
            boolean small = STILL_LARGER.containsKey(name) && count <= MOST_TYPES;
            if (count > most || small) {
                wrong.add(name + " holds " + count + (small ? ", and is no longer among the larger ones" : ""));
            }
        });
        assertThat(wrong).isEmpty();
    }
}
