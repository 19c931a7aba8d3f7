package dev.yorozu.conformance;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/**
 * Keeps the packages of all main sources small and free of circles, and those of {@code core} in the order that
 * ARCHITECTURE.md draws: the drawing is read, so that it cannot drift. Names are those below {@code dev.yorozu}; that
 * package itself is the front door, which imports what it likes and is imported by no other package of {@code core}.
 */
class PackagesTest {
    private static final Path ROOT = Path.of("..").toAbsolutePath().normalize();
    private static final Path SYSTEMS = ROOT.resolve("server/src/main/java/dev/yorozu/server/systems");
    private static final String FRONT_DOOR = "";
    private static final int MOST_TYPES = 20;

    /** Packages that are whole on purpose, because smaller ones would have to show each other what no user may see. */
    private static final Map<String, String> WHOLE = Map.of(
            "store.rocks", "the store, its settings and its repair are public; keys, records and engine are its own",
            "store.redis", "the store and its settings are public; commands, scripts and transports are its own",
            "store.testkit.contract", "a store's test extends the whole contract, and none of its parts");

    private static final Pattern COMMENT = Pattern.compile("/\\*.*?\\*/|//[^\n]*", Pattern.DOTALL);
    private static final Pattern NAME = Pattern.compile("\\bdev\\.yorozu((?:\\.[a-z]+)*)\\.[A-Z]");
    private static final Pattern SOURCE =
            Pattern.compile("(?<module>.+)/src/main/java/dev/yorozu(?<package>(?:/[a-z]+)*)/[A-Z][A-Za-z]*\\.java");
    private static final Pattern DRAWING =
            Pattern.compile("### Packages of `core`\n.*?\n```\n(.*?)```", Pattern.DOTALL);

    private final Map<String, Set<String>> drawn = drawn();
    private final Map<String, Set<String>> imports = new TreeMap<>();
    private final Map<String, Integer> types = new TreeMap<>();
    private final Set<String> core = new TreeSet<>();

    PackagesTest() {
        for (Path file : sources()) {
            Matcher source = SOURCE.matcher(ROOT.relativize(file).toString());
            if (source.matches()) {
                read(file, source.group("module"), below(source.group("package"), '/'));
            }
        }
    }

    /** The main sources of all modules. What is built beside them is much more, and not looked at. */
    private static List<Path> sources() {
        try (Stream<Path> folders = Files.walk(ROOT, 2)) {
            List<Path> sources = new ArrayList<>();
            for (Path folder : folders.map(folder -> folder.resolve("src/main/java"))
                    .filter(Files::isDirectory)
                    .toList()) {
                try (Stream<Path> files = Files.walk(folder)) {
                    files.filter(file -> file.toString().endsWith(".java")).forEach(sources::add);
                }
            }
            return sources;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private void read(Path file, String module, String name) {
        types.merge(name, 1, Integer::sum);
        if (module.equals("core")) {
            core.add(name);
        }
        Set<String> used = imports.computeIfAbsent(name, any -> new TreeSet<>());
        Matcher matcher = NAME.matcher(COMMENT.matcher(text(file)).replaceAll(""));
        while (matcher.find()) {
            String other = below(matcher.group(1), '.');
            if (!other.equals(name)) {
                used.add(other);
            }
        }
    }

    /** The name of a package below {@code dev.yorozu}, from what stands there, each name behind a separator. */
    private static String below(String names, char separator) {
        return names.isEmpty() ? FRONT_DOOR : names.substring(1).replace(separator, '.');
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
        Set<String> there = new TreeSet<>(core);
        there.remove(FRONT_DOOR);
        assertThat(drawn.keySet()).isEqualTo(there);
    }

    @Test
    void noPackageImportsOneThatTheDrawingDoesNotAllow() {
        List<String> wrong = new ArrayList<>();
        for (String name : drawn.keySet()) {
            for (String other : imports.getOrDefault(name, Set.of())) {
                if (!drawn.getOrDefault(name, Set.of()).contains(other)) {
                    wrong.add(name + " → " + (other.equals(FRONT_DOOR) ? "dev.yorozu" : other));
                }
            }
        }
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
            if (WHOLE.containsKey(name) == count <= MOST_TYPES) {
                wrong.add(name + " holds " + count);
            }
        });
        assertThat(wrong).isEmpty();
    }

    /** Whoever has read one system finds everything in the others. */
    @Test
    void everySystemHasTheSameRooms() throws IOException {
        try (Stream<Path> systems = Files.list(SYSTEMS).filter(Files::isDirectory)) {
            systems.forEach(system -> {
                String name = system.getFileName().toString();
                String prefix = name.substring(0, 1).toUpperCase(Locale.ROOT) + name.substring(1);
                assertThat(List.of("System", "Settings", "Errors", "Json"))
                        .allSatisfy(room -> assertThat(system.resolve(prefix + room + ".java"))
                                .exists());
                assertThat(system).isDirectoryContaining("glob:**Routes.java");
            });
        }
    }

    /** The walks that ARCHITECTURE.md writes down lead through methods that there are. */
    @Test
    void theWalksLeadThroughMethodsThatThereAre() {
        String page = text(ROOT.resolve("ARCHITECTURE.md"));
        Matcher walk =
                Pattern.compile("^\\| `(?:GET|POST) .*→.*$", Pattern.MULTILINE).matcher(page);
        Map<String, String> texts = texts();
        int walks = 0;
        while (walk.find()) {
            List<String> steps = List.of(walk.group().split("; ")[0].split(" → "));
            assertThat(steps.size() - 1).as(walk.group()).isLessThanOrEqualTo(6);
            Matcher step = Pattern.compile("`(\\w+)\\.(\\w+)`").matcher(walk.group());
            while (step.find()) {
                assertThat(texts.getOrDefault(step.group(1), ""))
                        .as(step.group())
                        .containsPattern("\\b" + step.group(2) + "\\(");
            }
            walks++;
        }
        assertThat(walks).isEqualTo(4);
    }

    /** The text of every type, of those of one name together. */
    private static Map<String, String> texts() {
        Map<String, String> texts = new HashMap<>();
        sources()
                .forEach(file ->
                        texts.merge(file.getFileName().toString().replace(".java", ""), text(file), String::concat));
        return texts;
    }
}
