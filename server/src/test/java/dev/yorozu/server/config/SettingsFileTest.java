package dev.yorozu.server.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class SettingsFileTest {
    private static final String TOKEN = "admin: {token: 0123456789abcdef}";

    @TempDir
    private Path directory = Path.of("");

    private Path file = Path.of("");

    @BeforeEach
    void name() {
        file = directory.resolve("yorozu.yaml");
    }

    private Settings read(String yaml) throws IOException {
        return reader(yaml).read();
    }

    private SettingsReader reader(String yaml) throws IOException {
        Files.writeString(file, yaml);
        return new SettingsReader(SettingsSchema.standard()).file(file);
    }

    @Test
    void namesAreNestedOrDotted() throws Exception {
        Settings settings = read("""
                # A comment
                server:
                  port: 1234
                  host: "localhost"
                store.limits:
                  keyBytes: 2KiB
                log: {access: off, format: text}
                """);

        assertThat(settings.value(ServerSettings.PORT)).isEqualTo(1234);
        assertThat(settings.value(ServerSettings.HOST)).isEqualTo("localhost");
        assertThat(settings.value(StoreSettings.KEY_BYTES)).isEqualTo(2048);
        assertThat(settings.value(LogSettings.ACCESS)).isFalse();
    }

    @Test
    void environmentIsStrongerThanTheFileAndFlagsThanBoth() throws Exception {
        SettingsReader reader = reader("server: {port: 1, host: file, maxBodyBytes: 2KiB}")
                .environment(Map.of("YOROZU_SERVER_PORT", "2", "YOROZU_SERVER_HOST", "environment"))
                .flag("server.port", "--port", "3");
        Settings settings = reader.read();

        assertThat(settings.value(ServerSettings.PORT)).isEqualTo(3);
        assertThat(settings.value(ServerSettings.HOST)).isEqualTo("environment");
        assertThat(settings.value(ServerSettings.MAX_BODY_BYTES)).isEqualTo(2048);
    }

    @Test
    void theFileCanBeNamedByAVariable() throws Exception {
        Files.writeString(file, "server.port: 5");

        assertThat(new SettingsReader(SettingsSchema.standard())
                        .environment(Map.of("YOROZU_CONFIG", file.toString()))
                        .read()
                        .value(ServerSettings.PORT))
                .isEqualTo(5);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "# nothing but a comment\n", "---\n"})
    void aFileMayBeEmpty(String yaml) throws Exception {
        assertThat(read(yaml).value(ServerSettings.PORT)).isEqualTo(8080);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "server: {port: x} | Setting server.port from FILE line 1 is \"x\", but must be a whole number from 0 to 65535.",
                "a: 1 | Unknown setting a from FILE line 1: see docs/settings.md for all there are.",
                "server: {ports: 1} | Unknown setting server.ports from FILE line 1: did you mean server.port?",
                "server: {port: [1]} | Setting server.port from FILE line 1 must be a whole number from 0 to 65535.",
                "server: {port: } | Setting server.port from FILE line 1 must be a whole number from 0 to 65535.",
                "- a | The configuration file FILE must hold names and values, like server: {port: 8080}.",
                "{server: {port: 1}, server.port: 2} | Setting server.port is given twice in FILE: keep one of them."
            })
    void whatIsWrongIsToldInOneSentence(String yaml, String sentence) {
        assertThatThrownBy(() -> read(yaml))
                .isInstanceOf(SettingsException.class)
                .hasMessage(sentence.replace("FILE", file.toString()));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"server: {port: 1\n", "server:\n\tport: 1\n", "server: {port: 1}\nserver: {port: 2}\n", "a: \"\n"
            })
    void brokenYamlIsToldWithItsPlace(String yaml) {
        assertThatThrownBy(() -> read(yaml))
                .isInstanceOf(SettingsException.class)
                .hasMessageMatching(
                        "The configuration file \\S+ is not valid YAML at line \\d+, column \\d+: check [^\\n]+\\.");
    }

    @Test
    void aMissingFileIsToldInOneSentence() {
        assertThatThrownBy(() -> new SettingsReader(SettingsSchema.standard())
                        .file(directory.resolve("none.yaml"))
                        .read())
                .isInstanceOf(SettingsException.class)
                .hasMessageEndingWith("none.yaml cannot be read: check its path and rights.");
    }

    @ParameterizedTest
    @ValueSource(strings = {"rw-r--r--", "rw-r-----", "rw----r--"})
    void aSecretThatOthersMayReadIsRefused(String rights) throws Exception {
        SettingsReader reader = reader(TOKEN);
        Files.setPosixFilePermissions(file, PosixFilePermissions.fromString(rights));

        assertThatThrownBy(reader::read)
                .isInstanceOf(SettingsException.class)
                .hasMessage(
                        "The configuration file " + file + " holds the secret admin.token, but others may read it: run"
                                + " chmod 600 " + file + " first.");
    }

    @Test
    void aPasswordInAStoreUrlIsASecretToo() throws Exception {
        SettingsReader reader = reader("store.url: redis://u:p@h");
        Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rw-r--r--"));

        assertThatThrownBy(reader::read).hasMessageContaining("holds the secret store.url");
    }

    @Test
    void aSecretThatOnlyItsOwnerMayReadIsTaken() throws Exception {
        SettingsReader reader = reader(TOKEN);
        Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rw-------"));

        assertThat(reader.read().find(AdminSettings.TOKEN)).contains("0123456789abcdef");
    }

    @Test
    void aFileWithoutSecretsMayBeReadByAll() throws Exception {
        SettingsReader reader = reader("server.port: 1\nstore.url: redis://h");
        Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rw-r--r--"));

        assertThat(reader.read().value(ServerSettings.PORT)).isEqualTo(1);
    }
}
