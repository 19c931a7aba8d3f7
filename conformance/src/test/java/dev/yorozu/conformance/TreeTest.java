package dev.yorozu.conformance;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Predicate;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Keeps the tree tidy: rules that no compiler checks. */
class TreeTest {
    private static final Path ROOT = Path.of("..").toAbsolutePath().normalize();

    /** A backup is the one other place that keys come from: it read them from a store. */
    @Test
    void keysAreMadeOnlyFromTheDeclaredKeyspace() {
        Pattern making = Pattern.compile("\\bKey\\.of(ClusterName)?\\(|\\bnew Key\\(");
        Pattern allowed = Pattern.compile("/dev/yorozu/(store|keyspace|server/operate/backup)/");
        assertThat(lines(TreeTest::product, making))
                .allMatch(place -> allowed.matcher(place).find());
    }

    /**
     * A program may span partitions, and what works by one does not work on a cluster. Metrics pass it on, and the feed of
     * revocations has another way where there are none.
     */
    @Test
    void onlyCommandsAndTheFeedRunProgramsOfTheStore() {
        Pattern running =
                Pattern.compile("\\bStore\\.(Program|State|Relay)|\\bstore(\\(\\))?\\.(run|view|relay)\\(|\\bProgram<");
        Pattern allowed = Pattern.compile("/dev/yorozu/(store|command|feed|server/metrics|server/tracing)/");
        assertThat(lines(TreeTest::product, running))
                .isNotEmpty()
                .allMatch(place -> allowed.matcher(place).find());
    }

    @Test
    void timeComesOnlyFromAnInjectedClock() {
        Pattern asking = Pattern.compile("Instant\\.now\\(\\)|currentTimeMillis\\(|LocalDate\\.now\\(|new Date\\(\\)");
        assertThat(lines(path -> product(path) && !path.toString().contains("/bench/"), asking))
                .isEmpty();
    }

    @Test
    void theCoreKnowsNoServerAndNoDriver() {
        Pattern foreign = Pattern.compile(
                "^import (static )?+(?!javax?\\.|dev\\.yorozu\\.|org\\.jspecify\\.|tools\\.jackson\\.core\\.|com\\.nimbusds\\.jose\\.)");
        assertThat(lines(path -> product(path) && path.startsWith(ROOT.resolve("core")), foreign))
                .isEmpty();
    }

    @Test
    void noFileHoldsMoreThanOneIdea() {
        assertThat(sources().filter(path -> read(path).size() > 500)).isEmpty();
    }

    @Test
    void nothingIsLeftForLater() {
        Pattern mark = Pattern.compile("\\b(TODO|FIXME|XX" + "X)\\b|@Disabled|@Ignore");
        assertThat(lines(path -> !path.endsWith("TreeTest.java"), mark)).isEmpty();
    }

    /** Each line of the checklist names the tests that hold it. */
    @Test
    void everyTestThatTheSecurityPageNamesIsThere() {
        Pattern named = Pattern.compile("`([a-z]+(?:[A-Z][a-z0-9]*){2,})`");
        Set<String> tests = new HashSet<>();
        Pattern declared = Pattern.compile("\\bvoid (\\w+)\\(");
        sources()
                .forEach(path -> read(path)
                        .forEach(line -> declared.matcher(line).results().forEach(found -> tests.add(found.group(1)))));
        List<String> missing = read(ROOT.resolve("SECURITY.md")).stream()
                .filter(line -> line.startsWith("| "))
                .map(line -> line.substring(line.lastIndexOf('|', line.length() - 3)))
                .flatMap(cell -> named.matcher(cell).results().map(found -> found.group(1)))
                .filter(test -> !tests.contains(test))
                .toList();
        assertThat(missing).isEmpty();
    }

    /** Whether the file is part of what users run, and not a test or a kit for tests. */
    private static boolean product(Path path) {
        return path.toString().contains("/src/main/") && !path.toString().contains("/store-testkit/");
    }

    /** Each line of the chosen files that shows the pattern, with its place. */
    private static List<String> lines(Predicate<Path> files, Pattern pattern) {
        List<String> places = new ArrayList<>();
        sources().filter(files).forEach(path -> {
            List<String> lines = read(path);
            for (int i = 0; i < lines.size(); i++) {
                if (pattern.matcher(lines.get(i)).find()) {
                    places.add(ROOT.relativize(path) + ":" + (i + 1) + ": "
                            + lines.get(i).strip());
                }
            }
        });
        return places;
    }

    private static Stream<Path> sources() {
        try (Stream<Path> tree = Files.walk(ROOT)) {
            return tree
                    .filter(path -> path.toString().matches(".*\\.(java|lua|js|css|jte)"))
                    .filter(path -> !ROOT.relativize(path).toString().matches("(.*/)?(target|jte-classes)/.*"))
                    .toList()
                    .stream();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static List<String> read(Path path) {
        try {
            return Files.readAllLines(path);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
