package dev.yorozu.server.directory;

import static org.assertj.core.api.Assertions.assertThat;

import dev.yorozu.store.testkit.SmallDisk;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** An embedded directory on a disk that is full, and then is not: a real one, with nothing left on it. */
class FullDiskTest {
    @Test
    void theDirectoryComesBackByItselfWithAllThatWasAcknowledged(@TempDir Path disk) throws Exception {
        List<String> command = new ArrayList<>(SmallDisk.before(disk, "12m"));
        command.addAll(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-XX:TieredStopAtLevel=1",
                "-cp",
                System.getProperty("java.class.path"),
                FullDiskDirectory.class.getName(),
                disk.toString()));
        Process process = new ProcessBuilder(command)
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
        try {
            List<String> said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8)
                    .lines()
                    .toList();
            assertThat(process.waitFor())
                    .as("this test needs unshare: apt-get install util-linux")
                    .isZero();
            assertThat(said.subList(0, 4)).containsExactly("unwell", "well", "unwell", "well");
            assertThat(said.getLast()).matches("lost 0 of \\d+");
        } finally {
            process.destroyForcibly();
        }
    }
}
