package dev.yorozu.server.operate.transport;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.yorozu.server.config.StartException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.SecureRandom;
import java.util.Base64;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class AdminTokenTest {
    private final SecureRandom random = new SecureRandom();

    @TempDir
    Path directory;

    @Test
    void isMadeOnceOfThirtyTwoRandomBytesForItsOwnerOnly() throws IOException {
        AdminToken made = AdminToken.inDirectory(directory, random);
        AdminToken again = AdminToken.inDirectory(directory, random);

        Path file = directory.resolve("admin.token");
        String text = Files.readString(file).strip();
        assertThat(Base64.getUrlDecoder().decode(text)).hasSize(32);
        assertThat(Files.getPosixFilePermissions(file)).isEqualTo(PosixFilePermissions.fromString("rw-------"));
        assertThat(made.matches(text)).isTrue();
        assertThat(again.matches(text)).isTrue();
        assertThat(made.matches(text + "x")).isFalse();
        assertThat(made.matches("")).isFalse();
        assertThat(made).hasToString("AdminToken[…]");
    }

    @Test
    void isRefusedWhenOthersCanReadIt() throws IOException {
        AdminToken.inDirectory(directory, random);
        Files.setPosixFilePermissions(directory.resolve("admin.token"), PosixFilePermissions.fromString("rw-r-----"));

        assertThatThrownBy(() -> AdminToken.inDirectory(directory, random))
                .isInstanceOf(StartException.class)
                .hasMessageContaining("can be read by others");
    }
}
