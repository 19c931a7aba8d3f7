package dev.yorozu.server.cli.shell;

import static org.assertj.core.api.Assertions.assertThat;

import dev.yorozu.command.CommandTable;
import dev.yorozu.keyspace.Keyspace;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import org.jline.terminal.Terminal;
import org.jline.terminal.impl.ExternalTerminal;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Lines as a person types them, on a terminal that is none of this machine's. */
class ShellTerminalTest {
    @TempDir
    Path directory;

    @Test
    void linesAreCompletedAndRememberedForTheirOwnerAlone() throws Exception {
        Path history = directory.resolve("history");
        try (ShellTerminal shell = shell("hgeta\t blackl\t1\n GET secret\n\u001b[A\u0008\u0008x\n", history)) {
            assertThat(shell.line("> ")).hasValue("HGETALL  blacklist:1");
            assertThat(shell.line("> ")).hasValue(" GET secret");
            assertThat(shell.line("> ")).hasValue("HGETALL  blacklistx");
            assertThat(shell.line("> ")).isEmpty();
        }
        assertThat(Files.readAllLines(history)).containsExactly("HGETALL  blacklist:1", "HGETALL  blacklistx");
        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(history)))
                .isEqualTo("rw-------");
    }

    private static ShellTerminal shell(String typed, Path history) throws IOException {
        Terminal terminal = new ExternalTerminal(
                "test",
                "ansi",
                new ByteArrayInputStream(typed.getBytes(StandardCharsets.UTF_8)),
                new ByteArrayOutputStream(),
                StandardCharsets.UTF_8);
        return ShellTerminal.of(terminal, CommandTable.standard(), Keyspace.schema(), history);
    }

    @Test
    void whatIsAnsweredToAQuestionIsNotRemembered() throws Exception {
        Path history = directory.resolve("history");
        try (ShellTerminal shell = shell("DEL a\ny\n\u001b[A b\n", history)) {
            assertThat(shell.line("> ")).hasValue("DEL a");
            assertThat(shell.answer("Go on? ")).hasValue("y");
            assertThat(shell.line("> ")).hasValue("DEL a b");
        }
        assertThat(Files.readAllLines(history)).containsExactly("DEL a", "DEL a b");
    }
}
