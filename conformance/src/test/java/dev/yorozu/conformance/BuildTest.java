package dev.yorozu.conformance;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What the build says of itself in several places is the same in all of them. */
class BuildTest {
    private static final Path ROOT = Path.of("..").toAbsolutePath().normalize();
    /** Packages that only their own module uses. */
    private static final List<String> INTERNAL = List.of("dev.yorozu.date");

    /** A package that moved would otherwise be missed first by a program on the module path. */
    @ParameterizedTest
    @ValueSource(strings = {"core", "store-redis", "store-testkit"})
    void aModuleExportsItsPackages(String module) throws IOException {
        Path sources = ROOT.resolve(module).resolve("src/main/java");
        List<String> packages = new ArrayList<>(INTERNAL);
        packages.addAll(found("exports ([\\w.]+);", Files.readString(sources.resolve("module-info.java"))));
        try (Stream<Path> tree = Files.walk(sources)) {
            assertThat(tree.filter(path -> path.endsWith("package-info.java"))
                            .map(path -> sources.relativize(path.getParent())
                                    .toString()
                                    .replace('/', '.')))
                    .isNotEmpty()
                    .isSubsetOf(packages);
        }
    }

    @Test
    void documentsNameTheVersionThatIsBuilt() throws IOException {
        String version = found("<artifactId>yorozu</artifactId>\\s*<version>([^<]+)<", read("pom.xml"))
                .getFirst();
        String release = version.replace("-SNAPSHOT", "");
        assertThat(found("(?m)^## (\\S+)", read("CHANGELOG.md"))).first().isEqualTo(release);
        for (String document : List.of("README.md", "README.ja.md", "docs/monitoring.md")) {
            assertThat(found("\"version\":\"([^\"]+)\"", read(document)))
                    .as(document)
                    .allMatch(version::equals);
        }
    }

    /** As repositories for the public ask of what is put there; the other modules inherit it. */
    @ParameterizedTest
    @ValueSource(strings = {"pom.xml", "bom/pom.xml"})
    void whatIsPublishedSaysWhoseItIs(String pom) throws IOException {
        String text = read(pom).replaceAll("(?s)<dependencies>.*?</dependencies>", "");
        for (String element : List.of("name", "description", "url", "licenses", "developers", "scm", "connection")) {
            assertThat(text).as(pom).containsPattern("<" + element + "[ >]");
        }
    }

    @Test
    void theListOfVersionsNamesEveryLibraryInTheVersionThatIsBuilt() throws IOException {
        String version = found("<artifactId>yorozu</artifactId>\\s*<version>([^<]+)<", read("pom.xml"))
                .getFirst();
        String list = read("bom/pom.xml");
        assertThat(found("<artifactId>yorozu-bom</artifactId>\\s*<version>([^<]+)<", list))
                .containsExactly(version);
        List<String> libraries = new ArrayList<>();
        for (String module : List.of("core", "store-rocksdb", "store-redis", "store-testkit")) {
            String pom = read(module + "/pom.xml");
            assertThat(pom).contains("<name>", "<description>");
            libraries.addAll(found("</parent>\\s*<artifactId>([^<]+)<", pom));
        }
        assertThat(found("<artifactId>(yorozu-(?!bom)[^<]+)<", list)).containsExactlyElementsOf(libraries);
    }

    private static String read(String path) throws IOException {
        return Files.readString(ROOT.resolve(path));
    }

    private static List<String> found(String pattern, String text) {
        return Pattern.compile(pattern)
                .matcher(text)
                .results()
                .map(result -> result.group(1))
                .toList();
    }
}
