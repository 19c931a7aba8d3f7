package dev.yorozu.server.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class PrepareCommandTest {
    @TempDir
    Path directory;

    @Test
    void whatIsPreparedIsUsedByTheNextStartAndLeftAloneWhenItIsOutOfDate() throws Exception {
        Path prepared = directory.resolve("a place");
        assertThat(Program.run(directory, "prepare", prepared.toString()).status())
                .isZero();

        // Java refuses to start where it cannot use what is kept for it.
        String insist = Runtime.version().feature() >= 25 ? "-XX:AOTMode=on" : "-Xshare:on";
        assertThat(start(prepared, List.of(insist))).startsWith("yorozu ");
        assertThat(start(prepared, List.of("-XshowSettings:properties")))
                .containsPattern("java.library.path = .*a place");
        assertThat(Files.list(prepared).map(file -> file.getFileName().toString()))
                .anyMatch(name -> name.contains("rocksdb"))
                .noneMatch(name -> name.startsWith("rehearsal") && !name.endsWith(".log"));

        Files.writeString(prepared.resolve("classes"), "of another Java");
        assertThat(start(prepared, List.of())).as("in silence").startsWith("yorozu ");
    }

    @Test
    void aRehearsalThatTakesTooLongIsEndedAndLeavesNothingToStartWith() throws Exception {
        Path prepared = directory.resolve("late");
        Program.Ended ended = Program.run(directory, "prepare", prepared.toString(), "--within", "0");

        assertThat(ended.status()).isEqualTo(1);
        assertThat(ended.err()).contains("did not end within 0 s", "--within");
        assertThat(Files.list(prepared).map(file -> file.getFileName().toString()))
                .doesNotContain("options", "classes")
                .noneMatch(name -> name.startsWith("rehearsal") && !name.endsWith(".log"));
        assertThat(ProcessHandle.allProcesses().flatMap(process -> process.info().commandLine().stream()))
                .noneMatch(line -> line.contains(prepared.toString()));
    }

    private String start(Path prepared, List<String> options) throws IOException, InterruptedException {
        List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.add("@" + prepared.resolve("options"));
        command.addAll(options);
        command.addAll(List.of("-jar", ProgramImage.shared().jar().toString(), "--version"));
        Process process = Program.isolated(new ProcessBuilder(command))
                .redirectErrorStream(true)
                .start();
        String out = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(process.waitFor()).as(out).isZero();
        return out;
    }
}
