package dev.yorozu.server.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Objects;
import java.util.jar.Attributes;
import java.util.jar.JarOutputStream;
import java.util.jar.Manifest;
import java.util.zip.ZipEntry;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The script {@code ./yorozu}, with a program in place of the server that says how it was started. */
class LauncherTest {
    private static final Path TREE = Path.of("..").toAbsolutePath().normalize();

    @TempDir
    Path directory;

    /** What the script starts here. */
    static final class Started {
        public static void main(String[] arguments) {
            System.out.println(System.getProperty("greeting") + "|" + System.getProperty("name") + "|"
                    + String.join(",", arguments));
        }
    }

    @Test
    void javaGetsTheOptionsOfTheVariable() throws Exception {
        install();

        assertThat(run("-Dgreeting=hello  -Dname=yorozu")).isEqualTo("hello|yorozu|stats,--data,a b\n");
    }

    private String run(String options) throws IOException, InterruptedException {
        ProcessBuilder builder =
                Program.isolated(new ProcessBuilder(directory.resolve("yorozu").toString(), "stats", "--data", "a b"));
        builder.environment().put("YOROZU_JAVA_OPTIONS", options);
        builder.environment().put("JAVA_HOME", System.getProperty("java.home"));
        Process process = builder.redirectError(ProcessBuilder.Redirect.INHERIT).start();
        String out = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(process.waitFor()).isZero();
        return out;
    }

    private void install() throws IOException {
        Path script = Files.copy(TREE.resolve("yorozu"), directory.resolve("yorozu"));
        assertThat(script.toFile().setExecutable(true)).isTrue();
        Files.createDirectory(directory.resolve(".build"));
        Files.copy(TREE.resolve(".build/jdk.sh"), directory.resolve(".build/jdk.sh"));
        Files.createFile(directory.resolve("pom.xml"));
        for (String module : new String[] {"core", "store-rocksdb", "store-redis", "server/target"}) {
            Files.createDirectories(directory.resolve(module));
        }
        Manifest manifest = new Manifest();
        manifest.getMainAttributes().put(Attributes.Name.MANIFEST_VERSION, "1.0");
        manifest.getMainAttributes().put(Attributes.Name.MAIN_CLASS, Started.class.getName());
        String entry = Started.class.getName().replace('.', '/') + ".class";
        try (OutputStream file = Files.newOutputStream(directory.resolve("server/target/yorozu.jar"));
                JarOutputStream jar = new JarOutputStream(file, manifest);
                InputStream program =
                        Objects.requireNonNull(Started.class.getClassLoader().getResourceAsStream(entry))) {
            jar.putNextEntry(new ZipEntry(entry));
            program.transferTo(jar);
        }
    }
}
