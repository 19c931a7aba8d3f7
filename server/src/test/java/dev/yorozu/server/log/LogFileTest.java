package dev.yorozu.server.log;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.yorozu.server.RunningServer;
import dev.yorozu.server.TestHost;
import dev.yorozu.server.config.StartException;
import dev.yorozu.store.memory.MemoryStore;
import dev.yorozu.store.testkit.Poll;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.json.JsonMapper;

class LogFileTest {
    @TempDir
    private Path directory;

    private final ByteArrayOutputStream trouble = new ByteArrayOutputStream();

    private LogFile file(long maxBytes, int keep) throws IOException {
        return new LogFile(directory.resolve("log"), maxBytes, keep, new PrintStream(trouble, true));
    }

    private static byte[] line(int number) {
        return "line %04d\n".formatted(number).getBytes(StandardCharsets.UTF_8);
    }

    private String read(String name) throws IOException {
        return Files.readString(directory.resolve(name));
    }

    private List<String> names() throws IOException {
        try (var files = Files.list(directory)) {
            return files.map(each -> each.getFileName().toString()).sorted().toList();
        }
    }

    @Test
    void aFullFileMakesRoomAndTheOldestGoes() throws Exception {
        try (LogFile file = file(50, 2)) {
            for (int i = 0; i < 18; i++) {
                file.write(line(i));
            }
        }

        assertThat(names()).containsExactly("log", "log.1", "log.2");
        assertThat(read("log.2") + read("log.1") + read("log"))
                .isEqualTo(IntStream.range(5, 18)
                        .mapToObj(i -> new String(line(i), StandardCharsets.UTF_8))
                        .reduce("", String::concat));
        assertThat(names())
                .allSatisfy(name -> assertThat(
                                PosixFilePermissions.toString(Files.getPosixFilePermissions(directory.resolve(name))))
                        .isEqualTo("rw-------"));
    }

    @Test
    void aServerThatStartsAgainGoesOnInTheSameFile() throws Exception {
        for (int i = 0; i < 7; i++) {
            try (LogFile file = file(50, 2)) {
                file.write(line(i));
            }
        }

        assertThat(read("log.1")).hasLineCount(5).startsWith("line 0000");
        assertThat(read("log")).hasLineCount(2);
    }

    @Test
    void aFileThatWasMovedOrRemovedIsMadeAnew() throws Exception {
        try (LogFile file = file(1000, 2)) {
            file.write(line(1));
            Files.move(directory.resolve("log"), directory.resolve("moved"));
            file.write(line(2));
            Files.delete(directory.resolve("log"));
            file.write(line(3));
        }

        assertThat(read("moved")).isEqualTo("line 0001\n");
        assertThat(read("log")).isEqualTo("line 0003\n");
    }

    /** Where a directory stands in the way of the name, as one that others own would. */
    @Test
    void aFileThatCannotBeRotatedGrowsOn() throws Exception {
        Files.createDirectories(directory.resolve("log.1").resolve("occupied"));
        try (LogFile file = file(50, 1)) {
            for (int i = 0; i < 30; i++) {
                file.write(line(i));
            }
        }

        assertThat(read("log")).hasLineCount(30);
        assertThat(trouble.toString(StandardCharsets.UTF_8)).isEmpty();
    }

    @Test
    void aFullDiskCostsLinesAndNotTheServer() throws Exception {
        PrintStream err = new PrintStream(trouble, true, StandardCharsets.UTF_8);
        try (Logs logs = Logs.start(TestHost.settings(Map.of("log.file", "/dev/full")), err)) {
            for (int i = 0; i < 3; i++) {
                long before = logs.dropped();
                logs.access(new LogEvent.Access(Instant.EPOCH, "id", "GET", "/", 200, 0, 0));
                Poll.until("the line is given up", () -> logs.dropped() == before + 1);
            }
        }

        assertThat(trouble.toString(StandardCharsets.UTF_8))
                .hasLineCount(1)
                .contains("/dev/full cannot be written", "No space left");
    }

    @Test
    void aFileThatCannotBeOpenedStopsTheStart() {
        assertThatThrownBy(() -> Logs.start(
                        TestHost.settings(
                                Map.of("log.file", directory.resolve("none/log").toString())),
                        new PrintStream(trouble)))
                .isInstanceOf(StartException.class)
                .hasMessageStartingWith("The log file ")
                .hasMessageEndingWith("or choose another with log.file.");
    }

    @Test
    void aServerLogsToItsFileAndNothingToStandardError() throws Exception {
        Path log = directory.resolve("server.log");
        RunningServer server = new RunningServer(new MemoryStore(), Map.of("log.file", log.toString()));
        server.get("/livez");

        assertThat(server.stopAndReadLog()).isEmpty();
        assertThat(Files.readAllLines(log).stream().map(JsonMapper.shared()::readTree))
                .singleElement()
                .satisfies(line -> {
                    assertThat(line.get("level").asString()).isEqualTo("info");
                    assertThat(line.get("route").asString()).isEqualTo("/livez");
                });
    }

    /**
     * A process whose files may be no larger than 4 KiB until it is allowed more: the kernel then takes a part of a line and
     * refuses the rest, as it does on a disk that is full.
     */
    @Test
    void aLineThatBrokeOffDoesNotSpoilTheNext() throws Exception {
        List<String> command = new ArrayList<>(List.of("bash", "-c", "ulimit -S -f 4; exec \"$@\"", "limited"));
        command.addAll(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-XX:-UsePerfData",
                "-XX:TieredStopAtLevel=1",
                "-cp",
                System.getProperty("java.class.path"),
                LimitedLog.class.getName(),
                directory.resolve("log").toString()));
        Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
        String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);

        assertThat(process.waitFor(20, TimeUnit.SECONDS)).isTrue();
        assertThat(process.exitValue()).as(said).isZero();
        assertThat(said).contains("cannot be written");
        List<String> lines = Files.readAllLines(directory.resolve("log"));
        assertThat(lines.getLast()).isEqualTo("after");
        assertThat(lines.get(lines.size() - 2)).startsWith("xxx").hasSizeBetween(1, 999);
    }

    /** Fills its file until it is refused, has its limit lifted, and goes on. */
    static final class LimitedLog {
        public static void main(String[] args) throws Exception {
            try (LogFile file = new LogFile(Path.of(args[0]), 1 << 20, 1, System.out)) {
                boolean refused = false;
                while (!refused) {
                    refused = refuses(file);
                }
                new ProcessBuilder(
                                "prlimit",
                                "--pid",
                                Long.toString(ProcessHandle.current().pid()),
                                "--fsize=unlimited")
                        .inheritIO()
                        .start()
                        .waitFor();
                file.write("after\n".getBytes(StandardCharsets.UTF_8));
            }
        }

        private static boolean refuses(LogFile file) {
            try {
                file.write(("x".repeat(999) + "\n").getBytes(StandardCharsets.UTF_8));
                return false;
            } catch (IOException full) {
                return true;
            }
        }
    }
}
