package dev.yorozu.examples;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/**
 * An empty Maven project outside the tree uses the library as any program would: by its coordinates, in a few lines.
 *
 * <p>Its local repository is its own. The artifacts of this build are put there; everything else is linked from the usual
 * one, which is only read, so that neither a network nor an installation is needed and nothing is left behind.
 */
class EmptyProjectTest {
    private static final Path ROOT = Path.of("..").toAbsolutePath().normalize();
    private static final int MOST_LINES = 3;

    @SuppressWarnings("NullAway.Init") // Set before each test.
    private Path folder;

    /** The temporary folder of tests lies in the tree, where Maven would find settings of this project. */
    @BeforeEach
    void makeFolder() throws IOException {
        folder = Files.createTempDirectory(Path.of(System.getenv().getOrDefault("TMPDIR", "/tmp")), "yorozu-empty-");
    }

    @AfterEach
    void removeFolder() throws IOException {
        try (Stream<Path> all = Files.walk(folder)) {
            for (Path path : all.sorted((one, other) -> other.compareTo(one)).toList()) {
                Files.delete(path);
            }
        }
    }

    @Test
    void eachThingTakesThreeLinesAtMostAndRuns() throws Exception {
        List<String> names = List.of("session", "tokens", "limit", "lock", "cache", "counter", "one-time");
        assertThat(names)
                .allSatisfy(name -> assertThat(Examples.named(name).lines().count())
                        .as(name)
                        .isLessThanOrEqualTo(MOST_LINES));
        install();
        write(folder.resolve("pom.xml"), pom());
        write(folder.resolve("src/test/java/ProgramTest.java"), program(names));

        String told = maven(
                "-o", "-q", "-B", "-Dstyle.color=never", "-DforkCount=0", "-Dmaven.repo.local=" + repository(), "test");

        assertThat(folder.resolve("printed.txt")).as(told).exists();
        assertThat(Files.readAllLines(folder.resolve("printed.txt")))
                .containsExactly(
                        "a session begins",
                        "a good token",
                        "go on",
                        "reporting",
                        "reported",
                        "profile of 花子",
                        "hanako@example.com is confirmed");
    }

    private Path repository() {
        return folder.resolve("repository");
    }

    private static String program(List<String> names) {
        String imports = Examples.source()
                .lines()
                .filter(line -> line.startsWith("import "))
                .collect(Collectors.joining("\n"));
        String body = names.stream()
                .map(name -> "            {\n" + Examples.named(name) + "\n            }")
                .collect(Collectors.joining("\n"));
        return imports + """

                class ProgramTest {
                    @org.junit.jupiter.api.Test
                    void runs() throws Exception {
                        byte[] secret = new byte[32];
                        try (PrintStream out = new PrintStream("printed.txt", "UTF-8");
                                Yorozu yorozu = Yorozu.open(RocksStore.open(Path.of("target", "data")))) {
                """ + body + "\n        }\n    }\n}\n";
    }

    private static String pom() throws IOException {
        return """
                <project xmlns="http://maven.apache.org/POM/4.0.0">
                  <modelVersion>4.0.0</modelVersion>
                  <groupId>com.example</groupId>
                  <artifactId>empty</artifactId>
                  <version>1</version>
                  <properties>
                    <maven.compiler.release>21</maven.compiler.release>
                    <project.build.sourceEncoding>UTF-8</project.build.sourceEncoding>
                  </properties>
                  <dependencies>
                    <dependency>
                      <groupId>dev.yorozu</groupId>
                      <artifactId>yorozu-store-rocksdb</artifactId>
                      <version>%s</version>
                    </dependency>
                    <dependency>
                      <groupId>org.junit.jupiter</groupId>
                      <artifactId>junit-jupiter</artifactId>
                      <version>%s</version>
                    </dependency>
                  </dependencies>
                  <build>
                    <plugins>
                      %s
                      %s
                      %s
                    </plugins>
                  </build>
                </project>
                """.formatted(
                        found("<version>([^<]+)</version>"),
                        found("<junit.version>([^<]+)<"),
                        plugin("maven-resources-plugin"),
                        plugin("maven-compiler-plugin"),
                        plugin("maven-surefire-plugin"));
    }

    /** The versions of this build, which are at hand without a network. */
    private static String plugin(String name) throws IOException {
        return "<plugin><artifactId>" + name + "</artifactId><version>"
                + found("<artifactId>" + name + "</artifactId>\\s*<version>([^<]+)</version>")
                + "</version></plugin>";
    }

    private static String found(String pattern) throws IOException {
        Matcher matcher = Pattern.compile(pattern).matcher(Files.readString(ROOT.resolve("pom.xml")));
        assertThat(matcher.find()).as(pattern).isTrue();
        return matcher.group(1);
    }

    private void install() throws IOException {
        Path usual =
                Path.of(System.getProperty("localRepository", System.getProperty("user.home") + "/.m2/repository"));
        link(usual, repository(), "dev");
        link(usual.resolve("dev"), repository().resolve("dev"), "yorozu");
        install("yorozu", ROOT);
        install("yorozu-core", ROOT.resolve("core"));
        install("yorozu-store-rocksdb", ROOT.resolve("store-rocksdb"));
    }

    private static void link(Path from, Path to, String except) throws IOException {
        Files.createDirectories(to);
        try (Stream<Path> groups = Files.exists(from) ? Files.list(from) : Stream.empty()) {
            for (Path group : groups.filter(Files::isDirectory).toList()) {
                if (!group.getFileName().toString().equals(except)) {
                    Files.createSymbolicLink(to.resolve(group.getFileName()), group);
                }
            }
        }
    }

    private void install(String artifact, Path module) throws IOException {
        String version = found("<version>([^<]+)</version>");
        Path place = Files.createDirectories(
                repository().resolve("dev/yorozu").resolve(artifact).resolve(version));
        Files.copy(module.resolve("pom.xml"), place.resolve(artifact + "-" + version + ".pom"));
        Path classes = module.resolve("target/classes");
        if (Files.exists(module.resolve("src/main"))) {
            assertThat(classes).isDirectory();
            pack(classes, place.resolve(artifact + "-" + version + ".jar"));
        }
    }

    private static void pack(Path classes, Path jar) throws IOException {
        try (OutputStream file = Files.newOutputStream(jar);
                ZipOutputStream zip = new ZipOutputStream(file);
                Stream<Path> all = Files.walk(classes)) {
            for (Path path : all.filter(Files::isRegularFile).toList()) {
                zip.putNextEntry(new ZipEntry(classes.relativize(path).toString()));
                Files.copy(path, zip);
            }
        }
    }

    private String maven(String... arguments) throws IOException, InterruptedException {
        Path log = folder.resolve("maven.log");
        ProcessBuilder builder = new ProcessBuilder("mvn").directory(folder.toFile());
        builder.command().addAll(List.of(arguments));
        builder.environment().put("JAVA_HOME", System.getProperty("java.home"));
        // It runs once and briefly, so that compiling well is not worth the time.
        builder.environment().put("MAVEN_OPTS", "-XX:TieredStopAtLevel=1 -XX:+UseSerialGC");
        List.of("MAVEN_ARGS", "MAVEN_BASEDIR").forEach(builder.environment()::remove);
        Process maven;
        try {
            maven = builder.redirectErrorStream(true)
                    .redirectOutput(log.toFile())
                    .start();
        } catch (IOException missing) {
            throw new AssertionError("Maven is needed: apt-get install maven", missing);
        }
        if (!maven.waitFor(2, TimeUnit.MINUTES)) {
            maven.destroyForcibly().waitFor();
        }
        return Files.readString(log);
    }

    private static void write(Path file, String text) throws IOException {
        Path parent = file.getParent();
        if (parent != null) {
            Files.createDirectories(parent);
        }
        Files.writeString(file, text, StandardCharsets.UTF_8);
    }
}
